import type { MedusaContainer } from "@medusajs/framework/types"
import { bookPromised } from "./promised"
import { bookUnbookedRefunds } from "./unbooked"

/** Makes good what a signal lost of refunds: see {@link bookUnbookedRefunds} and {@link bookPromised}. */
export async function sweepRefunds(container: MedusaContainer): Promise<void> {
  await Promise.all([bookUnbookedRefunds(container), bookPromised(container)])
}
