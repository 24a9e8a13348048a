import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { FieldProblem } from "../../domain/privacy/customer-data"
import { medusaAmount } from "../../domain/row/medusa-row"
import {
  AmountError,
  isPositive,
  requestedAmount,
  type MajorAmount,
} from "../../domain/money/amount"
import type { PayInAccount } from "../../domain/options/options"
import { payInProviderId } from "../../domain/options/provider-id"
import { planCartProblem } from "../../settlement/plan-cart"
import { servicesOf } from "../settle"

const provider = z.object({ id: z.string(), is_enabled: z.boolean().nullish() })
const cartRow = z.object({
  completed_at: z.unknown(),
  region_id: z.string().nullish(),
  currency_code: z.string(),
  total: medusaAmount,
  payment_collection: z.object({ amount: medusaAmount }).nullish(),
  region: z.object({ payment_providers: z.array(provider.nullish()).nullish() }).nullish(),
})

/** What a cart can be paid with. */
export interface CartOffer {
  account: PayInAccount
  /** What it owes, as its next session asks for it. */
  amount: MajorAmount
  /** It starts a subscription, which no link pays. */
  cardOnly: boolean
}

/**
 * Reads by which account a cart is paid, and how much: its payment collection says so, as it does for a session, and its
 * total before there is one. Answers what is wrong with the cart; null: there is no such cart.
 */
export async function offerOfCart(
  container: MedusaContainer,
  cartId: string
): Promise<CartOffer | { problem: FieldProblem } | null> {
  const { options } = servicesOf(container).gateway
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: [
      ...["id", "completed_at", "region_id", "currency_code", "total"],
      ...["payment_collection.id", "payment_collection.amount"],
      ...["region.payment_providers.id", "region.payment_providers.is_enabled"],
    ],
    filters: { id: cartId },
  })
  if (data.length === 0) {
    return null
  }
  const cart = cartRow.parse(data[0])
  if (cart.completed_at != null) {
    return { problem: COMPLETED }
  }
  if (cart.region_id == null) {
    return { problem: NO_REGION }
  }
  const enabled = (cart.region?.payment_providers ?? []).flatMap((one) =>
    one && one.is_enabled !== false ? [one.id] : []
  )
  const here = options.accounts.filter(({ id }) => enabled.includes(payInProviderId(id)))
  const currency = cart.currency_code.toUpperCase()
  const account = here.find((one) => one.currency === currency)
  if (account === undefined) {
    return { problem: here.length === 0 ? NOT_HERE : otherCurrency(here, currency) }
  }
  const amount = owed(cart.payment_collection?.amount ?? cart.total, account, options)
  if (typeof amount !== "string") {
    return { problem: amount }
  }
  const place = { cart_id: cartId, order_id: null }
  return { account, amount, cardOnly: (await planCartProblem(query, place, options)) !== null }
}

function owed(
  exact: MajorAmount,
  { currency }: PayInAccount,
  { decimals, rounding }: ReturnType<typeof servicesOf>["gateway"]["options"]
): MajorAmount | FieldProblem {
  try {
    const amount = requestedAmount(exact, decimals[currency], rounding)
    return isPositive(amount) ? amount : NOTHING_OWED
  } catch (error) {
    if (error instanceof AmountError) {
      return { field: "amount", message: `amount: ${error.message}` }
    }
    throw error
  }
}

const COMPLETED: FieldProblem = {
  field: "cart_id",
  message: "cart_id names a cart that is an order already.",
  es: "cart_id es de un carrito que ya es un pedido.",
}
const NO_REGION: FieldProblem = {
  field: "region_id",
  message: "region_id is missing: give the cart a region, which says who takes its payment.",
  es: "region_id falta: dale una región al carrito, que dice quién recibe su pago.",
}
const NOT_HERE: FieldProblem = {
  field: "region_id",
  message: "region_id names a region where no provider of PayIn is on.",
  es: "region_id es de una región donde ningún proveedor de PayIn está activo.",
}
const NOTHING_OWED: FieldProblem = {
  field: "amount",
  message: "amount must be above zero: this cart owes nothing.",
  es: "amount debe ser mayor que cero: este carrito no debe nada.",
}

function otherCurrency(here: readonly PayInAccount[], currency: string): FieldProblem {
  const taken = here.map((one) => one.currency).join(", ")
  return {
    field: "currency_code",
    message: `currency_code of the cart is ${currency}, and its region takes ${taken}.`,
    es: `currency_code del carrito es ${currency}, y su región recibe ${taken}.`,
  }
}
