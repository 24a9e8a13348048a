/**
 * A card that was chosen and never asked is asked no more after this long: its order, if Medusa
 * died while it made one, waits no longer, and neither does a card that is to be forgotten.
 */
export const CARD_ABANDONED_SECONDS = 3600

/** Between two tries to let a hold go while the service cannot be asked. */
export const HOLD_RELEASE_SECONDS = 120

/** A hold that could not be voided for so long is `hold_not_released`; it is tried on. */
export const HOLD_RELEASE_DAYS = 1
