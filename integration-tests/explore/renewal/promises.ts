import type { World } from "./world"

/** What is wrong in this state, in words; null when nothing is. */
export function brokenNow(world: World): string | null {
  const { holds, carts, broken } = world
  if (broken !== null) {
    return broken
  }
  if (holds.filter(({ at_bank }) => at_bank === "captured").length > 1) {
    return "The period is charged twice."
  }
  if (holds.filter(({ at_bank }) => at_bank === "held" || at_bank === "captured").length > 1) {
    return "A second hold is made while one is alive."
  }
  if (carts.filter(({ order }) => order === "pending").length > 1) {
    return "The period has two orders."
  }
  return null
}

/** What is wrong although nothing is left to do, in words; null when nothing is. */
export function brokenAtRest(world: World): string | null {
  const { period, holds, carts, subscription, left } = world
  if (period.status === "open") {
    const hopes = left.asks > 0 || (period.ahead && world.due === "never")
    return subscription !== "canceled" && hopes && holds.length === 0
      ? null
      : "The period stays open, and nobody looks at it again."
  }
  if (holds.some(({ at_bank, voiding }) => at_bank === "held" && !voiding)) {
    return "The period is over, and money is still held."
  }
  const isOver = subscription === "canceled" || carts.some(({ called_off }) => called_off)
  if (
    period.status === "failed" &&
    !isOver &&
    !holds.some(({ at_bank }) => at_bank === "refunded")
  ) {
    return "The period is given up, and nobody canceled anything."
  }
  if (carts.some(({ order, linked }) => order === "pending" && !linked)) {
    return "An order stays without its links."
  }
  if (carts.some(({ order, shown_to_person }) => order === "canceled" && shown_to_person)) {
    return "A person is still shown the debt of an order that is canceled."
  }
  const standing = carts.filter(({ order }) => order === "pending")
  // Captured money of a canceled order is asked about by the card's own road (domain/card/decide.ts).
  const isAsked = (number: number) =>
    holds[number - 1].status === "captured" &&
    carts[holds[number - 1].cart - 1].order === "canceled"
  const taken = holds.findIndex(({ at_bank }) => at_bank === "captured") + 1
  const charged = taken > 0 && isAsked(taken) ? 0 : taken
  if (period.status === "paid" && standing.length === 0 && charged > 0) {
    return "The period is charged, and has no order."
  }
  if (period.status === "paid" && charged === 0 && !carts.some(({ collected }) => collected)) {
    const refunded = holds.some(({ at_bank }) => at_bank === "refunded")
    return refunded ? null : "The period counts as paid, and nobody paid it."
  }
  if (charged > 0 && !standing.some(({ payment, booked }) => payment === charged && booked)) {
    return "The card was charged, and no order shows the money."
  }
  if (period.status === "failed" && charged > 0) {
    return "The card was charged for a period that counts as unpaid."
  }
  const unpaid = standing.find(({ collected, booked }) => !collected && !booked)
  if (unpaid && !unpaid.shown_to_person) {
    return "An unpaid order stays, and nobody is shown it."
  }
  return null
}
