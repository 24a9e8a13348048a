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

/** Who may still need a card that the service keeps. */
export interface CardNeeds {
  status: KeptCardStatus
  /** Its shopper agreed to keep it, and did not delete it. */
  saved: boolean
  /** A subscription renews with it. */
  renews: boolean
  /** A report about a payment with it contradicts the row, and a person decides. */
  doubted: boolean
}

/**
 * What becomes of a card whose need is checked.
 * - `keep`: not checked again by itself. Whoever ends the need queues it again.
 * - `wait`: checked again later
 * - `give_up`: canceled at the service, unless a payment needs it
 */
export function cardNeed({
  status,
  saved,
  renews,
  doubted,
}: CardNeeds): "keep" | "wait" | "give_up" {
  if (status !== "active" && status !== "ending") {
    return "keep"
  }
  if (status === "active" && (saved || renews)) {
    return "keep"
  }
  return doubted ? "wait" : "give_up"
}
