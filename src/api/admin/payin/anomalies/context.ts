import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Anomaly } from "../../../../modules/ledger/rows"
import { servicesOf } from "../../../../workflows/settle"
import { showAnomaly } from "../shown"
import type { AdminAnomaly } from "../anomaly-types"

const orderNumber = z.object({ id: z.string(), display_id: z.number().nullish() })

/** Anomalies as an operator sees them, with the numbers that their orders have for people. */
export async function showAnomalies(
  container: MedusaContainer,
  anomalies: readonly Anomaly[]
): Promise<AdminAnomaly[]> {
  const ids = anomalies.flatMap(({ transaction_id }) => transaction_id ?? [])
  const { ledger, subscriptions } = servicesOf(container)
  const payIns = await ledger.transactions.findMany(ids)
  const cards = await subscriptions.cardWatch.findMany(anomalies.map(({ subject }) => subject))
  const placed = anomalies.map((anomaly) => {
    const payIn = payIns.find((one) => one.id === anomaly.transaction_id) ?? null
    return { anomaly, payIn, order_id: anomaly.order_id ?? payIn?.order_id ?? null }
  })
  const numbers = await orderNumbers(
    container,
    placed.flatMap(({ order_id }) => order_id ?? [])
  )
  return placed.map(({ anomaly, payIn, order_id }) => {
    const order = order_id && { id: order_id, display_id: numbers.get(order_id) ?? null }
    const card = cards.find(({ id }) => id === anomaly.subject) ?? null
    return showAnomaly(anomaly, { payIn, card, order: order || null })
  })
}

async function orderNumbers(
  container: MedusaContainer,
  ids: string[]
): Promise<Map<string, number | null>> {
  // An empty filter would ask for every order (docs/medusa.md#deleted-sessions).
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: ids },
  })
  return new Map(
    data.map((found) => {
      const { id, display_id } = orderNumber.parse(found)
      return [id, display_id ?? null]
    })
  )
}
