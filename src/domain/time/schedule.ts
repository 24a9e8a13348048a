// The waiting times that more than one folder, or an operator, needs to know. All are compared with
// the database's clock (docs/decisions/0004-queues-in-postgresql.md).

const HOUR = 3600
const DAY = 24 * HOUR

/** Between two tries to process a stored notification; after the last one it is `dead`. */
export const INBOX_BACKOFF_SECONDS: readonly number[] = [
  2, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400,
]

/** A notification that failed this often is `dead`: shown, and retried by hand only. */
export const INBOX_MAX_ATTEMPTS = INBOX_BACKOFF_SECONDS.length + 1

/** Between two tries to tell Medusa when Medusa failed for a passing reason. */
export const APPLY_BACKOFF_SECONDS: readonly number[] = [
  2, 5, 15, 30, 60, 120, 300, 600, 1800, 3600,
]

/**
 * Between two lookups of a pay-in without a notification, thinning out: no notification is promised
 * (docs/service.md#delivery). Lookups go on for LAPSED_WATCH_DAYS.
 */
export const LOOKUP_BACKOFF_SECONDS: readonly number[] = [
  5, 10, 15, 30, 60, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600,
]

/**
 * Entry of the table above at which lookups go on when a link lapses: a link not paid in time is
 * seldom paid later.
 */
export const LOOKUP_ATTEMPTS_AT_LAPSE = 9

/** This long after its lapse a pay-in is looked up only after a notification or by an operator. */
export const LAPSED_WATCH_DAYS = 30

/**
 * Lookups of a pay-in that ended without money, by the time since its end: a voucher is paid just
 * before its end and shown the next morning. Eight in 30 days, whatever became of its cart.
 */
export const ENDED_LOOKUPS_SECONDS: readonly [number, ...number[]] = [
  1800,
  3 * HOUR,
  12 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  15 * DAY,
  30 * DAY,
]

export const [FIRST_ENDED_LOOKUP_SECONDS] = ENDED_LOOKUPS_SECONDS

/**
 * The last lookup of a watch is repeated this often, for so long, until the service answers it:
 * money that this answer would have shown is never seen otherwise.
 */
export const LAST_LOOKUP_AGAIN = { seconds: HOUR, for_seconds: 2 * DAY } as const

/** What the schedule of lookups depends on. Null: not lapsed, not ended. */
export interface LookupFacts {
  /** Number of lookups so far, with the present one. */
  attempts: number
  seconds_since_lapse: number | null
  seconds_since_end: number | null
}

/**
 * The schedule of a pay-in's lookups while nobody saw its money: seconds until the next one, as
 * long as the present one is not answered; null when its watch is over.
 */
export function secondsToNextLookup({
  attempts,
  seconds_since_lapse,
  seconds_since_end,
}: LookupFacts): number | null {
  const over = (seconds_since_end ?? seconds_since_lapse ?? 0) - LAPSED_WATCH_DAYS * DAY
  if (over >= 0) {
    return over < LAST_LOOKUP_AGAIN.for_seconds ? LAST_LOOKUP_AGAIN.seconds : null
  }
  const next = ENDED_LOOKUPS_SECONDS.find((at) => at > (seconds_since_end ?? Infinity))
  return next === undefined || seconds_since_end === null
    ? backoffSeconds(LOOKUP_BACKOFF_SECONDS, attempts)
    : next - seconds_since_end
}

/**
 * Between two tries to end a session and its waiting order while Medusa or the service could not be
 * asked.
 */
export const END_BACKOFF_SECONDS: readonly number[] = [5, 15, 30, 60, 120, 300, 600, 1800, 3600]

/**
 * An account that an operator typed with a refund or a decision is kept there this long, if its
 * payout has a copy by then. Sweeps repair a half-booked refund within the hour.
 */
export const TYPED_ACCOUNT_DAYS = 30

/**
 * Longer than the longest call into Medusa: 30 s lock wait plus time-outs of at most 20 s
 * (docs/medusa.md#locks-of-a-cart).
 */
export const LEASE_SECONDS = 120

/** Upper bound for the service's time-outs inside one call into Medusa, all tries together. */
export const MEDUSA_CALL_SERVICE_MS = 20_000

/**
 * A link that Medusa released this long ago is superseded: a new session would have adopted it by
 * then (docs/decisions/0018-one-link-many-sessions.md).
 */
export const RELEASED_GRACE_SECONDS = 120

/**
 * `initiatePayment` first looks up an open link of the collection, unless it was looked up this
 * recently.
 */
export const LOOKUP_FRESH_SECONDS = 10

/**
 * `initiatePayment` looks up at most this many older links, so that a shopper never waits for a
 * long history.
 */
export const LOOKUPS_BEFORE_LINK = 3

/**
 * An open link is offered again only with this much life left
 * (docs/decisions/0018-one-link-many-sessions.md).
 */
export const REUSE_MINUTES_LEFT = 10

/**
 * The plugin emits `order.placed` once when its subscriber has not seen it by then
 * (docs/medusa.md#killed-completion).
 */
export const PLACED_SEEN_GRACE_SECONDS = 300

