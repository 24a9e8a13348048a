import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WaitingPayout } from "../../domain/anomaly/proposal"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { servicesOf } from "../settle"
import { orderMakers } from "./order-makers"

/**
 * Four eyes: the payouts that pass on a card's money and leave once nothing doubts it, with their
 * makers. In the transaction of the decision.
 */
export async function waitingForCard(
  container: MedusaContainer,
  { reference, order_id }: Pick<CardTransaction, "reference" | "order_id">,
  trx: Knex.Transaction
): Promise<WaitingPayout[]> {
  const { ledger, payouts } = servicesOf(container)
  const payIn = await ledger.transactions.findByReference(reference)
  const of = { transaction_id: payIn?.id ?? null, order_id: payIn?.order_id ?? order_id }
  const waiting = await payouts.payouts.waitingFor(of, trx)
  return Promise.all(
    waiting.map(async (payout) => ({
      ...{ amount: payout.amount, currency: payout.currency },
      makers: await payouts.decisions.makersOf(payout, trx, orderMakers),
    }))
  )
}
