import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { SYSTEM } from "../../domain/payout/actor"
import type { Whose } from "../../domain/privacy/personal-data"
import { servicesOf } from "../settle"
import { requestsOf } from "./requests"
import { presentWhose } from "./whose"

/** Number of erased rows. */
export interface Forgotten {
  customer_ids: string[]
  pay_ins: number
  payouts: number
  cards: number
  subscriptions: number
}

/**
 * Forgetting: erases a customer's data from the plugin's tables, and keeps the facts of the money:
 * amounts, references, states, order ids. All of it or nothing; safe to repeat. The audit trail
 * records it under the customer's id. Medusa's own tables are left to the store.
 *
 * @param customer a customer's id, or an e-mail address, which may belong to several customers
 * @throws MedusaError `not_found`; `not_allowed` with every reason while money is under way
 */
export async function forgetCustomer(
  container: MedusaContainer,
  customer: string
): Promise<Forgotten> {
  const whose = await presentWhose(container, customer)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return pg.transaction((trx: Knex.Transaction) => erase(container, trx, whose))
}

/** Locks the pay-ins first, as every refund does before it writes a payout. */
async function erase(
  container: MedusaContainer,
  trx: Knex.Transaction,
  whose: Whose
): Promise<Forgotten> {
  const { ledger, payouts, subscriptions, inbox } = servicesOf(container)
  const { customer_ids } = whose
  const payIns = await ledger.forgetting.lock(trx, whose)
  const order_ids = [
    ...new Set([...whose.order_ids, ...payIns.flatMap(({ order_id }) => order_id ?? [])]),
  ]
  const transaction_ids = payIns.map(({ id }) => id)
  const given = await payouts.forgetting.lock(trx, { transaction_ids, order_ids })
  const payout_ids = given.map(({ id }) => id)
  const bought = await subscriptions.forgetting.lock(trx, { ...whose, order_ids })

  const reasons = [
    ...(await ledger.forgetting.underWay(trx, payIns, { order_ids, payout_ids })),
    ...payouts.forgetting.underWay(given),
    ...(await subscriptions.forgetting.underWay(trx, bought)),
  ]
  if (reasons.length > 0) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Money of this customer is under way, nothing was erased:\n- ${reasons.join("\n- ")}`
    )
  }

  const request_ids = await requestsOf(trx, given)
  const references = [
    ...payIns.map(({ reference }) => reference),
    ...given.flatMap(({ reference }) => reference ?? []),
    ...bought.transactions.map(({ reference }) => reference),
  ]
  const named_ids = [...order_ids, ...payout_ids, ...transaction_ids]
  await ledger.forgetting.erase(trx, payIns, { named_ids, request_ids })
  await payouts.forgetting.erase(trx, given)
  await subscriptions.forgetting.erase(trx, bought)
  await inbox.forgetting.erase(trx, references)
  const counts = {
    pay_ins: payIns.length,
    payouts: given.length,
    cards: bought.cards.length,
    subscriptions: bought.subscriptions.length,
  }
  for (const subject_id of customer_ids) {
    await payouts.audit.note(trx, { subject_id, action: "forgotten", actor: SYSTEM, facts: counts })
  }
  return { customer_ids, ...counts }
}
