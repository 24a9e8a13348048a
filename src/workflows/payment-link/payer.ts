import { readCustomerData, type CustomerData } from "../../domain/customer-data"
import type { CountryRule } from "../../domain/countries"
import { payerOf } from "../../domain/payer"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { OwingOrder } from "./order"

/**
 * The payer's data, best source last: order, customer and addresses; then the payer of an earlier
 * link of this order, document number included; then the operator's input.
 */
export function payerOfOrder(
  ledger: PayInLedgerService,
  order: OwingOrder,
  earlier: readonly Transaction[],
  country: CountryRule,
  typed: Partial<CustomerData>
): Partial<CustomerData> {
  const remembered = earlier.find((row) => row.country === country.country)
  return {
    phone_code: country.phone_code,
    ...readCustomerData(payerOf(order), country).data,
    ...(remembered && readCustomerData(opened(ledger, remembered), country).data),
    ...typed,
  }
}

function opened(ledger: PayInLedgerService, row: Transaction): unknown {
  try {
    const context = { table: "payin_transaction", row: row.id, column: "customer_sealed" }
    return JSON.parse(ledger.sealer.open(row.customer_sealed, context))
  } catch {
    // The shopper's data was removed or its key is lost: then it is asked for.
    return null
  }
}
