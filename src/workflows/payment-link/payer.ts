import {
  CUSTOMER_FIELD_NAMES,
  readCustomerData,
  type CustomerData,
} from "../../domain/privacy/customer-data"
import type { CountryRule } from "../../domain/country/countries"
import {
  isInBuyersName,
  payerOf,
  payerTypists,
  type BeganPayment,
  type PayerTypists,
  type PersonDocument,
} from "../../domain/payin/payer"
import type { Transaction } from "../../modules/ledger/rows"
import type { PayInLedgerService } from "../../modules/ledger/service"
import { payerOf as payerOfPayIn } from "../../settlement/kept-destination"
import type { OwingOrder } from "../../medusa/owing-order"
import { collectionsOf } from "./owing"

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
    ...(remembered && readCustomerData(payerOfPayIn(ledger.sealer, remembered), country).data),
    ...typed,
  }
}

/**
 * The pay-ins in the name of the order's buyer. Whoever has an order's address can begin one in
 * another name: its link and its document must not be offered as the buyer's, to whom money goes back.
 *
 * @param payIns all pay-ins of the order
 */
export function payInsOfBuyer(
  ledger: PayInLedgerService,
  order: OwingOrder,
  payIns: readonly Transaction[]
): Transaction[] {
  const began = payIns.flatMap((row): [Transaction, BeganPayment][] => {
    const payer = payerOfPayIn(ledger.sealer, row)
    return payer === null ? [] : [[row, { ...payer, of_cart: row.created_at < order.created_at }]]
  })
  const all = began.map(([, payment]) => payment)
  return began.flatMap(([row, payment]) => (isInBuyersName(order, payment, all) ? [row] : []))
}

/** Whether a pay-in of the order is in the name of its buyer. */
export async function isOfBuyer(
  ledger: PayInLedgerService,
  order: OwingOrder,
  payIn: Pick<Transaction, "id">
): Promise<boolean> {
  const all = await ledger.transactions.ofCollections(collectionsOf(order))
  return payInsOfBuyer(ledger, order, all).some(({ id }) => id === payIn.id)
}

/** Whether a pay-in is in the name of exactly this person. */
export function isPaidBy(
  ledger: PayInLedgerService,
  payIn: Transaction,
  person: CustomerData
): boolean {
  const payer = payerOfPayIn(ledger.sealer, payIn)
  return payer !== null && CUSTOMER_FIELD_NAMES.every((name) => payer[name] === person[name])
}

/**
 * Who among operators chose the payer's document; null: the shopper did.
 *
 * @param typed what was typed now
 * @param makers operators who typed it, or may have
 * @param order null: there is only a cart yet
 * @param earlier all pay-ins of the order or cart. What somebody who is not the order's buyer gave on the
 *   storefront proves nothing: an operator can post there too
 */
export function typistsOf(
  ledger: PayInLedgerService,
  payer: PersonDocument,
  { typed, makers }: { typed: Partial<CustomerData>; makers: readonly string[] },
  order: OwingOrder | null,
  earlier: readonly Transaction[]
): PayerTypists {
  const types = typed.legal_doc !== undefined || typed.legal_doc_type !== undefined
  const ofBuyer = new Set(order === null ? earlier : payInsOfBuyer(ledger, order, earlier))
  const counted = earlier.filter((row) => row.payer_typed_by !== null || ofBuyer.has(row))
  const payers = counted.flatMap((row) => {
    const document = payerOfPayIn(ledger.sealer, row)
    return document === null ? [] : [{ document, typed_by: row.payer_typed_by }]
  })
  return payerTypists(payer, types ? makers : [], payers)
}
