import { toast } from "@medusajs/ui"
import type { AdminPayoutAnswer, AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import { codeOf } from "../answer/problem-of"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { destinationText } from "../destination/text"
import { useFormat } from "../format/use-format"
import type { Seen } from "../page/changed-since"
import { useAsk } from "../page/use-ask"
import { useTellProblem } from "../page/use-tell-problem"
import { useTexts } from "../text/use-texts"

export type Way = AdminPayoutDetail["actions"][number]
/** Ways that end with a decision of the server about the payout. */
export type Decision = Exclude<Way, "destination-link">

/** Amount and destination in words, for every sentence about a payout; of a form also who names the account. */
export function usePayoutWords(payout: AdminPayoutDetail): { amount: string; to: string } {
  const say = useTexts()
  const format = useFormat()
  const { amount, currency_code, destination, form } = payout
  return {
    amount: format.money(amount, currency_code),
    to:
      destination === null ? say("destination.nowhere") : destinationText(destination, form?.email),
  }
}

/**
 * Goes a way: asks once more, with the amount and where it goes, then tells the server, then tells what
 * came of it. A form shows a refusal itself (`error`), a bare button has it as a message (`tells`).
 */
export function useDecide(
  payout: AdminPayoutDetail,
  { tells = false, changed }: { tells?: boolean; changed?: (seen: Seen) => void } = {}
) {
  const say = useTexts()
  const ask = useAsk()
  const tell = useTellProblem()
  const words = usePayoutWords(payout)
  const { mutate, isPending, error } = useCommand<AdminPayoutAnswer>(["orders"])
  const decide = async (
    way: Decision,
    body: Record<string, unknown>,
    {
      to = words.to,
      amount = words.amount,
      done,
    }: { to?: string; amount?: string; done?: () => void } = {}
  ) => {
    const title = say(`giving.action.${way}`)
    const agreed = await ask({
      title,
      text: say(`giving.sure.${way}`, { amount, to }),
      confirm: title,
      variant: way === "cancel" ? "danger" : "confirmation",
    })
    if (!agreed) {
      return
    }
    mutate(
      { path: payin("payouts", payout.id, way), body },
      {
        onSuccess: ({ payout: now }) => {
          const status = say(`payouts.status.${now.status}`)
          toast.success(say(`giving.did.${way}`), { description: say("giving.now", { status }) })
          done?.()
        },
        onError: (failure) => {
          if (codeOf(failure) === "changed_since") {
            changed?.(words)
          }
          if (tells) {
            tell(failure)
          }
        },
      }
    )
  }
  return { decide, busy: isPending, error }
}
