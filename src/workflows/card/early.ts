import type { CardTransaction } from "../../modules/subscriptions/card-rows"

/** What did not pass in so many tries, some two minutes, is shown to a person. */
const SILENT_TRIES = 5

/** Whether it may still pass without anybody's eye. */
export function isEarly({ apply_attempts }: Pick<CardTransaction, "apply_attempts">): boolean {
  return apply_attempts < SILENT_TRIES
}
