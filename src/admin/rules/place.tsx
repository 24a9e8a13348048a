import { PageLink } from "../page/fact"
import { useStockLocations } from "./stock-locations"

/** A stock location by its name, else by its id. */
export const Place = ({ id }: { id: string }) => {
  const name = useStockLocations().find((place) => place.id === id)?.name
  return <PageLink to={`/settings/locations/${id}`}>{name ?? id}</PageLink>
}
