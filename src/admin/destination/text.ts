import type { AdminDestination } from "../../api/admin/payin/payout-types"

/**
 * Where money goes, as far as a screen may show it: "Ana Pérez · BANCOLOMBIA ••••6789". `email` is of whoever
 * names the account in a form.
 */
export function destinationText(destination: AdminDestination, email?: string | null): string {
  return [destination.full_name, accountText(destination), email].filter(Boolean).join(" · ")
}

/** The same without whose it is. */
export function accountText({
  bank,
  account_last_four,
}: Pick<AdminDestination, "bank" | "account_last_four">): string {
  return [bank, account_last_four && `••••${account_last_four}`].filter(Boolean).join(" ")
}

/** The same of what is being written; its writer may see the whole number, or e-mail, to compare. */
export function writtenText(written: Partial<Record<string, string>>): string {
  const account = [written.bank, written.account_number].filter(Boolean).join(" ")
  return [written.full_name, account || written.email].filter(Boolean).join(" · ")
}
