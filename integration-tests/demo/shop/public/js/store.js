import { currentLanguage } from "./language.js"
import { createPayInCheckout } from "./payin-checkout.js"
import { createStoreApi, StoreError } from "./store-api.js"

const REGION_KEY = "cordillera.region"
const cartKey = (country) => `cordillera.cart.${country}`

/** Where the shop stands (`/config.json`), the regions it sells in and the one chosen. */
export const config = await (await fetch("/config.json")).json()
export const api = createStoreApi({ ...config, language: currentLanguage })
export const payIn = createPayInCheckout(api)

const answer = await api("GET", "/store/regions?fields=id,name,currency_code,*countries").catch(
  (error) => {
    document.body.dataset.offline = ""
    throw error
  }
)

export const regions = answer.regions
  .map(({ countries, ...region }) => ({ ...region, country_code: countries[0].iso_2 }))
  .sort((a, b) => a.name.localeCompare(b.name))

export const region =
  regions.find(({ country_code }) => country_code === localStorage.getItem(REGION_KEY)) ??
  regions[0]

export function chooseRegion(country_code) {
  localStorage.setItem(REGION_KEY, country_code)
  location.assign("/")
}

const SYMBOLS = { cop: "$", pen: "S/" }
const LOCALES = { cop: "es-CO", pen: "es-PE" }

/** Pesos are shown without cents unless there are some; soles always with two. */
export function money(amount, currency_code = region.currency_code) {
  const decimals = currency_code === "cop" && Number.isInteger(Number(amount)) ? 0 : 2
  const number = new Intl.NumberFormat(currentLanguage() === "en" ? "en" : LOCALES[currency_code], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Math.abs(amount))
  return `${amount < 0 ? "−" : ""}${SYMBOLS[currency_code]}\u00a0${number}`
}

const CART_FIELDS =
  "?fields=+items.product_handle,*items.product,+promotions.code,+payment_collection.id"

export const cartId = () => localStorage.getItem(cartKey(region.country_code))

/** The open cart of this region, or null. A cart that became an order is forgotten. */
export async function loadCart() {
  const id = cartId()
  if (!id) return null
  try {
    const { cart } = await api("GET", `/store/carts/${id}${CART_FIELDS}`)
    if (!cart.completed_at) return cart
  } catch (error) {
    if (!(error instanceof StoreError && error.status === 404)) throw error
  }
  forgetCart(id)
  return null
}

/** Removes the cart that became an order, in whatever region it was. */
export function forgetCart(id) {
  for (const { country_code } of regions) {
    if (localStorage.getItem(cartKey(country_code)) === id) {
      localStorage.removeItem(cartKey(country_code))
    }
  }
}

let lastAdded = Promise.resolve()

/** One after the other: two quick presses on an empty cart must not make two carts. */
export function addToCart(variant_id) {
  const added = lastAdded.then(() => addNow(variant_id))
  lastAdded = added.catch(() => {})
  return added
}

async function addNow(variant_id) {
  const id = (await loadCart())?.id ?? (await createCart())
  const { cart } = await api("POST", `/store/carts/${id}/line-items${CART_FIELDS}`, {
    variant_id,
    quantity: 1,
  })
  return cart
}

async function createCart() {
  const { cart } = await api("POST", "/store/carts", { region_id: region.id })
  localStorage.setItem(cartKey(region.country_code), cart.id)
  return cart.id
}

/** Any change of a cart; answers the cart as it is afterwards. */
export async function changeCart(method, path, body) {
  await api(method, `/store/carts/${cartId()}${path}`, body)
  return loadCart()
}

export const countItems = (cart) =>
  (cart?.items ?? []).reduce((count, { quantity }) => count + quantity, 0)
