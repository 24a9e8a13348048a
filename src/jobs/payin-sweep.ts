import type { MedusaContainer } from "@medusajs/framework/types"
import { sweep } from "../workflows/settle/sweep"

/** Catches lost signals: see {@link sweep}. */
export default async function payinSweep(container: MedusaContainer): Promise<void> {
  await sweep(container)
}

export const config = {
  name: "payin-sweep",
  schedule: { interval: 5000 },
}
