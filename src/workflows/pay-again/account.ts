import type { PayInAccount, PayInOptions } from "../../domain/options/options"

/** The accounts that take a currency. */
export function accountsFor(
  { accounts }: Pick<PayInOptions, "accounts">,
  currency: string
): PayInAccount[] {
  return accounts.filter((account) => account.currency === currency)
}

/** The account that an order is paid again by: that of its newest payment, else the first that fits. */
export function accountToPayAgain(
  options: Pick<PayInOptions, "accounts">,
  currency: string,
  earlier: readonly { account: string }[]
): PayInAccount | null {
  const fitting = accountsFor(options, currency)
  const last = earlier
    .map((payment) => fitting.find(({ id }) => id === payment.account))
    .find((account) => account !== undefined)
  return last ?? fitting.at(0) ?? null
}
