import { CoreRefusedError } from "../settle/failures"

/**
 * - `paid`: its order is captured
 * - `refused`: another day is tried; `given_up`: it was the last, and the subscription is canceled
 * - `waiting`: nobody can say yet what became of the card
 * - `later`: it came to nothing without the bank's word, and is tried again
 * - `resting`: refused before, and its day has not come
 * - `given_back`: a person gave back what was taken, or canceled its order: the next period comes
 * - `ended`: the subscription ended; nothing is charged
 */
export type Renewed =
  "paid" | "refused" | "given_up" | "waiting" | "later" | "resting" | "given_back" | "ended"

/** What stands in the way of a renewal, for a person; tried again by the schedule. */
export class RenewalStuckError extends CoreRefusedError {
  constructor(message: string, passing: boolean) {
    super(message, passing)
    this.name = "RenewalStuckError"
  }
}
