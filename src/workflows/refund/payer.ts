import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Payout } from "../../modules/payouts/rows"
import { makersOf } from "../../domain/payout/actor"
import type { PayoutTarget } from "../../domain/payout/destination"
import { isByForm } from "../../domain/payout/methods"
import { refundOwner } from "../../domain/refund/destination"
import { payerOf, refundedPayer } from "../../settlement/kept-destination"
import { readersOf } from "../payout/order-makers"
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

/**
 * {@link refundOwner} of a destination that is given to a payout. Of a form, who may read the order's mail
 * now is a maker, too: they could enter the account.
 */
export async function ownerOfRefund(
  container: MedusaContainer,
  payout: Pick<Payout, "transaction_id" | "source" | "order_id">,
  { destination, payment_method }: PayoutTarget
): Promise<ReturnType<typeof refundOwner>> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const readers = makersOf(...(isByForm({ payment_method }) ? await readersOf(pg, payout) : []))
  const { transaction_id } = payout
  if (transaction_id === null) {
    return { other_person: false, makers: readers }
  }
  const { transactions, sealer } = servicesOf(container).ledger
  const payIn = await transactions.find(transaction_id)
  const payer = payIn ? refundedPayer(sealer, payIn) : { document: null, typed_by: null }
  const { other_person, makers } = refundOwner(payer, destination)
  return { other_person, makers: [...makers, ...readers] }
}
