import { databaseNow } from "../../src/tables/now"
import type { Shop } from "./shop"

/**
 * How often the service was asked about a reference. The sandbox's own counter also counts what is
 * still asked about another test's links.
 */
export function lookupsOf(shop: Shop, reference: string): number {
  return shop.sandbox.requests({ operation: "lookup", reference }).length
}

/**
 * From now on no schedule asks about the links there are, for an hour: only what is sent can change
 * a row.
 */
export async function calmSchedules(shop: Shop): Promise<void> {
  await shop
    .pg("payin_transaction")
    .whereNotNull("lookup_after")
    .update({ lookup_after: databaseNow(shop.pg, 3600) })
}

/**
 * A checkout whose link nobody asks about on schedule any more, and how often somebody did before.
 */
export async function quietCheckout(shop: Shop, ...wanted: Parameters<Shop["checkout"]>) {
  const made = await shop.checkout(...wanted)
  await calmSchedules(shop)
  return { ...made, asked: lookupsOf(shop, made.reference) }
}
