"use server"

import { cookies } from "next/headers"
import { redirect } from "next/navigation"
import type { PayInOrder } from "medusa-payin-storefront"
import { sendToStore, type PayInRequest } from "medusa-payin-storefront/client"
import { COUNTRIES, countryOf } from "./countries"
import { ask, regionOf } from "./medusa"
import { settings } from "./settings"

/** A cart with one thing, ready to be paid. */
export async function buy(form: FormData): Promise<void> {
  const country = countryOf(textIn(form, "country"))
  const { name: _, ...person } = COUNTRIES[country]
  const address = {
    ...{ ...person, last_name: "Ejemplo", address_1: "Calle 10 # 5-51" },
    country_code: country,
  }
  const { cart } = await ask<{ cart: { id: string } }>("/store/carts", {
    region_id: await regionOf(country),
    email: "approved@example.com",
    ...{ shipping_address: address, billing_address: address },
    items: [{ variant_id: textIn(form, "variant"), quantity: 1 }],
  })
  const { shipping_options } = await ask<{ shipping_options: { id: string; amount: number }[] }>(
    `/store/shipping-options?cart_id=${cart.id}`
  )
  const [cheapest] = shipping_options.sort((a, b) => a.amount - b.amount)
  await ask(`/store/carts/${cart.id}/shipping-methods`, { option_id: cheapest.id })
  ;(await cookies()).set("cart", cart.id, { httpOnly: true, sameSite: "lax" })
  redirect(`/${country}/checkout`)
}

export async function speak(form: FormData): Promise<void> {
  ;(await cookies()).set("language", textIn(form, "language"), { sameSite: "lax" })
}

/** The cart became an order; a newer one stays. */
export async function forgetCart({ cartId }: PayInOrder): Promise<void> {
  const jar = await cookies()
  if (jar.get("cart")?.value === cartId) jar.delete("cart")
}

/** Calls Medusa in place of the browser, as a shop does that hides the shopper's sign-in from it. */
export async function askMedusa(path: string, request: PayInRequest) {
  const { baseUrl, publishableKey } = settings()
  return sendToStore({ baseUrl, publishableKey }, path, request)
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
