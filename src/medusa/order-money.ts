import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { majorAmount } from "../domain/money/amount"
import { BOOKED_FOR_ORDER, SHOWN_BY_ORDER } from "./payment"

const amount = z.string().transform((text) => majorAmount(text))
const moneyRow = z.object({
  captured: amount,
  refunded: amount,
  credited_since_refund: amount,
  refunded_at: z.coerce.date().nullable(),
})

/** Received and refunded money of an order. */
export type OrderMoney = z.infer<typeof moneyRow>

// Only payments that the order shows, and Refunds for it: what a failed completion captured and
// refunded is not the order's. Credit lines are copied into each version of an order, the changes that made them
// are not.
const MONEY = `
  with paid as (
    select p.id, p.canceled_at from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    where l.order_id = ? and l.deleted_at is null and ${SHOWN_BY_ORDER}
  ), back as (
    select r.amount, r.created_at from refund r
    join paid p on p.id = r.payment_id
    where r.deleted_at is null and ${BOOKED_FOR_ORDER}
  )
  select
    coalesce((select sum(c.amount) from capture c
      where c.payment_id in (select id from paid) and c.deleted_at is null), 0)::text as captured,
    coalesce((select sum(amount) from back), 0)::text as refunded,
    (select max(created_at) from back) as refunded_at,
    coalesce((select sum(a.amount) from order_change_action a
      join order_change g on g.id = a.order_change_id
      where a.order_id = ? and a.action = 'CREDIT_LINE_ADD' and a.deleted_at is null
        and g.status = 'confirmed' and g.deleted_at is null
        and a.created_at >= (select min(created_at) from back)), 0)::text as credited_since_refund`

/** Reads an order's payments, refunds and credit lines in one query. */
export async function orderMoney(container: MedusaContainer, orderId: string): Promise<OrderMoney> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(MONEY, [orderId, orderId])
  return moneyRow.parse(answer.rows[0])
}
