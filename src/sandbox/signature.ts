import { createHash } from "node:crypto"

/**
 * `x-trx-signature` as gaps.md IPN reads it: SHA-256, hex, over compact JSON of the merchant's
 * token, ticket and reference. It covers neither status nor amount.
 */
export function sign(token: string, ticket: string, reference: string): string {
  return createHash("sha256").update(JSON.stringify({ token, ticket, reference })).digest("hex")
}
