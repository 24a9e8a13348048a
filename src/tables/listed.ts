/**
 * Our own words for SQL's `in`, never a request's. As values they would find the same rows without the indexes
 * that are partial on such words.
 */
export function listed(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(", ")})`
}