/**
 * Approved money that is not queued, and that no person was asked about, is requeued after this
 * long.
 */
export const UNQUEUED_AFTER_SECONDS = 60

/**
 * An order without cart or payment by then was left by a completion that died: Medusa locks a cart
 * for two minutes.
 */
export const ORPHAN_AFTER_SECONDS = 300

/** How far back such orders are looked for. A worker that was down for longer misses them. */
export const ORPHAN_WATCH_DAYS = 7

/**
 * Settled money is checked once this long afterwards: a completion whose later step failed deletes
 * its order and payment within minutes.
 */
export const ORDER_CHECK_SECONDS = 900

/** How long after an approval its order is watched for a cancellation that missed the money. */
export const CANCEL_WATCH_DAYS = 7

/** Not known: when it is believed for a pay-in. Answers over a span (docs/service.md#not-known). */
export const NOT_KNOWN_PAYIN = { answers: 3, seconds: 120 } as const

/**
 * Not known: when it is believed for a payout, which may still sit in a queue. A second payout
 * would be paid too.
 */
export const NOT_KNOWN_PAYOUT = { answers: 5, seconds: 1800 } as const

/**
 * A payout claimed for sending is claimed again after this long, and an unanswered send counts as
 * unknown. Longer than a lease and the longest call.
 */
export const PAYOUT_CLAIM_SECONDS = 150

/**
 * A payout's or a card's call leaves only so long before others count it as lost: longer than a call
 * with all its tries (`MEDUSA_CALL_SERVICE_MS`), so that its end is known by then.
 */
export const CALL_MARGIN_SECONDS = 30

/** Between two tries to send a payout that could not leave, while the service is down. */
export const PAYOUT_DOWN_SECONDS = 30

/**
 * Pauses of background work after a write that the service did not answer, one for each further one
 * (docs/decisions/0030-circuit-breaker.md).
 */
export const BACKGROUND_PAUSE_SECONDS: readonly number[] = [5, 30, 60, 120, 300]

/** Longest pause of background work that the service may ask for by `Retry-After`. */
export const LONGEST_ASKED_PAUSE_SECONDS = 300

/** A renewal that a pause of background work met in the middle goes on after this long. */
export const RENEWAL_PAUSED_SECONDS = 30

/** Between two checks of a balance that was too low. */
export const LOW_BALANCE_SECONDS = 60

/** First lookup of a sent payout, answered or not, without a notification. */
export const PAYOUT_FIRST_LOOKUP_SECONDS = 10

/**
 * Age until which Medusa may take a refund back, because a later step of its own workflow failed.
 */
export const REFUND_YOUNG_SECONDS = 30

/**
 * Sellers wait this long for a refund whose credit line may be missing. The sweep writes a missing
 * line by then (`UNQUEUED_AFTER_SECONDS`).
 */
export const REFUND_UNBOOKED_SECONDS = 900

/** How far back refunds without a payout are looked for. Our provider books payouts at once. */
export const REFUND_WATCH_DAYS = 7

/**
 * How far back refunds are looked for that their order still shows as owed. An order may stay in
 * editing for weeks.
 */
export const REFUND_BOOKS_WATCH_DAYS = 90

/**
 * How far back orders are looked for whose books miss a payment that came while they were written.
 */
export const ORDER_BOOKS_WATCH_DAYS = 3

/**
 * A wrong unit of amounts is shown this long after the payment or payout that told of it, and as long
 * as that one is looked up, unless the service names a later one rightly.
 */
export const UNIT_SUSPECTED_DAYS = 7

/** An order change that blocks the order's books or its end this long is shown to a person. */
export const ORDER_CHANGE_SHOWN_SECONDS = 3_600

/**
 * A payout that was made this long after a take-over, or earlier, may pay what the other
 * installation paid already: its refund or fulfillment stands in both databases.
 */
export const INHERITED_MS = 30 * 86_400_000

/**
 * A payout that was made this long before its first send, or before the process began, is looked up
 * before it. A backup that is restored in place looks like the living database, and may know it as
 * unsent.
 */
export const OLD_PAYOUT_MS = 3_600_000

/** Between two checks whether a held payout can be released. */
export const HELD_SECONDS = 60

/** Until the service is asked again who holds the key of a payout. A changed destination asks at once. */
export const KEY_SECONDS = 600

/** A fulfillment without payouts by then is checked without its event. */
export const RULE_SIGNAL_SECONDS = 60

/**
 * Medusa may still be placing an order this young: its lock on the cart lasts two minutes
 * (docs/medusa.md#locks-of-a-cart).
 */
export const ORDER_PLACING_SECONDS = 180

/** How far back such fulfillments are looked for. A worker that was down for longer misses them. */
export const RULE_WATCH_DAYS = 7

/** A fulfillment older than this is paid for only at its delivery event. */
export const PARCEL_DAYS = 90

/**
 * How long a rejected payout is still looked up, because a rejection may reverse. See
 * LOOKUP_BACKOFF_SECONDS.
 */
export const REJECTED_WATCH_DAYS = 7

