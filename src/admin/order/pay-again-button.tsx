import { Button, toast } from "@medusajs/ui"
import type { AdminPayAgainLinkAnswer } from "../../api/admin/payin/transaction-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useTellProblem } from "../page/use-tell-problem"
import { useTexts } from "../text/use-texts"

/** Copies the lasting address where the shopper pays what the order owes, to be pasted into a chat. */
export const PayAgainButton = ({ orderId }: { orderId: string }) => {
  const say = useTexts()
  const tell = useTellProblem()
  const { mutate, isPending } = useCommand<AdminPayAgainLinkAnswer>()
  const copy = () =>
    mutate(
      { path: payin("orders", orderId, "pay-again-link"), body: {} },
      {
        onSuccess: ({ url }) => {
          void written(url).then((copied) =>
            toast.success(say(copied ? "payment.payAgainCopied" : "payment.payAgainMade"), {
              description: copied ? say("payment.payAgainHint") : url,
            })
          )
        },
        onError: (error) => tell(error),
      }
    )
  return (
    <Button type="button" size="small" variant="secondary" isLoading={isPending} onClick={copy}>
      {say("payment.payAgain")}
    </Button>
  )
}

/** False where the browser lets nobody copy: on plain HTTP, or too long after the click. */
async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
