import type { MedusaContainer } from "@medusajs/framework/types"
import { bookPromised } from "./promised"
import { bookUnbookedRefunds } from "./unbooked"
import { completeUncredited } from "./uncredited"
import { completeUnwritten } from "./unwritten"

/**
 * Repairs refunds after a lost signal or a crash: see {@link bookUnbookedRefunds},
 * {@link bookPromised}, {@link completeUnwritten} and {@link completeUncredited}.
 */
export async function sweepRefunds(container: MedusaContainer): Promise<void> {
  await Promise.all([
    bookUnbookedRefunds(container),
    bookPromised(container),
    completeUnwritten(container).then(() => completeUncredited(container)),
  ])
}
