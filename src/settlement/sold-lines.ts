import { z } from "zod"
import { medusaAmount, medusaRows } from "../domain/row/medusa-row"
import { type MajorAmount, ZERO } from "../domain/money/amount"
import type { PlanLine } from "../domain/subscription/plan-lines"
import type { CheckoutContext } from "../medusa/checkout-context"
import type { GraphReader } from "../medusa/links"

const metadata = z.unknown()
const line = z.object({
  metadata,
  variant_id: z.string().nullish(),
  variant: z.object({ metadata, product: z.object({ metadata }).nullish() }).nullish(),
})
const sold = z.object({ items: medusaRows(line), tax_total: medusaAmount.nullish() })

/** The facts about the sold goods that a payment needs. */
export interface Sold {
  lines: PlanLine[]
  /** Unrounded, in major units. */
  tax: MajorAmount
}

/** The goods of the cart or order; none where a collection has neither. */
export async function findSold(
  query: GraphReader,
  { order_id, cart_id }: Pick<CheckoutContext, "order_id" | "cart_id">
): Promise<Sold> {
  const id = order_id ?? cart_id
  if (id === null) {
    return { lines: [], tax: ZERO }
  }
  const { data } = await query.graph({
    entity: order_id === null ? "cart" : "order",
    fields: ["tax_total", "items.*", "items.variant.metadata", "items.variant.product.metadata"],
    filters: { id },
  })
  const { items, tax_total } = sold.parse(data[0] ?? {})
  return { lines: items, tax: tax_total ?? ZERO }
}
