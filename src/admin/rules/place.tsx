import { PageLink } from "../page/fact"
import { placeName, useStockLocations } from "./stock-locations"

/** A stock location by its name and the end of its id, else by its id. */
export const Place = ({ id }: { id: string }) => {
  const place = useStockLocations().find((one) => one.id === id)
  return (
    <PageLink to={`/settings/locations/${id}`}>
      {place === undefined ? id : placeName(place)}
    </PageLink>
  )
}
