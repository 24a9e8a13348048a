import { Alert, Button, Text } from "@medusajs/ui"
import { useTexts } from "../text/use-texts"
import { useProblem } from "./use-problem"

interface ProblemProps {
  error: unknown
  /** Asks again; without it there is no button. */
  again?: () => void
  /** Said instead of the usual heading. */
  title?: string
  className?: string
}

/** What went wrong, in the place of what could not be shown. */
export const Problem = ({ error, again, title: heading, className }: ProblemProps) => {
  const say = useTexts()
  const { title, sentence } = useProblem()(error)
  return (
    <Alert variant="error" role="alert" className={className}>
      <div className="flex flex-col items-start gap-y-2">
        <Text size="small" weight="plus" leading="compact">
          {heading ?? title}
        </Text>
        {sentence && <Text size="small">{sentence}</Text>}
        {again && (
          <Button type="button" size="small" variant="secondary" onClick={again}>
            {say("problem.again")}
          </Button>
        )}
      </div>
    </Alert>
  )
}
