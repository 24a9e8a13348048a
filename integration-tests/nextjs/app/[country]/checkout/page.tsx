import { PayInCard, PayInPayment } from "medusa-payin-storefront"
import { askMedusa } from "../../../lib/actions"
import { currentCart, payInStore } from "../../../lib/medusa"
import { settings } from "../../../lib/settings"
import { Summary } from "../../summary"

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ country: string }>
  searchParams: Promise<{ pay?: string }>
}) {
  const cart = await currentCart()
  const store = await payInStore()
  const { country } = await params
  const { pay } = await searchParams
  if (cart === null) return <Summary cart={cart} />
  return (
    <>
      <Summary cart={cart} />
      <p>
        <a href={`/${country}/checkout?pay=card`} className="underline">
          Tarjeta aquí
        </a>
      </p>
      {pay === "card" ? (
        <PayInCard
          store={{ ...store, send: askMedusa }}
          cart={cart}
          script={settings().cardScript}
          returnUrl="/return"
        />
      ) : (
        <PayInPayment store={store} cart={cart} returnUrl="/return" />
      )}
    </>
  )
}
