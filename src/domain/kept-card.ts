/**
 * The states of a card that the service keeps for the store.
 * - `creating`: the service was not asked yet, or its answer is missing: no money moves by that
 * - `ending`: it is being canceled at the service; nothing is charged with it from here on
 * - `failed`: the service made none; the shopper enters the card again
 */
export const KEPT_CARD_STATUSES = [
  "creating",
  "active",
  "ending",
  "canceled",
  "expired",
  "failed",
] as const
export type KeptCardStatus = (typeof KEPT_CARD_STATUSES)[number]
