import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isPauseAbove, pauseOf } from "../../domain/anomaly/pause"
import type { WaitingPayout } from "../../domain/anomaly/proposal"
import { user, type Actor } from "../../domain/payout/actor"
import { accountOf } from "../../medusa/user"
import type { Anomaly } from "../../modules/ledger/rows"
import type { Payout } from "../../modules/payouts/rows"
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
  return withMakers(container, await payouts.payouts.waitingFor(of, trx), trx)
}

/**
 * Four eyes: the payouts above the limit whose makers do not end the pause of their account alone. The
 * payout that pauses it needs a second person who could approve it. Of the others, which leave then, one
 * of the two people is enough: in a store of two, each may have made one.
 */
export async function waitingForPause(
  container: MedusaContainer,
  anomaly: Anomaly,
  trx: Knex.Transaction
): Promise<WaitingPayout[]> {
  const { payouts, gateway } = servicesOf(container)
  const pause = pauseOf(anomaly)
  const paused = anomaly.payout_id && (await payouts.payouts.find(anomaly.payout_id))
  if (pause === null || !paused) {
    return []
  }
  const isAbove = isPauseAbove(pause, gateway.options.approvalAbove)
  const others = await payouts.payouts.waitingAboveLimit(paused.account, trx)
  const own = await withMakers(container, isAbove ? [paused] : [], trx)
  const beside = await withMakers(container, others, trx)
  const or_by = beside.length === 0 ? null : await proposerOf(anomaly, trx)
  return [...own, ...beside.map((one) => (or_by === null ? one : { ...one, or_by }))]
}

async function proposerOf({ proposed }: Anomaly, trx: Knex.Transaction): Promise<Actor | null> {
  const account = proposed && (await accountOf(trx, proposed.by))
  return proposed && account && user(proposed.by, account)
}

async function withMakers(
  container: MedusaContainer,
  waiting: readonly Payout[],
  trx: Knex.Transaction
): Promise<WaitingPayout[]> {
  const { payouts } = servicesOf(container)
  return Promise.all(
    waiting.map(async (payout) => ({
      ...{ amount: payout.amount, currency: payout.currency },
      makers: await payouts.decisions.makersOf(payout, trx, orderMakers),
    }))
  )
}
