import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../../domain/row/medusa-row"
import {
  netLine,
  type ClaimOfOrder,
  type PricedLine,
  type ReturnOfOrder,
} from "../../domain/order/net-quantities"

const pieces = medusaAmount.nullish().transform((value) => Number(value ?? 0))

/** Counts of a line's pieces, as Medusa keeps them. */
export const lineDetail = z
  .object({
    written_off_quantity: pieces,
    return_requested_quantity: pieces,
    return_received_quantity: pieces,
    return_dismissed_quantity: pieces,
  })
  .transform((detail) => ({
    written_off: detail.written_off_quantity,
    awaited: detail.return_requested_quantity,
    received: detail.return_received_quantity,
    dismissed: detail.return_dismissed_quantity,
  }))
  .nullish()

const returnSchema = z
  .object({
    status: z.string(),
    exchange_id: z.string().nullish(),
    claim_id: z.string().nullish(),
    items: medusaRows(
      z.object({ item_id: z.string(), quantity: pieces, received_quantity: pieces })
    ),
  })
  .transform(({ status, exchange_id, claim_id, items }): ReturnOfOrder => ({
    canceled: status === "canceled",
    of: claim_id ? "claim" : exchange_id ? "exchange" : null,
    items: items.map(({ item_id, quantity, received_quantity }) => ({
      line_id: item_id,
      asked: quantity,
      received: received_quantity,
    })),
  }))

const claimItems = medusaRows(z.object({ item_id: z.string(), is_additional_item: z.boolean() }))

const claimSchema = z
  .object({ additional_items: claimItems, claim_items: claimItems })
  .transform(({ additional_items, claim_items }): ClaimOfOrder => {
    // Medusa keeps both in one table, and either list may return all of it.
    const items = [...additional_items, ...claim_items]
    return {
      wrote_off: items.some((item) => !item.is_additional_item),
      added: items.flatMap((item) => (item.is_additional_item ? [item.item_id] : [])),
    }
  })

/**
 * Net quantities: an order's lines, each with the pieces that the shopper keeps and their agreed
 * price.
 */
export async function netLines<L extends PricedLine>(
  container: MedusaContainer,
  order_id: string,
  lines: readonly L[]
): Promise<L[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { order_id }
  const returns = await query.graph({
    entity: "return",
    fields: ["status", "exchange_id", "claim_id", "items.*"],
    filters,
  })
  const claims = await query.graph({
    entity: "order_claim",
    fields: ["id", "additional_items.*", "claim_items.*"],
    filters,
  })
  const changes = {
    returns: returns.data.map((row) => returnSchema.parse(row)),
    claims: claims.data.map((row) => claimSchema.parse(row)),
  }
  return lines.map((line) => netLine(line, lines, changes))
}
