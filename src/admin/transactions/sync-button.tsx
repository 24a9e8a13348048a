import { ArrowPath } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import type {
  AdminTransaction,
  AdminTransactionAnswer,
} from "../../api/admin/payin/transaction-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useTellProblem } from "../page/use-tell-problem"
import { useTexts } from "../text/use-texts"

/** "Ask the service now": the ledger follows what it says, approved money is booked. Safe to repeat. */
export const SyncButton = ({ transaction }: { transaction: AdminTransaction }) => {
  const say = useTexts()
  const tell = useTellProblem()
  const { mutate, isPending } = useCommand<AdminTransactionAnswer>(["orders"])
  const ask = () =>
    mutate(
      { path: payin("transactions", transaction.id, "sync") },
      {
        onSuccess: ({ transaction: now }) => {
          const status = say(`status.${now.status}`)
          const changed = now.status !== transaction.status
          toast.success(say("transactions.asked"), {
            description: say(changed ? "transactions.askedNew" : "transactions.askedSame", {
              status,
            }),
          })
        },
        onError: (error) => tell(error, say("transactions.askFailed")),
      }
    )
  return (
    <Button type="button" size="small" variant="secondary" isLoading={isPending} onClick={ask}>
      <ArrowPath />
      {say("transactions.ask")}
    </Button>
  )
}
