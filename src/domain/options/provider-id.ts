const PREFIX = "pp_payin_"
const CARD_PREFIX = "pp_payin-card_"

/** Medusa's id of the payment provider of one account. */
export function payInProviderId(account: string): string {
  return `${PREFIX}${account}`
}

/** Medusa's id of the card provider of one account. */
export function cardProviderId(account: string): string {
  return `${CARD_PREFIX}${account}`
}

/** Whether a payment provider is the hosted page of one of our accounts. */
export function isPayInProvider(providerId: string): boolean {
  return providerId.startsWith(PREFIX)
}

/** Whether a payment provider is one of ours, of either kind. */
export function isOurProvider(providerId: string): boolean {
  return isPayInProvider(providerId) || isCardProvider(providerId)
}

/** Medusa's ids of the payment providers of one account, whether it takes cards or not. */
export function providerIdsOf(account: string): string[] {
  return [payInProviderId(account), cardProviderId(account)]
}

/** Whether a payment provider is the card provider of one of our accounts. */
export function isCardProvider(providerId: string): boolean {
  return providerId.startsWith(CARD_PREFIX)
}

/** Medusa's own provider: of payments that a person marks as paid. */
export const MANUAL_PROVIDER_ID = "pp_system_default"
