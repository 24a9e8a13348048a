import type { MedusaContainer } from "@medusajs/framework/types"
import { bookPromised } from "./promised"
import { bookUnbookedRefunds } from "./unbooked"
import { removeSurplus } from "./surplus"
import { withdrawRolledBackRefunds } from "./rolled-back-refunds"
import { completeUncredited } from "./uncredited"
import { completeUnwritten } from "./unwritten"

/**
 * Repairs refunds after a lost signal or a crash: see {@link bookUnbookedRefunds},
 * {@link bookPromised}, {@link withdrawRolledBackRefunds}, {@link removeSurplus}, {@link completeUnwritten} and
 * {@link completeUncredited}.
 */
export async function sweepRefunds(container: MedusaContainer): Promise<void> {
  await Promise.all([
    bookUnbookedRefunds(container),
    bookPromised(container),
    withdrawRolledBackRefunds(container),
    completeEntries(container),
  ])
}

/** In this order: a credit line is counted from what the entries show. */
async function completeEntries(container: MedusaContainer): Promise<void> {
  await removeSurplus(container)
  await completeUnwritten(container)
  await completeUncredited(container)
}
