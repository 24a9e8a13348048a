// Crockford's base32, as the ids of Medusa's rows are written.
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const TIME_LENGTH = 10

/**
 * The smallest ULID of an instant, in milliseconds since 1970: later ids compare greater. It finds
 * rows of Medusa's tables by age through their primary key.
 */
export function ulidBound(ms: number): string {
  const digits = Array.from({ length: TIME_LENGTH }, (_, place) => {
    const rest = Math.floor(ms / DIGITS.length ** (TIME_LENGTH - 1 - place))
    return DIGITS.charAt(rest % DIGITS.length)
  })
  return digits.join("")
}
