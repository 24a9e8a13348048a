/** Option `notKnown`: so many answers over so many seconds. */
export interface NotKnownRule {
  answers: number
  seconds: number
}

/** What the service answered since something was sent last. */
export interface NotKnownAnswers {
  not_known_count: number
  /** When it said so first, and when it was asked last. */
  not_known_since: Date | null
  looked_up_at: Date | null
}

/**
 * Whether the answer "not known" is believed (docs/service.md#not-known). The request may still sit
 * in a queue, so one answer proves nothing. Time in which nobody asked proves nothing either.
 */
export function isBelieved(
  { not_known_count, not_known_since, looked_up_at }: NotKnownAnswers,
  { answers, seconds }: NotKnownRule
): boolean {
  return (
    not_known_since !== null &&
    looked_up_at !== null &&
    not_known_count >= answers &&
    looked_up_at.getTime() - not_known_since.getTime() >= seconds * 1000
  )
}
