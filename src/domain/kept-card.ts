/**
 * The states of a card that the service keeps for the store.
 * - `creating`: the service was not asked yet, or its answer is missing: no money moves by that (gaps.md)
 * - `failed`: the service made none; the shopper types the card again
 */
export const KEPT_CARD_STATUSES = ["creating", "active", "canceled", "expired", "failed"] as const
export type KeptCardStatus = (typeof KEPT_CARD_STATUSES)[number]
