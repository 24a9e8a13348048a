import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { OPEN_PAYIN_STATUSES } from "../../domain/payin/state"
import { databaseNow } from "../../tables/now"
import { servicesOf } from "../settle"
import { eachRow } from "../settle/each-row"
import { requestsOf } from "./requests"

const BATCH = 100
const DAY_SECONDS = 86_400

/**
 * Forgetting: erases who paid, after option `retention.paidDays`, and keeps the facts of the money.
 * The rows decide, so a day without a worker is made good later. Nothing is erased of an order that
 * still has something open, and an order's later payment or refund begins its time anew.
 */
export async function forgetPaid(container: MedusaContainer, batch = BATCH): Promise<void> {
  const { paidDays } = servicesOf(container).gateway.options.retention
  if (paidDays === null) {
    return
  }
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  let last = { at: "-infinity", id: "" }
  for (;;) {
    const due = await duePayIns(pg, paidDays, { ...last, batch })
    const name = ({ id }: Mark) => `payer of pay-in ${id} not erased`
    await eachRow(container, due, name, ({ id }) => erasePayIn(container, id))
    const end = due.at(-1)
    if (end === undefined) {
      return
    }
    last = end
  }
}

/**
 * Forgetting: erases whose a card was that the service keeps no more: after `retention.paidDays` if
 * it paid, after `retention.unpaidDays` if it never did.
 */
export async function forgetCards(container: MedusaContainer): Promise<void> {
  const { subscriptions, gateway } = servicesOf(container)
  const { paidDays, unpaidDays } = gateway.options.retention
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const [paid, days] of [
    [false, unpaidDays],
    [true, paidDays],
  ] as const) {
    for (let after: string | undefined = ""; days !== null && after !== undefined;) {
      const due: string[] = await dueCards(pg, { paid, days, after })
      const name = (id: string) => `holder of card ${id} not erased`
      await eachRow(container, due, name, (id) =>
        pg.transaction(async (trx: Knex.Transaction) => {
          const found = await subscriptions.forgetting.lockCard(trx, id)
          await subscriptions.forgetting.erase(trx, found, "kept")
        })
      )
      after = due.at(-1)
    }
  }
}

/** The last row of a page; its time as the database writes it, because a Date ends with milliseconds. */
interface Mark {
  at: string
  id: string
}

async function duePayIns(
  pg: Knex,
  days: number,
  { at, id, batch }: Mark & { batch: number }
): Promise<Mark[]> {
  const before = databaseNow(pg, -days * DAY_SECONDS)
  const answer: { rows: Mark[] } = await pg.raw(
    `select t.id, t.status_changed_at::text as at from payin_transaction t
     where t.status = 'approved' and t.fingerprint <> t.id and t.deleted_at is null
       and (t.status_changed_at, t.id) > (?::timestamptz, ?) and t.status_changed_at < ?
       and (t.settled_at is not null or t.excluded_at is not null)
       and not exists (
         select 1 from payin_transaction o
         where o.order_id = t.order_id and o.id <> t.id and o.deleted_at is null and (
           (o.status = any(?) and o.lapsed_at is null) or (o.status = 'approved' and (
             o.status_changed_at >= ? or (o.settled_at is null and o.excluded_at is null)))))
       and not exists (
         select 1 from payin_payout p
         where p.source in ('refund', 'anomaly') and p.deleted_at is null
           and (p.transaction_id = t.id or p.order_id = t.order_id)
           and (p.status not in ('approved', 'canceled', 'paid_elsewhere')
             or p.status_changed_at >= ?))
       and not exists (
         select 1 from payin_anomaly a
         where a.status = 'open' and a.deleted_at is null
           and (a.transaction_id = t.id or a.order_id = t.order_id))
       and not exists (
         select 1 from payin_subscription s
         where s.status in ('active', 'past_due') and s.deleted_at is null and (
           s.order_id = t.order_id or exists (
             select 1 from payin_cycle c
             where c.payin_subscription_id = s.id and c.order_id = t.order_id)))
     order by t.status_changed_at, t.id limit ?`,
    [at, id, before, [...OPEN_PAYIN_STATUSES], before, before, batch]
  )
  return answer.rows
}

/** Looks again under the locks that a refund and a decision need, too. */
async function erasePayIn(container: MedusaContainer, id: string): Promise<void> {
  const { ledger, payouts, inbox } = servicesOf(container)
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await pg.transaction(async (trx: Knex.Transaction) => {
    const payIn = await ledger.forgetting.lockPaid(trx, id)
    if (payIn === null) {
      return
    }
    const order_ids = payIn.order_id === null ? [] : [payIn.order_id]
    const given = await payouts.forgetting.lock(trx, { transaction_ids: [id], order_ids })
    const payout_ids = given.map((payout) => payout.id)
    const open = [
      ...(await ledger.forgetting.underWay(trx, [payIn], { order_ids, payout_ids })),
      ...payouts.forgetting.underWay(given),
    ]
    if (open.length > 0) {
      return
    }
    const request_ids = await requestsOf(trx, given)
    const named_ids = [...order_ids, ...payout_ids, id]
    await ledger.forgetting.erase(trx, [payIn], { named_ids, request_ids }, "kept")
    await payouts.forgetting.erase(trx, given)
    const references = given.flatMap(({ reference }) => reference ?? [])
    await inbox.forgetting.erase(trx, [payIn.reference, ...references])
  })
}

async function dueCards(
  pg: Knex,
  { paid, days, after }: { paid: boolean; days: number; after: string }
): Promise<string[]> {
  const before = databaseNow(pg, -days * DAY_SECONDS)
  const answer: { rows: { id: string }[] } = await pg.raw(
    `select c.id from payin_card c
     where c.status in ('canceled', 'expired', 'failed') and c.erased_at is null
       and c.deleted_at is null and c.status_changed_at < ? and c.id > ?
       and ? = exists (
         select 1 from payin_card_transaction t where t.card_id = c.id and t.status = 'captured')
       and not exists (
         select 1 from payin_card_transaction t
         where t.card_id = c.id and t.deleted_at is null and (
           t.status not in ('captured', 'declined', 'error', 'released')
           or (t.status = 'captured' and t.settled_at is null)
           or t.status_changed_at >= ?
           or exists (
             select 1 from payin_anomaly a
             where a.subject = t.id and a.status = 'open' and a.deleted_at is null)))
       and not exists (
         select 1 from payin_subscription s
         where s.card_id = c.id and s.status in ('active', 'past_due') and s.deleted_at is null)
     order by c.id limit ?`,
    [before, after, paid, before, BATCH]
  )
  return answer.rows.map(({ id }) => id)
}
