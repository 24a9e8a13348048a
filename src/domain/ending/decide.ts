import { isFinal } from "../payin/state"
import type { ReasonNotToCancel } from "../order/waiting"
import type { EndFacts } from "./facts"

/**
 * - `leave`: money arrived after all, which is settled as usual
 * - `postpone`: Medusa, the service or another link of the order is in the way; tried again later
 * - `wait`: the order waits for money until then
 * - `finish`: Medusa knows the end; `order_canceled`: with an order that waited for this link
 * - all others write, or ask, and doing one twice changes nothing more
 */
export type EndStep =
  | { act: "leave" | "postpone" | "look_up" | "end_session" }
  | { act: "wait"; until: Date }
  | { act: "cancel_order"; order_id: string }
  | { act: "requeue_renewal"; period_id: string }
  | { act: "ask"; reason: "link_never_asked" | "link_unpaid"; order_id: string }
  | {
      act: "finish"
      order: string | null
      order_canceled: boolean
      reason_not_to_cancel: ReasonNotToCancel | null
    }

const POSTPONE: EndStep = { act: "postpone" }

/**
 * The end of a link without money: the next step. The first line that fits wins
 * (docs/decisions/0016-orders-that-wait.md).
 */
export function decideEnd(facts: EndFacts): EndStep {
  const { link, lookup, order, done } = facts
  if (done.order_canceled) {
    return {
      act: "finish",
      order: order?.id ?? null,
      order_canceled: true,
      reason_not_to_cancel: null,
    }
  }
  // Money that a person excluded pays nothing here. An approval that this run's lookup found is settled
  // as usual.
  if (link.status === "approved" && (!link.excluded || lookup !== "not_asked")) {
    return { act: "leave" }
  }
  const waits = order !== null && order.reason_not_to_cancel === null
  if (lookup === "not_asked" && needsLookup(facts, waits)) {
    return { act: "look_up" }
  }
  // A service that never finds a link says nothing about whether it was paid: a person is asked.
  if (lookup === "unclear" || (waits && facts.person_asked_whether_paid)) {
    return POSTPONE
  }
  // Nobody can say whether money came. It is looked for as long as the account may come back.
  const isBlind = !link.excluded && (!link.configured || lookup === "other_merchant")
  if (isBlind && waits && !link.watch_over) {
    return POSTPONE
  }
  return done.session_ended ? afterSession(facts, isBlind) : { act: "end_session" }
}

/**
 * A final state comes from the service, and a lapse from the plugin's own clock alone. Of money that a
 * person excluded the service says nothing that matters.
 */
function needsLookup({ link }: EndFacts, waits: boolean): boolean {
  const isOpen = link.status !== "approved" && !link.excluded
  return link.configured && isOpen && (waits || !isFinal(link.status))
}

/** What becomes of the order, once its session is over. */
function afterSession({ link, order, done }: EndFacts, isBlind: boolean): EndStep {
  if (order === null) {
    return { act: "finish", order: null, order_canceled: false, reason_not_to_cancel: null }
  }
  const { id: order_id, renewal } = order
  const reason_not_to_cancel =
    isBlind && link.watch_over ? afterWatch(order.reason_not_to_cancel) : order.reason_not_to_cancel
  const finish: EndStep = {
    act: "finish",
    order: order_id,
    order_canceled: false,
    reason_not_to_cancel,
  }
  switch (reason_not_to_cancel) {
    case null:
      return link.awaited_until === null
        ? { act: "cancel_order", order_id }
        : { act: "wait", until: link.awaited_until }
    case "other_link":
      return POSTPONE
    case "renewal":
      return renewal === null || done.renewal_requeued
        ? finish
        : { act: "requeue_renewal", period_id: renewal }
    case "other_payment":
      return done.person_asked ? finish : { act: "ask", reason: "link_unpaid", order_id }
    case "asked":
      return isBlind && !done.person_asked
        ? { act: "ask", reason: "link_never_asked", order_id }
        : finish
    default:
      return finish
  }
}

/**
 * The watch of a link that nobody could ask about is over. A person decides about its order. Otherwise
 * two such links would wait for each other.
 */
function afterWatch(reason: ReasonNotToCancel | null): ReasonNotToCancel | null {
  return reason === null || reason === "other_link" ? "asked" : reason
}
