import type { MedusaContainer } from "@medusajs/framework/types"
import { sameAmount, type MajorAmount } from "../../domain/money/amount"
import { payInStatusFor } from "../../domain/payin/state"
import { isCardProvider } from "../../domain/options/provider-id"
import type { Transaction } from "../../modules/ledger/rows"
import { lookUpByEveryName } from "../../settlement/every-name"
import { differs } from "../../settlement/fetch-status"
import { servicesOf } from "./index"

/** The money by the service's latest answer. */
export interface Confirmation {
  amount: MajorAmount
  currency: string
  ticket: string | null
  service_status: string
}

/**
 * Looks up money that a person is about to decide on, because the last report may be old. Returns
 * the money, or in plain words why it cannot be decided on.
 *
 * @throws GatewayError when the service gave no clear answer.
 */
export async function confirmMoney(
  container: MedusaContainer,
  row: Transaction
): Promise<Confirmation | string> {
  if (isCardProvider(row.provider_id)) {
    // A card cannot be looked up: the ledger has the captured amount
    // (docs/service.md#no-card-lookup).
    const { approved_amount: amount, approved_currency: currency } = row
    return amount === null || currency === null
      ? "It is not known how much was captured: ask the service."
      : { amount, currency, ticket: null, service_status: "APPROVED" }
  }
  const { gateway } = servicesOf(container)
  if (!gateway.options.accounts.some((account) => account.id === row.account)) {
    return `Account "${row.account}" is not configured: put it back into option accounts.`
  }
  const answer = await lookUpByEveryName(gateway, row)
  if (answer.kind === "not_known") {
    return "The payment service does not know this payment now: ask the service."
  }
  const { ticket, status, raw_status, amount, currency } = answer.transaction
  const difference = differs(row, answer.transaction)
  if (difference !== null) {
    return `The payment service answered for something else (${difference}): ask the service.`
  }
  if (payInStatusFor(status) !== "approved") {
    return `The payment service says ${raw_status} now, not approved: nothing can be decided.`
  }
  if (amount === null || currency === null) {
    return "The payment service names no amount or currency: ask the service."
  }
  const reported = row.status === "approved"
  const same =
    row.approved_amount !== null &&
    sameAmount(row.approved_amount, amount) &&
    row.approved_currency === currency
  if (reported && !same) {
    return `The payment service says ${amount} ${currency} now, which is not what it reported: ask the service.`
  }
  return { amount, currency, ticket, service_status: status }
}
