const PREFIX = "pp_payin_"

/** Medusa's id of the payment provider of one account (design.md 3.1). */
export function payInProviderId(account: string): string {
  return `${PREFIX}${account}`
}

/** Whether a payment provider is one of ours. */
export function isPayInProvider(providerId: string): boolean {
  return providerId.startsWith(PREFIX)
}
