/**
 * Sanitizes a text from outside for PostgreSQL. Its texts and JSON accept neither a NUL nor half a
 * surrogate pair, and cutting a text can leave half a pair.
 */
export function sanitize(text: string, max: number): string {
  return Buffer.from(text.slice(0, max)).toString("utf8").replaceAll("\0", "\ufffd")
}
