import {
  decisionAfterFailedHold,
  type OrderDecision,
} from "../../../src/domain/card/failed-hold-order"
import { majorAmount } from "../../../src/domain/money/amount"
import { decideRenewal, type RenewalStep } from "../../../src/domain/renewal/decide"
import type { RenewalFacts } from "../../../src/domain/renewal/facts"
import { newestHold, type Cart, type Worker, type World } from "./world"

/** The plugin's own rules; a test breaks one of them on purpose. */
export interface Rules {
  renewal(facts: RenewalFacts): RenewalStep
}

export const OUR_RULES: Rules = { renewal: decideRenewal }

export const PRICE = majorAmount("60000")
const NOTHING = majorAmount("0")

/** What Medusa says that the order owes. */
export function outstandingOf({ collected, booked }: Cart) {
  return collected || booked ? NOTHING : PRICE
}

/** What becomes of an order that no hold pays, by the plugin's own rule. */
export function decisionOn(cart: Cart): OrderDecision {
  return decisionAfterFailedHold({
    status: cart.order,
    paid: cart.collected || cart.booked ? PRICE : NOTHING,
    outstanding: outstandingOf(cart),
    fulfillments: cart.shipped ? 1 : 0,
    is_being_collected: cart.collecting,
  })
}

/** What src/workflows/renew/read-facts.ts reads of this state. */
export function factsOf(world: World, { run, asked }: Worker): RenewalFacts {
  const { period, subscription, given_up, doubt, over, carts, holds } = world
  const number = newestHold(world)
  const hold = number === 0 ? null : holds[number - 1]
  const cart = period.cart === 0 ? null : carts[period.cart - 1]
  const hasOrder = cart !== null && cart.order !== "none"
  const cartId = cart && nameOf("cart", period.cart)
  return {
    subscription: { status: subscription, given_up },
    first: "preauthorization",
    asked,
    period: { ahead: period.ahead, next_try: period.next_try, last_error: null },
    run,
    hold: hold && {
      kind: hold.kind,
      status: hold.status,
      sent: hold.sent,
      not_sent: hold.not_sent,
      voiding: hold.voiding && hold.status === "authorized",
      never_told: false,
      refusal_code: null,
      id: nameOf("hold", number),
      for_cart: hold.for_cart,
      refused_capture: hold.refused_capture && hold.status === "authorized",
      shown: hold.status === "captured" && cart?.payment === number && cart.booked,
      given_back:
        hold.status === "captured" && (hold.at_bank === "refunded" || cart?.order === "canceled")
          ? "It was refunded."
          : null,
    },
    question: null,
    doubt: doubt ? "An earlier charge is contradicted." : null,
    over,
    cart_id: cartId,
    cart:
      cart === null || cartId === null || hasOrder
        ? null
        : {
            id: cartId,
            priced: cart.priced,
            free: false,
            fits: number > 0 && cart.fits === number,
            has_session: hold?.bound === true && hold.cart === period.cart,
          },
    order: hasOrder
      ? {
          id: nameOf("order", period.cart),
          lacks_links: !cart.linked,
          freed: period.freed === period.cart,
          decision: cart.linked ? decisionOn(cart) : null,
        }
      : null,
  }
}

/** An order has the number of its cart. */
const nameOf = (what: "cart" | "order" | "hold", number: number): string => `${what}_${number}`
export const numberOf = (id: string): number => Number(id.split("_")[1])
