import { currentCart } from "../../../lib/medusa"
import { Summary } from "../../summary"

/** The checkout without its payment step: what that weighs is the difference. */
export default async function Page() {
  return <Summary cart={await currentCart()} />
}