/**
 * When a paid payout is still looked up, since it was paid, for two weeks: a bank may send the money
 * back, and the notification that tells of it may be lost.
 */
export const PAID_LOOKUPS_SECONDS: readonly number[] = [
  3600,
  21_600,
  DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
]
/** How long a paid payout is still looked up: until the last of these. */
export const PAID_WATCH_DAYS = 14

/** How long a shopper can enter a refund's destination under one address. */
export const DESTINATION_LINK_DAYS = 7

/** How long the address is valid under which an order can be paid again. */
export const PAY_AGAIN_DAYS = 30

/**
 * Days from the first refusal of a renewal to each fresh try. After the last one the subscription
 * is canceled.
 */
export const DUNNING_DAYS: readonly number[] = [1, 3, 5]

/**
 * Days after which an uncaptured hold is voided: card networks end most holds after seven, and a
 * shopper's money should not be blocked for nothing. A store may set others.
 */
export const RELEASE_HOLDS_AFTER_DAYS = 5

/**
 * Days after which the bank has ended every hold by itself, as card networks end most after seven. A
 * store may set others.
 */
export const HOLD_DAYS = 7

/**
 * A renewal claimed by a worker that died is claimed again after this long: longer than its lease.
 */
export const RENEWAL_CLAIM_SECONDS = 300

/**
 * A subscription that was woken is due before all that its calendar made due: somebody waits for it,
 * or a webhook told what became of its money. Ten years, so that no backlog is older.
 */
export const RENEWAL_WOKEN_SECONDS = 315_360_000

/**
 * Lease of a worker on a period: it makes a cart, waits for Medusa's lock and calls the service
 * three times. Money is safe without it, because a period has at most one active hold.
 */
export const RENEWAL_LEASE_SECONDS = 240

/**
 * Between two tries of a renewal that failed without a decline of the bank: service down, out of
 * stock.
 */
export const RENEWAL_BACKOFF_SECONDS: readonly number[] = [5, 30, 120, 600, 3600, 21_600, 86_400]

/**
 * A renewal delayed for longer is counted in the overview. It is still tried once a day.
 */
export const RENEWAL_LASTING_SECONDS = 86_400

/** Between two checks of a renewal with an unknown outcome. A webhook brings it sooner. */
export const RENEWAL_UNKNOWN_SECONDS = 60

/**
 * Between two checks of a renewal that a person has to decide about, or whose order they collect by
 * other means, such as a link of some days.
 */
export const RENEWAL_COLLECTED_SECONDS = 1800

/** An order whose signal did not start its subscription by then is checked without it. */
export const PLAN_SIGNAL_SECONDS = 15

/** A trial cart that is older was left by a killed process. */
export const TRIAL_CART_SECONDS = 120

/** A new card is checked this long after the service made it: by then most checkouts are over. */
export const CARD_FIRST_CHECK_SECONDS = 3600

/** Between two checks of a card that perhaps nothing needs, and two tries to cancel it at the service. */
export const CARD_CANCEL_BACKOFF_SECONDS: readonly number[] = [60, 600, 3600, 21_600, 86_400]

/** A paid order that was not read for its subscription by then is shown to a person. */
export const PLAN_SHOWN_SECONDS = 3_600

/** How far back paid orders without their subscription are looked for. */
export const PLAN_WATCH_DAYS = 7

/**
 * One process claims a card call for this long: longer than its calls, shorter than Medusa's own
 * lock.
 */
export const CARD_CALL_SECONDS = 60

/** When to check that Medusa knows a card's answer: a process may have died before telling it. */
export const APPLY_CHECK_SECONDS = 120

/** A card call with an unknown outcome this long is `card_unknown`. */
export const CARD_UNKNOWN_SECONDS = 86_400

/**
 * A card webhook whose signed time is further away than this, in the past or in the future, is stale (docs/service.md#webhook-signatures). It is wider than
 * the service's retries after 60, 600 and 1800 s, which carry the timestamp of the first try.
 */
export const CARD_WEBHOOK_FRESH_MINUTES = 120

/**
 * More whole account numbers than this, shown to one person within so many seconds, are announced:
 * somebody who pays suppliers looks at a few, and somebody who copies all of them at many.
 */
export const MANY_REVEALS = { count: 20, seconds: 3_600 } as const

/** The mail with the address of a form is asked for again once in so many seconds at most. */
export const FORM_MAIL_SECONDS = 60

/**
 * Client data that Medusa stored before it asked the plugin is scrubbed from sessions older than
 * this (docs/medusa.md#client-data).
 */
export const SCRUB_AFTER_SECONDS = 120

/**
 * Seconds to wait before the next try.
 *
 * @param table one of the tables above; its last entry repeats for ever
 * @param attempt how many tries were made so far; the first failure (1) waits for the first entry
 */
export function backoffSeconds(table: readonly number[], attempt: number): number {
  const index = Math.min(Math.max(Math.trunc(attempt) - 1, 0), table.length - 1)
  const seconds = table[index]
  if (seconds === undefined) {
    throw new RangeError("a backoff table needs at least one entry and a numbered attempt")
  }
  return seconds
}
