import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../../domain/row/medusa-row"
import { subtractAmounts, sumAmounts, type MajorAmount } from "../../domain/money/amount"
import { leftToRefund } from "../../domain/payout/bound"
import { isOurProvider } from "../../domain/options/provider-id"
import { parseReference } from "../../domain/row/reference"
import { sendable } from "../../domain/money/wire-decimals"
import type { Transaction } from "../../modules/ledger/rows"
import { servicesOf } from "../settle"

const refund = z.object({
  id: z.string(),
  amount: medusaAmount,
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
const payment = z.object({
  id: z.string(),
  provider_id: z.string(),
  payment_collection_id: z.string(),
  data: z.looseObject({ reference: z.string().nullish().catch(null) }).nullish(),
  canceled_at: z.unknown(),
  captures: medusaRows(z.object({ id: z.string(), amount: medusaAmount })),
  refunds: medusaRows(refund),
})
const order = z.object({
  payment_collections: medusaRows(z.object({ payments: medusaRows(payment) })),
  transactions: medusaRows(z.object({ reference_id: z.string().nullish() })),
})

export type OrderPayment = z.infer<typeof payment>

/**
 * The captured payments of ours that an order has, also by a canceled payment that it shows
 * (docs/medusa.md#canceled-payments); null when there is no such order.
 */
export async function findPayments(
  container: MedusaContainer,
  orderId: string
): Promise<OrderPayment[] | null> {
  const payments = "payment_collections.payments"
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      ...["id", "provider_id", "payment_collection_id", "data", "canceled_at"].map(
        (field) => `${payments}.${field}`
      ),
      `${payments}.captures.*`,
      `${payments}.refunds.*`,
      "transactions.reference_id",
    ],
    filters: { id: orderId },
  })
  if (data.length === 0) {
    return null
  }
  const { payment_collections, transactions } = order.parse(data[0])
  const shown = new Set(transactions.map(({ reference_id }) => reference_id))
  return payment_collections
    .flatMap((collection) => collection.payments)
    .filter(
      ({ provider_id, captures, canceled_at }) =>
        // Medusa sets no capture time for a hold that was captured in part.
        isOurProvider(provider_id) &&
        captures.some(({ id }) => canceled_at == null || shown.has(id))
    )
}

/** Refund limit: the refundable balance of one payment. Amounts in major units. */
export interface Refundable {
  payIn: Transaction
  /** Balance in Medusa's books, unrounded. */
  in_books: MajorAmount
  /** Received amount minus refund payouts, as it can be sent. */
  to_pay: MajorAmount
}

/** Null when the ledger knows no link of this payment. */
export async function findRefundable(
  container: MedusaContainer,
  { data, captures, refunds }: OrderPayment
): Promise<Refundable | null> {
  const { ledger, payouts, gateway } = servicesOf(container)
  const reference = parseReference(data?.reference ?? "")
  const payIn = reference && (await ledger.transactions.findByReference(reference))
  if (!payIn) {
    return null
  }
  const known = new Set(refunds.map(({ id }) => id))
  const given = (await payouts.payouts.ofTransaction(payIn.id)).filter(
    // A payout for a refund that Medusa took back is about to be canceled, or pays the next one.
    ({ source, refund_id }) => !(source === "refund" && !known.has(refund_id ?? ""))
  )
  return {
    payIn,
    in_books: subtractAmounts(sumAmounts(captures), sumAmounts(refunds)),
    to_pay: sendable(gateway.options, payIn.currency, leftToRefund(payIn.approved_amount, given)),
  }
}
