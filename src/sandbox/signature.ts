import { createHash } from "node:crypto"

/**
 * `x-trx-signature`: SHA-256, hex, over compact JSON of the merchant's token, ticket and reference
 * (docs/service.md#signatures). It covers neither status nor amount.
 */
export function sign(token: string, ticket: string, reference: string): string {
  return createHash("sha256").update(JSON.stringify({ token, ticket, reference })).digest("hex")
}
