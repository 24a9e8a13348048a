import { begin, NO_CART, type Hold, type Left, type World } from "./world"

/** Where an exploration begins, and how often each disturbance may come. */
export interface RenewalBound {
  name: string
  left: Partial<Left>
  /** Events before the exploration begins. Without it the day of the period has just come. */
  before?: (world: World) => void
}

const VOIDED: Hold = {
  kind: "preauthorization",
  status: "released",
  not_sent: false,
  sent: true,
  voiding: true,
  cart: 1,
  for_cart: true,
  bound: true,
  refused_capture: false,
  at_bank: "nothing",
}

/** The hold of its order was voided, and the process died that was about to cancel the order. */
function diedCanceling(world: World): void {
  world.holds.push({ ...VOIDED })
  world.carts.push({ ...NO_CART, order: "pending", linked: true, claimed: true })
  Object.assign(world.period, { cart: 1, order: 1, freed: 1, next_try: "coming" })
}

/** Explored by `npm test`. */
export const SMALL_RENEWALS: readonly RenewalBound[] = [
  { name: "a period whose processes die", left: { crashes: 2 } },
  { name: "a worker that freezes", left: { freezes: 1, crashes: 1 } },
  { name: "a bank that refuses", left: { declines: 2, crashes: 1 } },
  { name: "answers that are lost", left: { unclear: 1, crashes: 1, ends: 1 } },
  { name: "a shopper who cancels", left: { ends: 1, crashes: 1, declines: 1 } },
  { name: "a person who cancels the order", left: { cancels: 1, crashes: 1, unclear: 1 } },
  { name: "goods that leave before a refusal", left: { ships: 1, declines: 2, collects: 1 } },
  {
    name: "goods that leave before we cancel",
    left: { ships: 1, declines: 1, crashes: 1 },
  },
  { name: "an order that Medusa does not cancel", left: { refuses: 1, lapses: 1, crashes: 1 } },
  {
    name: "a process that died canceling the order",
    left: { collects: 1, cancels: 1, lapses: 1 },
    before: diedCanceling,
  },
  { name: "a hold that is given up", left: { lapses: 1, asks: 1, ends: 1 } },
  { name: "a person who asks now", left: { asks: 2, declines: 1, crashes: 1 } },
  { name: "a price that changes", left: { prices: 1, crashes: 1, unsent: 1 } },
  { name: "an earlier charge in doubt", left: { doubts: 1, ends: 1, unclear: 1 } },
  { name: "a link for the order", left: { collects: 1, cancels: 1, crashes: 1 } },
  {
    name: "a subscription that is over, and nobody told",
    left: { overs: 1, crashes: 1, declines: 1, unsent: 1 },
  },
  {
    name: "an order of a subscription that is over, and nobody told",
    left: { overs: 1, collects: 1, ships: 1, declines: 1 },
  },
]

/** Explored at night: the same, further. */
export const LARGE_RENEWALS: readonly RenewalBound[] = [
  { name: "a period whose processes die", left: { crashes: 3, declines: 1, ends: 1 } },
  { name: "a worker that freezes", left: { freezes: 1, crashes: 1, cancels: 1, unclear: 1 } },
  { name: "a bank that refuses", left: { declines: 3, crashes: 1, unsent: 1, ends: 1 } },
  { name: "answers that are lost", left: { unclear: 2, crashes: 1, ends: 1, cancels: 1 } },
  { name: "goods that leave", left: { ships: 1, declines: 1, crashes: 1, cancels: 1, lapses: 1 } },
  { name: "a person who asks now", left: { asks: 2, declines: 1, crashes: 1, lapses: 1 } },
  { name: "a link for the order", left: { collects: 1, cancels: 1, crashes: 1, lapses: 1 } },
  {
    name: "a subscription that is over, and nobody told",
    left: { overs: 1, crashes: 1, declines: 1, unclear: 1, cancels: 1 },
  },
]

export function startOf({ left, before }: RenewalBound): World {
  const world = begin(left)
  before?.(world)
  return world
}
