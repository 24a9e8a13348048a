import { bookedPayment } from "./events"
import { hasSpace } from "./medusa"
import {
  DECISION,
  isVisible,
  KINDS,
  ORDER,
  PAYOUT,
  REFUND,
  SERVICE,
  SOURCE,
  type World,
} from "./world"

/** What is wrong in this state, in words; null when nothing is. Asked of every state. */
export function brokenNow(world: World): string | null {
  const { cart, links, payments } = world
  if (cart.broken === 1) {
    return "A second order was made for the cart."
  }
  if (cart.broken === 2) {
    return "Medusa was asked to book a session that is gone."
  }
  const paying = payments.filter(
    (one) => one.link > 0 && one.on_order === 1 && one.captured === 1 && one.refund === REFUND.none
  )
  if (paying.length > 1) {
    const twice = paying[0].link === paying[1].link
    return twice
      ? "The same money is booked twice on the order."
      : "The order is paid twice: by both links."
  }
  for (const [index, link] of links.entries()) {
    const name = `link ${index + 1}`
    const booked = payments.some((one) => one.link === index + 1)
    if (booked && link.truth !== SERVICE.approved) {
      return `Medusa books ${name}, which the service did not approve.`
    }
    if (booked && link.less === 1 && link.accepted === 0) {
      return `Medusa books ${name} although another amount came and nobody accepted it.`
    }
    if (paying.some((one) => one.link === index + 1) && link.foreign === 1) {
      return `The order counts ${name}, whose money is of another currency.`
    }
    const pays = paying.some((one) => one.link === index + 1)
    const ofOtherTotal = link.total !== cart.order_total && link.for_order === 0
    if (pays && isVisible(cart) && ofOtherTotal) {
      return `The order counts ${name}, which was asked for another total, and nobody accepted it.`
    }
    const left = link.payout === PAYOUT.sent && link.payout_source !== SOURCE.order
    if (pays && left && cart.order === ORDER.pending) {
      return `The order is paid by the money of ${name}, which went back.`
    }
  }
  return null
}

/** What is wrong although nothing is left to do, in words; null when nothing is. */
export function brokenAtRest(world: World): string | null {
  const { cart, links, payments } = world
  for (const [index, link] of links.entries()) {
    const name = `link ${index + 1}`
    if (link.exists === 0 || link.truth !== SERVICE.approved) {
      continue
    }
    if (link.status !== SERVICE.approved) {
      return `The service approved ${name}, and the ledger does not know it.`
    }
    if (link.settled === 1) {
      const payment = bookedPayment(world, index)
      if (payment === undefined || !isVisible(cart)) {
        return `The money of ${name} counts as settled, and no order shows it.`
      }
      if (cart.link_to_cart === 0 || cart.link_to_collection === 0) {
        return `The money of ${name} counts as settled on an order that lacks a link.`
      }
      if (cart.order === ORDER.canceled && payment.refund === REFUND.none) {
        return `A canceled order keeps the money of ${name}, and nobody is asked.`
      }
      if (payment.refund !== REFUND.none && link.payout === PAYOUT.none) {
        return `Medusa refunded ${name}, and no payout pays it.`
      }
      const left = payments.some((one) => one.link === index + 1 && one !== payment)
      if (left || cart.miscounted === 1) {
        return `Medusa still shows what a failed completion left of ${name}.`
      }
      continue
    }
    if (link.anomaly === 0 && link.decision === DECISION.none) {
      return `The money of ${name} is on no order, and nobody is asked about it.`
    }
    const kind = KINDS[link.anomaly]
    if (kind !== null && kind !== "settled_incompletely" && link.decision !== DECISION.none) {
      return `A person is asked again about ${name}, which was decided.`
    }
    const another = link.less === 1 && link.accepted === 0 && link.decision === DECISION.none
    if (another && kind !== "amount_mismatch") {
      return `Another amount came by ${name}, and a person is told something else.`
    }
    if (kind === "paid_after_canceled" && cart.order !== ORDER.canceled) {
      return `A person is told that the order of ${name} was canceled, and it was not.`
    }
    const other = links[1 - index]
    if (kind === "duplicate_payment" && (other.exists === 0 || other.truth !== SERVICE.approved)) {
      return `A person is told that ${name} was paid twice, and nothing else was paid.`
    }
    const same = cart.total === link.total && link.foreign === 0 && cart.order === ORDER.none
    if (kind === "paid_after_replaced" && same) {
      return `A person is told that the cart of ${name} was replaced, and it was not.`
    }
    const booked = bookedPayment(world, index)
    const stands = cart.order === ORDER.pending && booked?.refund === REFUND.none
    if (kind === "settled_incompletely" && stands && link.excluded === 0) {
      return `A person is asked about ${name}, which the order shows in full.`
    }
    if (kind === "currency_mismatch" && link.foreign === 0) {
      return `A person is told that ${name} is of another currency, and it is not.`
    }
    const waits = same && link.excluded === 0 && other.truth !== SERVICE.approved
    if (kind === "paid_without_order" && waits && hasSpace(world)) {
      return `A person is told that ${name} has no order, and its cart waits for it.`
    }
    if (kind === "paid_without_order" && isVisible(cart) && cart.order === ORDER.pending) {
      return `A person is told that ${name} has no order, and it has one.`
    }
  }
  if (world.payments.some((one) => one.on_order === 1 && one.captured === 0)) {
    return "The order shows a capture that is gone."
  }
  return null
}
