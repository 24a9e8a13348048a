import { MedusaRefusedError } from "../../medusa/failures"

/**
 * - `paid`: its order is captured
 * - `refused`: another day is tried; `given_up`: that was the last try, and the subscription is
 *   canceled
 * - `waiting`: the card's outcome is not known yet
 * - `later`: it failed without a decline of the bank, and is tried again
 * - `resting`: refused before, and the day of the next try has not come
 * - `given_back`: a person refunded the money or canceled its order; the next period comes
 * - `ended`: the subscription ended; nothing is charged
 */
export type Renewed =
  "paid" | "refused" | "given_up" | "waiting" | "later" | "resting" | "given_back" | "ended"

/** An obstacle to a renewal, for a person; tried again by the schedule. */
export class RenewalStuckError extends MedusaRefusedError {
  constructor(message: string, passing: boolean) {
    super(message, passing)
    this.name = "RenewalStuckError"
  }
}
