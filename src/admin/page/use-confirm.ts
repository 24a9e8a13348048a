import { toast } from "@medusajs/ui"
import { useCommand } from "../answer/use-command"
import { useTexts } from "../text/use-texts"
import { useAsk } from "./use-ask"
import { useTellProblem } from "./use-tell-problem"

interface Confirmation {
  path: string
  /** The version that the person saw. */
  version: number
  title: string
  /** The consequence, in words. */
  text: string
}

/** Confirms, as a second person, where recurring money goes; asks once more before. */
export function useConfirm() {
  const say = useTexts()
  const tell = useTellProblem()
  const ask = useAsk()
  const { mutate, isPending } = useCommand<unknown>()
  const confirm = async ({ path, version, title, text }: Confirmation) => {
    if (await ask({ title, text, confirm: title })) {
      mutate(
        { path, body: { version } },
        {
          onSuccess: () => toast.success(say("beneficiaries.confirmed")),
          onError: (error) => tell(error),
        }
      )
    }
  }
  return { confirm, busy: isPending }
}
