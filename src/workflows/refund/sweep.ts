import type { MedusaContainer } from "@medusajs/framework/types"
import { bookPromised } from "./promised"
import { bookUnbookedRefunds } from "./unbooked"
import { completeUncredited } from "./uncredited"
import { completeUnwritten } from "./unwritten"

/**
 * Makes good what a signal lost of refunds, or a process that died: see {@link bookUnbookedRefunds},
 * {@link bookPromised}, {@link completeUnwritten} and {@link completeUncredited}.
 */
export async function sweepRefunds(container: MedusaContainer): Promise<void> {
  await Promise.all([
    bookUnbookedRefunds(container),
    bookPromised(container),
    completeUnwritten(container).then(() => completeUncredited(container)),
  ])
}
