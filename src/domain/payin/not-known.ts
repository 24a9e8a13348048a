/** Option `notKnown`: so many answers over so many seconds. */
export interface NotKnownRule {
  answers: number
  seconds: number
}

/** The answers "not known" since the last send. */
export interface NotKnownAnswers {
  not_known_count: number
  /** Time of the first such answer, and of the last lookup. */
  not_known_since: Date | null
  looked_up_at: Date | null
}

/**
 * Not known: whether this answer is believed (docs/service.md#not-known). The request may still sit
 * in a queue, so one answer proves nothing. Waiting without asking does not count. The answers must
 * span the time.
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
