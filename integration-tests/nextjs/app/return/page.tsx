import { PayInReturn } from "medusa-payin-storefront"
import { forgetCart } from "../../lib/actions"
import { currentCart, payInStore } from "../../lib/medusa"

export default async function Page() {
  const cart = await currentCart()
  const country = cart?.currency_code === "pen" ? "pe" : "co"
  return (
    <PayInReturn
      store={await payInStore()}
      onOrder={forgetCart}
      orderUrl="/order/{order_id}"
      retryUrl={`/${country}/checkout`}
    />
  )
}
