import { cookies } from "next/headers"
import { localeOf, type PayInCart } from "medusa-payin-storefront/client"
import { settings } from "./settings"

export interface Cart extends PayInCart {
  currency_code: string
  total: number
  items: { id: string; title: string; quantity: number }[]
}

export interface Product {
  id: string
  title: string
  variants: { id: string; calculated_price: { calculated_amount: number; currency_code: string } }[]
}

/** Medusa's store API, asked by the shop's server. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const { baseUrl, publishableKey } = settings()
  const response = await fetch(baseUrl + path, {
    method: body === undefined ? "GET" : "POST",
    cache: "no-store",
    headers: { "x-publishable-api-key": publishableKey, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

export async function regionOf(country: string): Promise<string> {
  const { regions } = await ask<{ regions: { id: string; countries: { iso_2: string }[] }[] }>(
    "/store/regions"
  )
  const region = regions.find(({ countries }) => countries.some(({ iso_2 }) => iso_2 === country))
  if (region === undefined) throw new Error(`Nothing is sold in ${country}`)
  return region.id
}

/** The shopper's cart; null: there is none, or it is an order. */
export async function currentCart(): Promise<Cart | null> {
  const id = (await cookies()).get("cart")?.value
  // A cookie that was deleted just now is empty.
  if (!id) return null
  const fields = "fields=+payment_collection.id,*payment_collection.payment_sessions"
  const { cart } = await ask<{ cart: Cart & { completed_at: string | null } }>(
    `/store/carts/${id}?${fields}`
  )
  return cart.completed_at ? null : cart
}

/** What the components need, in the shopper's language. */
export async function payInStore() {
  const { baseUrl, publishableKey } = settings()
  const locale = localeOf((await cookies()).get("language")?.value)
  return { baseUrl, publishableKey, locale }
}
