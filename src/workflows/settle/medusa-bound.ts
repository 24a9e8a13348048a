import { bulkhead, type BulkheadPolicy } from "cockatiel"

const bounds = new Map<number, BulkheadPolicy>()

/**
 * Calls into Medusa are few at a time, per process and in order of arrival
 * (docs/decisions/0019-few-calls-into-medusa.md). A burst of paid notifications for one SKU handled
 * all at once made 59 orders of 200: the rest waited for the inventory lock until its 5 s time-out.
 */
export function medusaBound(limit: number): BulkheadPolicy {
  const bound = bounds.get(limit) ?? bulkhead(limit, Number.MAX_SAFE_INTEGER)
  bounds.set(limit, bound)
  return bound
}
