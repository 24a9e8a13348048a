/**
 * A text from outside that PostgreSQL keeps: neither its texts nor its JSON take a NUL or half a surrogate
 * pair, and cutting a text at a length can leave half a pair.
 */
export function sanitize(text: string, max: number): string {
  return Buffer.from(text.slice(0, max)).toString("utf8").replaceAll("\0", "\ufffd")
}
