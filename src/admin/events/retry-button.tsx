import { ArrowPath } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import type { AdminEventAnswer } from "../../api/admin/payin/event-types"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useTellProblem } from "../page/use-tell-problem"
import { useTexts } from "../text/use-texts"

/** Has a notification processed again, with all its attempts. Safe to repeat: it makes us ask the service. */
export const RetryButton = ({ id }: { id: string }) => {
  const say = useTexts()
  const tell = useTellProblem()
  const { mutate, isPending } = useCommand<AdminEventAnswer>()
  const retry = () =>
    mutate(
      { path: payin("events", id, "retry") },
      {
        onSuccess: () => {
          toast.success(say("events.retried"), { description: say("events.retriedHint") })
        },
        onError: (error) => tell(error, say("events.retryFailed")),
      }
    )
  return (
    <Button type="button" size="small" variant="secondary" isLoading={isPending} onClick={retry}>
      <ArrowPath />
      {say("events.retry")}
    </Button>
  )
}
