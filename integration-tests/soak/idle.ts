import type { Violation } from "../faults/invariants"
import type { Counts } from "./counts"

type Doing = keyof Pick<Counts, "captured" | "payouts" | "renewals">

/** Among fewer sales there need be none that a payout or a renewal follows. */
const MANY_SALES = 30

/** A store in which nothing was done proves nothing, however right its books are. */
export function idleViolations(sales: number, done: Pick<Counts, Doing>): Violation[] {
  const expected: Doing[] = sales < MANY_SALES ? ["captured"] : ["captured", "payouts", "renewals"]
  return expected
    .filter((what) => done[what] === 0)
    .map((subject) => ({
      ...{ invariant: "the store was not idle", subject },
      detail: `none, with ${sales} sales begun`,
    }))
}
