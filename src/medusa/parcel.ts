import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount } from "../domain/row/medusa-row"
import type { FulfilledLine } from "../domain/payout/rule"
import { SOLD_LINE_FIELDS, soldLines } from "./sold-lines"

/** The parts of an order's fulfillment that decide its payouts. */
export interface Parcel {
  fulfillment_id: string
  order_id: string
  /** Upper case. */
  currency: string
  lines: FulfilledLine[]
}

const orderSchema = z.object({
  currency_code: z.string().transform((code) => code.toUpperCase()),
  items: soldLines,
})
const packed = z.object({
  fulfillment_id: z.string(),
  line_id: z.string(),
  quantity: medusaAmount,
})

/** Number of pieces of a line in a fulfillment. */
export type Packed = z.infer<typeof packed>

/**
 * The pieces of an order's lines in each of its fulfillments. Read from Medusa's records on the
 * order: items of a fulfillment are counted in stock pieces, several of which may make one sold
 * piece (core-flows create-fulfillment, `required_quantity`).
 */
export async function packedOf(container: MedusaContainer, orderId: string): Promise<Packed[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(
    `select reference_id as fulfillment_id, details->>'reference_id' as line_id,
       details->'quantity' as quantity
     from order_change_action
     where order_id = ? and action = 'FULFILL_ITEM' and reference_id is not null
       and deleted_at is null`,
    [orderId]
  )
  return answer.rows.map((row) => packed.parse(row))
}

/** Reads a fulfillment's content and price; null until Medusa has registered it. */
export async function findParcel(
  container: MedusaContainer,
  { fulfillment_id, order_id }: { fulfillment_id: string; order_id: string }
): Promise<Parcel | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [{ data }, all] = await Promise.all([
    query.graph({
      entity: "order",
      fields: ["currency_code", ...SOLD_LINE_FIELDS.map((field) => `items.${field}`)],
      filters: { id: order_id },
    }),
    packedOf(container, order_id),
  ])
  const here = all.filter((one) => one.fulfillment_id === fulfillment_id)
  if (data.length === 0 || here.length === 0) {
    return null
  }
  const { currency_code: currency, items } = orderSchema.parse(data[0])
  const lines = here.flatMap(({ line_id, quantity }) => {
    const line = items.find(({ id }) => id === line_id)
    return line === undefined ? [] : [{ ...line, fulfilled_quantity: quantity }]
  })
  return { fulfillment_id, order_id, currency, lines }
}
