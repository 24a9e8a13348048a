import { z } from "zod"
import type { CustomerData } from "../domain/privacy/customer-data"
import {
  completeDestination,
  type DestinationSource,
  type PayoutDestination,
} from "../domain/payout/destination"
import { refundOwner, type RefundedPayer } from "../domain/refund/destination"
import { ACCOUNT_TYPES } from "../domain/payout/methods"
import type { SealContext, Sealer } from "../domain/privacy/seal"
import type { Anomaly, Transaction } from "../modules/ledger/rows"
import type { RefundRow } from "../medusa/refund"

/** A destination, its method if one was chosen, and its makers; none: the shopper gave it. */
export interface KnownDestination {
  destination: PayoutDestination
  payment_method: string | undefined
  /** Null: it was written before this was kept. */
  from: DestinationSource | null
  makers: readonly string[]
  /** Whether another person decides, because it may not be the account of the person who paid. */
  other_person: boolean
}

/** An account as it was given. The person may be known from the pay-in. */
export type DecidedDestination = Partial<CustomerData> &
  Parameters<typeof completeDestination>[0] & { payment_method?: string | undefined }

const text = z.string()
const keptSchema = z.object({
  bank: text.nullable(),
  account_number: text.nullable(),
  account_type: z.enum(ACCOUNT_TYPES).nullable(),
  payment_method: text.optional(),
  legal_doc: text.optional(),
  legal_doc_type: text.optional(),
  phone_code: text.optional(),
  phone_number: text.optional(),
  email: text.optional(),
  full_name: text.optional(),
})
const customerSchema = z.object({
  legal_doc: text,
  legal_doc_type: text,
  phone_code: text,
  phone_number: text,
  email: text,
  full_name: text,
})

/** The refund destination that the shopper gave at checkout, if there is one and it can be read. */
export function keptDestination(sealer: Sealer, payIn: Transaction): KnownDestination | null {
  const kept = openedOf(sealer, payIn, "refund_destination_sealed", keptSchema)
  return kept && completed(sealer, payIn, kept, "checkout")
}

/**
 * The destination of a refund: the one given with it, else the shopper's from checkout. If a given
 * one cannot be read any more, no other account is used: null, and a person gives it again.
 */
export function destinationOfRefund(
  sealer: Sealer,
  payIn: Transaction,
  refund: RefundRow | undefined
): KnownDestination | null {
  if (refund?.request_id == null || refund.destination_sealed === null) {
    return keptDestination(sealer, payIn)
  }
  const { request_id: row, destination_sealed } = refund
  const context = { table: "payin_operator_request", row, column: "destination_sealed" }
  const asked = opened(sealer, destination_sealed, context, keptSchema)
  return asked && completed(sealer, payIn, asked, "operator")
}

/** The destination given with a decision, if there is one. */
export function decidedDestination(sealer: Sealer, anomaly: Anomaly): DecidedDestination | null {
  const context = { table: "payin_anomaly", row: anomaly.id, column: "destination_sealed" }
  return opened(sealer, anomaly.destination_sealed, context, keptSchema)
}

/** The payer's data, as far as it can be read. Secret. */
export function payerOf(sealer: Sealer, payIn: Transaction): CustomerData | null {
  return openedOf(sealer, payIn, "customer_sealed", customerSchema)
}

/** The given account, with the payer as its owner unless another person was named. */
export function completed(
  sealer: Sealer,
  payIn: Transaction,
  given: DecidedDestination,
  from: DestinationSource
): KnownDestination | null {
  const customer = payerOf(sealer, payIn)
  const destination = completeDestination(given, { ...customer, ...given })
  const { payment_method } = given
  return destination === undefined
    ? null
    : {
        destination,
        payment_method,
        from,
        ...refundOwner(refundedPayer(sealer, payIn), destination),
      }
}

/** The payer of a pay-in, for four eyes. */
export function refundedPayer(sealer: Sealer, payIn: Transaction): RefundedPayer {
  return { document: payerOf(sealer, payIn), typed_by: payIn.payer_typed_by }
}

function openedOf<Value>(
  sealer: Sealer,
  { id, ...columns }: Transaction,
  column: "customer_sealed" | "refund_destination_sealed",
  schema: z.ZodType<Value>
): Value | null {
  return opened(sealer, columns[column], { table: "payin_transaction", row: id, column }, schema)
}

/** Null also when the data was removed or its key is lost: then the shopper is asked. */
function opened<Value>(
  sealer: Sealer,
  sealed: string | null,
  context: SealContext,
  schema: z.ZodType<Value>
): Value | null {
  if (sealed === null) {
    return null
  }
  try {
    return schema.parse(JSON.parse(sealer.open(sealed, context)))
  } catch {
    return null
  }
}
