import { PageLink } from "../page/fact"
import { stockLocationName, useStockLocations } from "./stock-locations"

/** A stock location by its name and the end of its id, else by its id. */
export const StockLocation = ({ id }: { id: string }) => {
  const location = useStockLocations().find((one) => one.id === id)
  return (
    <PageLink to={`/settings/locations/${id}`}>
      {location === undefined ? id : stockLocationName(location)}
    </PageLink>
  )
}
