import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { Payout } from "../../modules/payouts/rows"
import type { PayoutDestination } from "../../domain/payout-destination"
import { isOtherPerson, payerOf } from "../../settlement/kept-destination"
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

/** Whether a destination belongs to somebody else than the person whose payment is refunded. */
export async function isOfOtherPerson(
  container: MedusaContainer,
  { transaction_id }: Pick<Payout, "transaction_id">,
  destination: PayoutDestination
): Promise<boolean> {
  if (transaction_id === null) {
    return false
  }
  const { transactions, sealer } = servicesOf(container).ledger
  const payIn = await transactions.find(transaction_id)
  return isOtherPerson(payIn && payerOf(sealer, payIn), destination)
}
