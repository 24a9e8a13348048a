/** Option `notKnown`: so many answers over so many seconds. */
export interface NotKnownRule {
  answers: number
  seconds: number
}

/** What the service answered since something was sent last. */
export interface NotKnownAnswers {
  not_known_count: number
  not_known_since: Date | null
}

/**
 * Whether "the service does not know it" is believed (gaps.md PayIn): it may still sit in a queue, so one
 * answer proves nothing.
 */
export function isBelieved(
  { not_known_count, not_known_since }: NotKnownAnswers,
  { answers, seconds }: NotKnownRule,
  now: Date
): boolean {
  return (
    not_known_since !== null &&
    not_known_count >= answers &&
    now.getTime() - not_known_since.getTime() >= seconds * 1000
  )
}
