/** Between two tries to let a hold go while the service cannot be asked. */
export const HOLD_RELEASE_SECONDS = 120

/** A hold that could not be let go for so long is `hold_not_released`; it is tried on. */
export const HOLD_RELEASE_DAYS = 1
