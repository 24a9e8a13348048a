import { createHash, timingSafeEqual } from "node:crypto"

export type SignatureState = "valid" | "wrong" | "missing"

/**
 * Checks `x-trx-signature` of a PayIn or PayOut notification: SHA-256, hex, over the compact JSON
 * `{"token":T,"ticket":K,"reference":R}` with T a `Token-Top` value (docs/service.md#signatures).
 * It covers neither status nor amount, so even "valid" only makes the plugin ask the service.
 * @param header as it came, of any form; a repeated header is wrong
 * @param ticket `top_ticket` of the body, in the JSON type it came in
 * @param reference the reference of the plugin's own row, not the one of the body
 */
export function verifyIpnSignature(
  tokens: readonly string[],
  header: unknown,
  ticket: unknown,
  reference: string
): SignatureState {
  if (header === undefined || header === null || header === "") return "missing"
  if (typeof header !== "string") return "wrong"
  if (typeof ticket !== "string" && typeof ticket !== "number") return "wrong"
  const given = header.trim().toLowerCase()
  // Each token is tried, so that the time taken does not tell which one fits.
  const fits = tokens.map((token) =>
    equal(given, sha256(JSON.stringify({ token, ticket, reference })).toString("hex"))
  )
  return fits.includes(true) ? "valid" : "wrong"
}

/**
 * Compares digests. They have one length, so the time taken reveals neither length nor place of a
 * difference.
 */
function equal(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest()
}
