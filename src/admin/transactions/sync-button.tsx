import { ArrowPath } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import type { AdminTransaction, AdminTransactionAnswer } from "../../api/admin/payin/types"
import { problemOf } from "../answer/problem-of"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useTexts } from "../text/use-texts"

/** "Ask the service now": the ledger follows what it says, approved money is booked. Safe to repeat. */
export const SyncButton = ({ transaction }: { transaction: AdminTransaction }) => {
  const say = useTexts()
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
        onError: (error) => {
          const { title, said } = problemOf(error)
          toast.error(say("transactions.askFailed"), { description: said ?? say(title) })
        },
      }
    )
  return (
    <Button type="button" size="small" variant="secondary" isLoading={isPending} onClick={ask}>
      <ArrowPath />
      {say("transactions.ask")}
    </Button>
  )
}
