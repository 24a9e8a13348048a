import { createHash } from "node:crypto"
import type { PayInAccount } from "./options"

/**
 * Fingerprint of the merchant that an account's credentials belong to. Kept beside what was sent,
 * because only that merchant can be asked about it. It shows no credential.
 */
export function merchantPrint({
  username,
  merchantId,
}: Pick<PayInAccount, "username" | "merchantId">): string {
  return `${hashOf(username)}.${merchantId === null ? "" : hashOf(merchantId)}`
}

/** Whether two fingerprints are of one merchant. A `merchantId` that is missing in one says nothing. */
export function isSameMerchant(one: string, other: string): boolean {
  const [[user, id], [otherUser, otherId]] = [one.split("."), other.split(".")]
  return user === otherUser && (id === otherId || id === "" || otherId === "")
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16)
}
