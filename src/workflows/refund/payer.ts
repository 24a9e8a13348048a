import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { Payout } from "../../modules/payouts/rows"
import type { PayoutDestination } from "../../domain/payout/destination"
import { refundOwner } from "../../domain/refund/destination"
import { payerOf, refundedPayer } from "../../settlement/kept-destination"
import { servicesOf } from "../settle"

const fields = z.record(z.string(), z.unknown())

/**
 * A posted destination, completed with the payer's known data where the payout refunds a shopper.
 */
export async function withPayer(
  container: MedusaContainer,
  { transaction_id }: Pick<Payout, "transaction_id">,
  destination: unknown
): Promise<unknown> {
  const posted = fields.safeParse(destination)
  if (transaction_id === null || !posted.success) {
    return destination
  }
  const { transactions, sealer } = servicesOf(container).ledger
  const payIn = await transactions.find(transaction_id)
  return { ...(payIn && payerOf(sealer, payIn)), ...posted.data }
}

/** {@link refundOwner} of a destination that is given to a payout. */
export async function ownerOfRefund(
  container: MedusaContainer,
  { transaction_id }: Pick<Payout, "transaction_id">,
  destination: PayoutDestination
): Promise<ReturnType<typeof refundOwner>> {
  if (transaction_id === null) {
    return { other_person: false, makers: [] }
  }
  const { transactions, sealer } = servicesOf(container).ledger
  const payIn = await transactions.find(transaction_id)
  const payer = payIn ? refundedPayer(sealer, payIn) : { document: null, typed_by: null }
  return refundOwner(payer, destination)
}
