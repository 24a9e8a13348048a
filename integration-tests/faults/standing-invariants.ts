import { PAYOUT_CLAIM_SECONDS } from "../../src/domain/time/schedule"
import type { Books } from "./books"
import type { Violation } from "./invariants"
import type { PaidRecord, PayoutBooks, SourceRecord } from "./payout-books"

/**
 * The honest race. A worker looks, then writes, then sends: the service may change its mind in between, and no
 * promise covers that. A look is good for as long as a claim is: after that another worker claims the payout, the
 * first one may not begin it any more, and the next one looks anew. Time of the service's own clock.
 */
const GOOD_FOR_MS = PAYOUT_CLAIM_SECONDS * 1_000

/**
 * Nothing leaves for a pay-in that did not stand at that moment, by the service's own record of what it took back
 * and when (docs/decisions/0032-money-leaves-last.md).
 */
export function standingViolations({ out }: Books): Violation[] {
  return out.paid.flatMap((one) =>
    sourcesOf(out, one).flatMap(({ reference }) => {
      const look = lookBefore(out, reference, one)
      if (look !== null && one.arrived_at - look <= GOOD_FOR_MS) {
        return []
      }
      const stood = !out.reversals.some(
        (taken) =>
          taken.reference === reference &&
          taken.from <= one.arrived_at &&
          (taken.until === null || taken.until > one.arrived_at)
      )
      const seen = look === null ? "never" : `${(one.arrived_at - look) / 1_000} s before`
      return [
        {
          invariant: stood
            ? "money leaves only after a look at its pay-in"
            : "nothing leaves for a pay-in that was taken back",
          subject: one.reference,
          detail: `${reference} was seen approved ${seen}`,
        },
      ]
    })
  )
}

/** The pay-ins whose money it passes on, as far as they were settled when it was claimed. */
function sourcesOf(
  { sources, audit }: PayoutBooks,
  { payout_id, reference }: PaidRecord
): SourceRecord[] {
  // The last one: what never left is claimed again under its reference.
  const claimed = audit
    .filter(
      ({ subject_id, action, facts }) =>
        subject_id === payout_id && action === "claimed" && facts?.reference === reference
    )
    .at(-1)
  const at = claimed?.at ?? -Infinity
  return sources.filter(
    (one) => one.payout_id === payout_id && one.settled_at !== null && one.settled_at < at
  )
}

function lookBefore(
  { looks }: PayoutBooks,
  reference: string,
  { arrived_at }: PaidRecord
): number | null {
  const before = looks.filter((one) => one.reference === reference && one.at <= arrived_at)
  return before.at(-1)?.at ?? null
}

/** Whether a payout waits for a pay-in as it says: one that the service took back, or that a person is asked about. */
export function isDoubted(
  { sources, reversals, questions }: PayoutBooks,
  payoutId: string
): boolean {
  return sources
    .filter(({ payout_id }) => payout_id === payoutId)
    .some(
      ({ reference, transaction_id }) =>
        reversals.some((taken) => taken.reference === reference && taken.until === null) ||
        questions.some(
          (asked) =>
            asked.kind === "status_changed_after_final" &&
            asked.status === "open" &&
            asked.transaction_id === transaction_id
        )
    )
}
