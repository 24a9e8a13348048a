import { ArrowPath } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import type { AdminEventAnswer } from "../../api/admin/payin/types"
import { problemOf } from "../answer/problem-of"
import { payin } from "../answer/use-answer"
import { useCommand } from "../answer/use-command"
import { useTexts } from "../text/use-texts"

/** Has a notification processed again, with all its attempts. Safe to repeat: it makes us ask the service. */
export const RetryButton = ({ id }: { id: string }) => {
  const say = useTexts()
  const { mutate, isPending } = useCommand<AdminEventAnswer>()
  const retry = () =>
    mutate(
      { path: payin("events", id, "retry") },
      {
        onSuccess: () => {
          toast.success(say("events.retried"), { description: say("events.retriedHint") })
        },
        onError: (error) => {
          const { title, said } = problemOf(error)
          toast.error(say("events.retryFailed"), { description: said ?? say(title) })
        },
      }
    )
  return (
    <Button type="button" size="small" variant="secondary" isLoading={isPending} onClick={retry}>
      <ArrowPath />
      {say("events.retry")}
    </Button>
  )
}
