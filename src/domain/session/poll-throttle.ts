/** A page that polls makes the plugin ask the service at most this often, at first. */
export const SESSION_POLL_SECONDS = 3

/** And at most this often once the shopper has let some minutes pass. */
const MOST_SECONDS = 60

/** Lookups at the first distance: a shopper who comes back from the bank has paid or not by then. */
const QUICK = 10

const GROWTH = 1.25

/** Copies of a notification that cause a lookup each, as the first one does. */
export const COPIES_AT_ONCE = 5

/**
 * Lookups that polling pages cause for one pay-in, some 80 minutes of one page. Then they wait for a
 * notification, which begins anew, or for the pay-in's own schedule (LOOKUP_BACKOFF_SECONDS).
 */
export const POLL_LOOKUPS = 100

/**
 * Whole seconds between two lookups of a pay-in that polling pages cause; null: they cause no more.
 *
 * @param caused how many they caused since the pay-in was made, or since its last notification
 */
export function pollSeconds(caused: number): number | null {
  if (caused >= POLL_LOOKUPS) {
    return null
  }
  const grown = SESSION_POLL_SECONDS * GROWTH ** Math.max(0, caused + 1 - QUICK)
  return Math.min(Math.round(grown), MOST_SECONDS)
}

/** The same as a table, for the database. */
export const POLL_SECONDS: readonly number[] = Array.from(
  { length: POLL_LOOKUPS },
  (_, caused) => pollSeconds(caused) ?? MOST_SECONDS
)
