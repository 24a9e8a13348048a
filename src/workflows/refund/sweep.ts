import type { MedusaContainer } from "@medusajs/framework/types"
import { bookPromised } from "./promised"
import { bookUnbookedRefunds } from "./unbooked"
import { completeUnwritten } from "./unwritten"

/**
 * Makes good what a signal lost of refunds, or a process that died: see {@link bookUnbookedRefunds},
 * {@link bookPromised} and {@link completeUnwritten}.
 */
export async function sweepRefunds(container: MedusaContainer): Promise<void> {
  await Promise.all([
    bookUnbookedRefunds(container),
    bookPromised(container),
    completeUnwritten(container),
  ])
}
