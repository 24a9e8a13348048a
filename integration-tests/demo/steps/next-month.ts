import type { MedusaContainer } from "@medusajs/framework/types"
import { renewDue } from "../../../src/workflows/renew"

/** What the job of the plugin does, on whatever clock this process runs. */
export default async function nextMonth({
  container,
}: {
  container: MedusaContainer
}): Promise<void> {
  await renewDue(container)
}
