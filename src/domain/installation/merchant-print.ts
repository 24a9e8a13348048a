import { createHash } from "node:crypto"
import type { PayInAccount } from "../options/options"

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

/** Fingerprints of the merchants that the options name, by the id of the account. */
export type MerchantPrints = ReadonlyMap<string, string>

export function merchantPrints(accounts: readonly PayInAccount[]): MerchantPrints {
  return new Map(accounts.map((account) => [account.id, merchantPrint(account)]))
}

/**
 * Whether something was sent to the merchant that is asked about it now. Another one does not know
 * it, whatever became of it.
 */
export function isOfMerchant(
  { account, sent_to }: { account: string; sent_to: string | null },
  prints: MerchantPrints
): boolean {
  const print = prints.get(account)
  return print === undefined || sent_to === null || isSameMerchant(sent_to, print)
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16)
}
