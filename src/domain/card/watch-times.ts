/**
 * A card that was chosen but never charged is abandoned after this long. An order whose making was
 * cut short by a crash then stops waiting for it, and a card that is to be forgotten is freed.
 */
export const CARD_ABANDONED_SECONDS = 3600

/** Between two tries to void a hold while the service cannot be asked. */
export const HOLD_RELEASE_SECONDS = 120

/**
 * After this long without success the anomaly `hold_not_released` opens. The plugin keeps trying.
 */
export const HOLD_NOT_RELEASED_AFTER_DAYS = 1
