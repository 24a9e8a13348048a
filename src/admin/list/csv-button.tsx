import { ArrowDownTray } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import type { Query } from "../answer/use-answer"
import { useTellProblem } from "../page/use-tell-problem"
import { useTexts } from "../text/use-texts"
import { downloadCsv } from "./csv"

interface CsvButtonProps {
  path: string
  query: Query
  /** Of the file: `payin-<name>.csv`. */
  name: string
}

/** Downloads what the list's search and filters find, all pages of it. */
export const CsvButton = ({ path, query, name }: CsvButtonProps) => {
  const say = useTexts()
  const tell = useTellProblem()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadCsv(path, query, name),
    onError: (error) => tell(error, say("list.csvFailed")),
  })
  return (
    <Button
      type="button"
      size="small"
      variant="secondary"
      isLoading={isPending}
      title={say("list.csvHint")}
      onClick={() => mutate()}
    >
      <ArrowDownTray />
      {say("list.csv")}
    </Button>
  )
}
