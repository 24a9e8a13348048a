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
 * Whether "the service does not know it" is believed (gaps.md PayIn): it may still sit in a queue, so one
 * answer proves nothing, and neither does time in which nobody asked.
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
