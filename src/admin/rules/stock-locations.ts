import type { HttpTypes } from "@medusajs/framework/types"
import { useAnswer } from "../answer/use-answer"

/** Admins can rename a stock location at any time: the end of its id says which one it is. */
export function stockLocationName({ id, name }: StockLocation): string {
  return `${name} (…${id.slice(-6)})`
}

type StockLocation = Pick<HttpTypes.AdminStockLocation, "id" | "name">

/** The first hundred stock locations of the store; empty until they are known. */
export function useStockLocations(): readonly StockLocation[] {
  const { data } = useAnswer<HttpTypes.AdminStockLocationListResponse>("/admin/stock-locations", {
    query: { fields: "id,name", limit: 100 },
    fresh: 60_000,
  })
  return data?.stock_locations ?? []
}
