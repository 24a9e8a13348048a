/**
 * Writes our own words into SQL's `in`, never a request's. As bound values they would not match the
 * indexes that are partial on such words.
 */
export function listed(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(", ")})`
}
