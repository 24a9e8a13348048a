import { toast } from "@medusajs/ui"
import { codeOf } from "../answer/problem-of"
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

/**
 * Confirms, as a second person, where recurring money goes; asks once more before.
 *
 * @param changed it was changed since the person saw it
 */
export function useConfirm(changed?: () => void) {
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
          onError: (error) => {
            if (codeOf(error) === "changed_since") {
              changed?.()
            }
            tell(error)
          },
        }
      )
    }
  }
  return { confirm, busy: isPending }
}
