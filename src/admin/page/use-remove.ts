import { toast } from "@medusajs/ui"
import type { AdminDeletedAnswer } from "../../api/admin/payin/beneficiary-types"
import { useCommand } from "../answer/use-command"
import { useTellProblem } from "./use-tell-problem"
import { useTexts } from "../text/use-texts"
import { useAsk } from "./use-ask"

interface Removal {
  path: string
  title: string
  /** What goes with it, and what stays. */
  text: string
  done?: () => void
}

/** Deletes something after asking once more. */
export function useRemove() {
  const say = useTexts()
  const tell = useTellProblem()
  const ask = useAsk()
  const { mutate, isPending } = useCommand<AdminDeletedAnswer>()
  const remove = async ({ path, title, text, done }: Removal) => {
    if (await ask({ title, text, confirm: say("beneficiaries.remove"), variant: "danger" })) {
      mutate(
        { path, method: "DELETE" },
        {
          onSuccess: () => {
            toast.success(say("beneficiaries.removed"))
            done?.()
          },
          onError: (error) => tell(error),
        }
      )
    }
  }
  return { remove, busy: isPending }
}
