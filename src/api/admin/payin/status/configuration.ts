import {
  wireExample,
  wireSample,
  type PayInAccount,
  type PayInOptions,
} from "../../../../domain/options/options"
import { payInProviderId } from "../../../../domain/options/provider-id"
import type { AccountDiagnostics } from "../../../../modules/gateway"
import type { AdminAccountStatus, AdminStatusAnswer } from "../status-types"

/** The provider of an account as Medusa registers it. */
export function providerOf(account: Pick<PayInAccount, "id">): string {
  return payInProviderId(account.id)
}

export function showAccount(
  account: PayInAccount,
  lines: readonly AccountDiagnostics[],
  countries: PayInOptions["countries"]
): AdminAccountStatus {
  const line = lines.find((one) => one.account === account.id)
  return {
    id: account.id,
    provider_id: providerOf(account),
    country: account.country,
    currency: account.currency,
    base_url_host: new URL(account.baseUrl).host,
    breaker: line?.breaker ?? "closed",
    in_flight: line?.in_flight ?? 0,
    waiting: line?.waiting ?? 0,
    last_success_at: line?.last_success_at ?? null,
    payment_methods: countries[account.country].methods
      .filter(({ enabled }) => enabled)
      .map(({ payment_method, label }) => ({ payment_method, label })),
  }
}

/**
 * The options that an operator may see, named one by one. A new option is not shown until somebody
 * adds it here.
 */
export function describeConfiguration(
  options: PayInOptions
): Pick<AdminStatusAnswer, "options" | "wire_examples" | "addresses"> {
  const { accounts, callbackUrl, decimals } = options
  const currencies = [...new Set(accounts.map((account) => account.currency))]
  return {
    options: {
      callbackUrl,
      returnUrl: [
        ...new Set(accounts.map((account) => account.returnUrl ?? options.returnUrl)),
      ].join(", "),
      language: options.language,
      rounding: options.rounding,
      placeOrderWhilePending: options.placeOrderWhilePending,
      onPaymentFailed: options.onPaymentFailed,
      refunds: options.refunds,
      payouts: { enabled: options.payouts.enabled, walletMethod: options.payouts.walletMethod },
      approvalAbove: options.approvalAbove,
      approvalAbovePerDay: options.approvalAbovePerDay,
      beneficiaryChanges: options.beneficiaryChanges,
      refundsToOthers: options.refundsToOthers,
      approvers: options.approvers ?? null,
      unknownPayouts: options.unknownPayouts,
      installation: options.installation,
      ipnSignature: options.ipnSignature,
      amounts: options.amounts,
      paths: options.paths,
    },
    wire_examples: currencies.map((currency) => ({
      currency,
      decimals: decimals[currency],
      ...wireSample(currency, decimals[currency]),
      example: wireExample(currency, decimals[currency]),
    })),
    addresses: {
      ipn: `${callbackUrl}/hooks/payin/ipn/{reference}/{key}`,
      card: options.card && `${callbackUrl}/hooks/payin/card`,
      standard: accounts.map((account) => ({
        provider_id: providerOf(account),
        url: `${callbackUrl}/hooks/payment/payin_${account.id}`,
      })),
    },
  }
}
