import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { medusaAmount } from "../../domain/medusa-row"
import {
  addAmounts,
  isPositive,
  subtractAmounts,
  sumAmounts,
  ZERO,
  type MajorAmount,
} from "../../domain/money"
import { providerIdsOf } from "../../domain/provider-id"
import {
  forgivenCredits,
  missingCredits,
  type DatedEntry,
  type OfRefund,
} from "../../domain/refund-books"
import { servicesOf } from "../settle"
import { isChanging } from "../../medusa/repairs/order-change"
import { readOwed } from "../../medusa/order"
import { readShown } from "./shown"

const row = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      refunds: z.array(z.object({ id: z.string(), amount: medusaAmount })),
    })
  ),
  entries: z.array(
    z.object({
      reference: z.string().nullable(),
      reference_id: z.string().nullable(),
      amount: medusaAmount,
      at: z.coerce.date(),
      version: z.number(),
    })
  ),
  credited: medusaAmount,
  credits: z.array(
    z.object({ at: z.coerce.date(), amount: medusaAmount, refund_id: z.string().nullable() })
  ),
})

// Medusa copies the credit lines into each new version of the order. Their actions exist once, with
// their time.
const MONEY_OF_ORDER = `
  select
    (select coalesce(json_agg(json_build_object('id', p.id, 'refunds',
        (select json_agg(json_build_object('id', r.id, 'amount', r.amount::text) order by r.id)
          from refund r where r.payment_id = p.id and r.deleted_at is null))), '[]')
      from order_payment_collection l
      join payment p on p.payment_collection_id = l.payment_collection_id
        and (cast(:providers as text[]) is null or p.provider_id = any(:providers))
      where l.order_id = o.id and l.deleted_at is null
        and exists (select 1 from refund r where r.payment_id = p.id and r.deleted_at is null)) as payments,
    (select coalesce(json_agg(json_build_object('reference', t.reference,
        'reference_id', t.reference_id, 'amount', t.amount::text, 'at', t.created_at,
        'version', t.version)
        order by t.created_at, t.id), '[]')
      from order_transaction t where t.order_id = o.id and t.deleted_at is null) as entries,
    (select coalesce(json_agg(json_build_object('at', a.created_at, 'amount', a.amount::text,
        'refund_id', case when a.reference = 'refund' then a.reference_id end)), '[]')
      from order_change_action a
      join order_change c on c.id = a.order_change_id and c.status = 'confirmed' and c.deleted_at is null
      where a.order_id = o.id and a.action = 'CREDIT_LINE_ADD' and a.amount > 0
        and a.deleted_at is null) as credits,
    (select coalesce(sum(c.amount), 0)::text from order_credit_line c
      where c.order_id = o.id and c.version = o.version and c.deleted_at is null) as credited
  from "order" o where o.id = :order_id and o.deleted_at is null`

/** The refunds of an order's payments, its entries with their costs, and its credit lines. */
interface MoneyOfOrder extends Pick<z.infer<typeof row>, "payments" | "credits" | "credited"> {
  entries: DatedEntry[]
}

/** @param providers whose payments count; null: all */
async function moneyOf(
  container: MedusaContainer,
  orderId: string,
  providers: string[] | null
): Promise<MoneyOfOrder | null> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const found: { rows: unknown[] } = await pg.raw(MONEY_OF_ORDER, { providers, order_id: orderId })
  if (found.rows.length === 0) {
    return null
  }
  const { payments, entries, credits, credited } = row.parse(found.rows[0])
  const versions = payments.length === 0 ? [] : entries.map(({ version }) => version)
  const costs = await costsOf(container, orderId, new Set(versions))
  const dated = entries.map((entry) => ({ ...entry, cost: costs.get(entry.version) ?? ZERO }))
  return { payments, entries: dated, credits, credited }
}

/**
 * What somebody forgave of an order, by credit lines that no refund explains, in major units. Those that
 * came with its cart, such as a gift card, have no action of their own.
 */
export async function forgivenOf(
  container: MedusaContainer,
  orderId: string
): Promise<MajorAmount> {
  const money = await moneyOf(container, orderId, null)
  if (money === null) {
    return ZERO
  }
  const { payments, entries, credits, credited } = money
  const ofCart = subtractAmounts(credited, sumAmounts(credits))
  return addAmounts(forgivenCredits(payments, entries, credits), isPositive(ofCart) ? ofCart : ZERO)
}

/**
 * Missing credit lines of an order for our Refunds: without them it asks its buyer for refunded
 * money. None while the order shows a refund that does not exist: no sum can be trusted until its
 * entry is removed, or a person decided about it.
 */
export async function lackingCredits(
  container: MedusaContainer,
  orderId: string
): Promise<OfRefund[]> {
  const owed = (await readOwed(container, orderId))?.owed
  if (owed === undefined || !isPositive(owed.outstanding)) {
    return []
  }
  const { accounts } = servicesOf(container).gateway.options
  const ours = accounts.flatMap(({ id }) => providerIdsOf(id))
  const money = await moneyOf(container, orderId, ours)
  if (money === null || money.payments.length === 0) {
    return []
  }
  const { payments, entries, credits } = money
  const lacking = missingCredits(payments, entries, credits, owed.outstanding)
  return lacking.length > 0 && (await showsTooMuch(container, orderId)) ? [] : lacking
}

/** What each version of the order cost, without its requested returns: so Medusa counted at the time. */
async function costsOf(
  container: MedusaContainer,
  orderId: string,
  versions: ReadonlySet<number>
): Promise<ReadonlyMap<number, MajorAmount>> {
  const costs = new Map<number, MajorAmount>()
  for (const version of versions) {
    const read = await readOwed(container, orderId, version)
    if (read !== null) {
      costs.set(version, addAmounts(read.owed.outstanding, read.owed.counted))
    }
  }
  return costs
}

async function showsTooMuch(container: MedusaContainer, orderId: string): Promise<boolean> {
  const shown = await readShown(container, orderId)
  return shown !== null && shown.compared.surplus.length + shown.compared.doubtful.length > 0
}

/**
 * Writes an order's missing credit lines. Call it under the order's lock.
 *
 * @returns false while somebody changes the order: Medusa writes none meanwhile
 */
export async function completeCredits(
  container: MedusaContainer,
  orderId: string
): Promise<boolean> {
  const lacking = await lackingCredits(container, orderId)
  if (lacking.length === 0) {
    return true
  }
  if (await isChanging(container, orderId)) {
    return false
  }
  const credit_lines = lacking.map(({ refund_id, amount }) => ({
    amount,
    reference: "refund",
    reference_id: refund_id,
  }))
  await createOrderCreditLinesWorkflow(container).run({ input: { id: orderId, credit_lines } })
  return true
}
