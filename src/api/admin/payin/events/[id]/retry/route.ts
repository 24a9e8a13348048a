import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { ListedEvent } from "../../../../../../modules/inbox/lists"
import { servicesOf } from "../../../../../../workflows/settle"
import { requestLookup } from "../../../../../../workflows/settle/notification"
import { refuse } from "../../../../../refusal"
import { isRowId } from "../../../row-id"
import { showEventDetail } from "../../../shown"
import type { AdminEventAnswer } from "../../../event-types"

/**
 * `POST /admin/payin/events/:id/retry` -> `{ event }`: has a notification that was given up processed
 * again, at once and with all its attempts; one that waits for its next attempt is processed now. Safe to
 * repeat: it only makes us ask the service. 404 for an unknown id, 409 for a notification that is done.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = req.params
  const { inbox } = servicesOf(req.scope)
  const retried = isRowId(id) && (await inbox.events.retry(id))
  const event = isRowId(id) ? await inbox.lists.event(id) : null
  if (event === null) {
    refuse(res, { status: 404, type: "not_found", message: "There is no event with this id." })
    return
  }
  if (!retried) {
    refuse(res, { status: 409, type: "conflict", message: whyDone(event), code: "event_done" })
    return
  }
  const { transaction_id, payout_attempt_id } = event
  await requestLookup(req.scope, { transaction_id, payout_attempt_id, event_id: event.id })
  res.json({ event: showEventDetail(event) } satisfies AdminEventAnswer)
}

function whyDone({ status, status_reason, transaction_id }: ListedEvent): string {
  const done =
    status === "ignored"
      ? `This notification is kept and never processed: ${status_reason ?? "it is of no use"}.`
      : "This notification was processed."
  return transaction_id === null
    ? done
    : `${done} To ask the service about its payment, sync transaction ${transaction_id}.`
}
