import type { Violation } from "../faults/invariants"
import type { Minute } from "./minute"

type Doing = "sales" | "captured" | "payouts" | "renewals"

/** On a busy machine the first payout or renewal may take longer than a short run lasts. */
const LONG_MINUTES = 10
const SOON: readonly Doing[] = ["sales", "captured"]
const IN_TIME: readonly Doing[] = [...SOON, "payouts", "renewals"]

/** A store in which nothing was done proves nothing, however right its books are. */
export function idleViolations(minutes: readonly Minute[]): Violation[] {
  const expected = minutes.length < LONG_MINUTES ? SOON : IN_TIME
  return expected
    .filter((what) => minutes.every((minute) => minute[what] === 0))
    .map((subject) => ({
      ...{ invariant: "the store was not idle", subject },
      detail: `none in ${minutes.length} minutes`,
    }))
}
