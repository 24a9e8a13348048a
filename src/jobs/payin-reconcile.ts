import type { MedusaContainer } from "@medusajs/framework/types"
import { reconcile } from "../workflows/reconcile"

/** Polls as if no notification ever came: see {@link reconcile}. */
export default async function payinReconcile(container: MedusaContainer): Promise<void> {
  await reconcile(container)
}

export const config = {
  name: "payin-reconcile",
  schedule: { interval: 5000 },
}
