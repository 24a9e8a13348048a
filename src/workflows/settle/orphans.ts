import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { systemNote } from "../../domain/operator/system-note"
import { orphanOrders, type Orphan } from "../../medusa/repairs/orphan-order"
import { eachRow } from "./each-row"
import { servicesOf } from "./index"
import { readOwed } from "../../medusa/order"

const BATCH = 20

/**
 * Shows our orders that a process killed inside Medusa's completion left without cart or payment
 * collection. Each order is shown once. The plugin never cancels it: a person decides.
 */
export async function reportOrphans(container: MedusaContainer): Promise<number> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { ledger } = servicesOf(container)
  const orphans = await orphanOrders(pg, BATCH)
  const name = ({ order_id }: Orphan) => `order ${order_id} of a killed completion not shown`
  await eachRow(container, orphans, name, async (orphan) => {
    const { order_id, transaction_id, account, cart_id, lacks, reservations } = orphan
    const { card_transaction_id } = orphan
    await ledger.anomalies.open({
      kind: "orphan_order",
      subject: order_id,
      account,
      transaction_id,
      order_id,
      facts: {
        ...{ cart_id, lacks, reservations },
        ...(card_transaction_id !== null && { card_transaction_id, payment_method: "CARD" }),
      },
    })
  })
  return orphans.length
}

const WATCHED = `
  select a.id, a.subject, a.kind, coalesce(a.order_id, a.subject) as order_id
  from payin_anomaly a
  where a.kind in ('orphan_order', 'order_refund_unknown') and a.status = 'open' and a.deleted_at is null
    and a.id > ?
  order by a.id limit ?`

interface Watched {
  id: string
  subject: string
  kind: AnomalyKind
  order_id: string
}

/**
 * Closes the open anomalies `orphan_order` and `order_refund_unknown` of an order, whoever opened them,
 * once the order is canceled or owes nothing.
 */
export async function closeOrphans(container: MedusaContainer): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { anomalies } = servicesOf(container).ledger
  let last = ""
  for (;;) {
    const found: { rows: Watched[] } = await pg.raw(WATCHED, [last, BATCH])
    last = found.rows.at(-1)?.id ?? last
    const name = ({ order_id }: Watched) => `anomaly of order ${order_id} not closed`
    await eachRow(container, found.rows, name, async ({ subject, kind, order_id }) => {
      const nothing = (await readOwed(container, order_id))?.owed.nothing ?? null
      if (nothing !== null) {
        const note = systemNote(nothing === "nothing_owed" ? "order_owes_nothing" : nothing)
        await anomalies.closeAbout(subject, [kind], note)
      }
    })
    if (found.rows.length < BATCH) {
      return
    }
  }
}
