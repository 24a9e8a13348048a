import { isAliveCard } from "../../domain/card/state"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"

/** A failure is shown to a person after this many tries, about two minutes. */
const SILENT_TRIES = 5
/** The same without held money, about fifty minutes: an order may be in editing for long. */
const SILENT_TRIES_OVER = 9

/** Whether the failure may still pass without a person. */
export function isEarly({
  apply_attempts,
  status,
}: Pick<CardTransaction, "apply_attempts" | "status">): boolean {
  return apply_attempts < (isAliveCard(status) ? SILENT_TRIES : SILENT_TRIES_OVER)
}
