import type { AdminStatusProblem } from "../status-types"

/** The most orders that one problem names. */
const NAMED = 5
/** So many orders are looked for at most: a person begins with some. */
export const MOST_ORDERS = 100
const UNFINISHED = "the edit, return, exchange, claim or transfer of it that is not finished"

type Problem = AdminStatusProblem

/**
 * Refunds that Medusa shows as owed by the buyer, because Medusa's books of them could not be
 * completed.
 */
export function refundProblems(orders: readonly string[]): Problem[] {
  return problem(
    "refund_incomplete",
    orders,
    (named) =>
      `Medusa shows as owed what was refunded of order ${named}, for an hour or longer. Confirm or cancel ` +
      `${UNFINISHED}: a minute later it is right by itself.`
  )
}

/** Orders that nobody pays and that cannot be canceled. */
export function keptOrderProblems(orders: readonly string[]): Problem[] {
  return problem(
    "order_kept",
    orders,
    (named) =>
      `Nobody pays order ${named} any more, and it keeps its stock. Confirm or cancel ${UNFINISHED}: then it is ` +
      "canceled by itself."
  )
}

/** Orders paid by card whose subscription was not started. */
export function unstartedProblems(orders: readonly string[]): Problem[] {
  return problem(
    "subscription_not_started",
    orders,
    (named) =>
      `Order ${named} was paid by card an hour ago or longer, and could not be read for the subscription that it ` +
      "may start. The log says why (no subscription of order_... was started). It is tried for 7 days after the payment: " +
      "until then remove the cause. After that charge what it renews by hand, or cancel the order."
  )
}

function problem(
  code: Problem["code"],
  orders: readonly string[],
  say: (named: string) => string
): Problem[] {
  if (orders.length === 0) {
    return []
  }
  const more = orders.length > NAMED ? ` and ${orders.length - NAMED} more` : ""
  const named = orders.slice(0, NAMED).join(", ")
  const message = say(`${named}${more}`)
  return [{ code, message, values: { orders: named, count: orders.length } }]
}
