import { isAliveCard } from "../../domain/card-state"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"

/** What did not pass in so many tries, some two minutes, is shown to a person. */
const SILENT_TRIES = 5
/** Where nothing is held: an order that is being changed may be for long. Some fifty minutes. */
const SILENT_TRIES_OVER = 9

/** Whether it may still pass without anybody's eye. */
export function isEarly({
  apply_attempts,
  status,
}: Pick<CardTransaction, "apply_attempts" | "status">): boolean {
  return apply_attempts < (isAliveCard(status) ? SILENT_TRIES : SILENT_TRIES_OVER)
}
