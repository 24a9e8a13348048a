import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { invalid, type Read } from "./query-values"

/** Whether the id is one of a stock location that the store has. */
export async function readStockLocation(
  container: MedusaContainer,
  id: string
): Promise<Read<string>> {
  const found = await container
    .resolve(Modules.STOCK_LOCATION)
    .listStockLocations({ id: [id] }, { select: ["id"], take: 1 })
  return found.length > 0
    ? { value: id }
    : {
        refusal: invalid(
          "stock_location_id",
          "stock_location_id: there is no such stock location."
        ),
      }
}
