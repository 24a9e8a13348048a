import {
  APPLY,
  begin,
  NOTHING_LEFT,
  ORDER,
  SERVICE,
  SESSION,
  type Left,
  type Link,
  type Start,
  type World,
} from "./world"

/** Where an exploration begins, and how often each disturbance may come. */
export interface Bound {
  name: string
  link: Start
  left: Partial<Left>
  /** Events before the exploration begins. Without it the shopper has just chosen a method. */
  before?: (world: World) => void
}

/** A voucher's order waits, and the shopper chose a second link for it. Both were paid. */
function bothPaid({ links, sessions, cart }: World): void {
  const paid = { truth: SERVICE.approved, status: SERVICE.approved, apply: APPLY.due, placed: 1 }
  Object.assign(links[1], links[0])
  Object.assign(links[0], paid, { session: 0 })
  Object.assign(links[1], paid)
  sessions[0].state = SESSION.pending
  const linked = { link_to_cart: 1, link_to_collection: 1, placed: 1 }
  Object.assign(cart, { order: ORDER.pending }, linked)
}

/**
 * A voucher of the cart as it is now, and a link that was made before the cart moved to a region of
 * another currency: Medusa deleted its session.
 */
function moved({ links }: World): void {
  Object.assign(links[1], links[0])
  Object.assign(links[0], { foreign: 1, voucher: 0, session: 0 })
}

/** The same of a cart that cost less, or more, when the first link was made. */
const costing =
  (before: number) =>
  ({ links, sessions, cart }: World): void => {
    const now = 1 - before
    Object.assign(links[1], links[0], { total: now })
    Object.assign(links[0], { total: before, voucher: 0, session: 0 })
    sessions[0].amount = now
    cart.total = now
  }

/** The order was placed by another provider, and the link that was made before was paid. */
const paidBefore =
  (before: Partial<Link>) =>
  ({ links, sessions, cart }: World): void => {
    const paid = { truth: SERVICE.approved, status: SERVICE.approved, apply: APPLY.due, placed: 1 }
    Object.assign(links[0], paid, before, { session: 0 })
    sessions[0] = { state: SESSION.gone, amount: 0 }
    const linked = { link_to_cart: 1, link_to_collection: 1, placed: 1 }
    Object.assign(cart, { order: ORDER.pending }, linked)
  }

/** Explored by `npm test`, in under a minute. */
export const SMALL: readonly Bound[] = [
  {
    name: "a link whose cart Medusa cannot complete at first",
    link: {},
    left: { completions: 1, failures: 1, crashes: 1 },
  },
  {
    name: "a link, and a person who decides",
    link: {},
    left: { failures: 1, decisions: 1 },
  },
  {
    name: "a link whose cart changes",
    link: {},
    left: { changes: 1, completions: 1, decisions: 1 },
  },
  {
    name: "a voucher whose order is canceled or refunded",
    link: { voucher: 1 },
    left: { completions: 1, cancels: 1, refunds: 1, crashes: 1 },
  },
  {
    name: "an order whose two links were both paid, and a worker that freezes",
    link: { voucher: 1 },
    left: { freezes: 1 },
    before: bothPaid,
  },
  {
    name: "a payer who pays less",
    link: { less: 1 },
    left: { decisions: 2, crashes: 1 },
  },
  {
    name: "a cart that moved to a region of another currency",
    link: {},
    left: { decisions: 1, cancels: 1 },
    before: paidBefore({ foreign: 1 }),
  },
  {
    name: "a cart that cost less when its first link was made",
    link: {},
    left: { decisions: 2, cancels: 1 },
    before: paidBefore({ total: 1 }),
  },
]

/** Explored at night: the same, further. */
export const LARGE: readonly Bound[] = [
  {
    name: "a link whose cart Medusa cannot complete at first",
    link: {},
    left: { completions: 2, failures: 1, crashes: 2, decisions: 1 },
  },
  {
    name: "a link, and a shopper who changes the cart or chooses again",
    link: {},
    left: { posts: 1, changes: 1, completions: 1, failures: 1 },
  },
  {
    name: "a voucher whose order is canceled or refunded, and a person who decides",
    link: { voucher: 1 },
    left: { completions: 1, cancels: 1, refunds: 1, crashes: 1, decisions: 1, freezes: 1 },
  },
  {
    name: "an order whose two links were both paid, and a worker that freezes",
    link: { voucher: 1 },
    left: { freezes: 1, crashes: 1, decisions: 1 },
    before: bothPaid,
  },
  {
    name: "a cart that moved to a region of another currency",
    link: { voucher: 1 },
    left: { completions: 1, decisions: 2, cancels: 1, crashes: 1 },
    before: moved,
  },
  {
    name: "a cart that cost less when its first link was made",
    link: { voucher: 1 },
    left: { completions: 1, decisions: 2, cancels: 1, posts: 1 },
    before: costing(1),
  },
  {
    name: "a cart that cost more when its first link was made",
    link: { voucher: 1 },
    left: { completions: 1, decisions: 2, cancels: 1, crashes: 1 },
    before: costing(0),
  },
  {
    name: "a payer who pays less, and a cart that changes",
    link: { less: 1 },
    left: { decisions: 2, crashes: 1, completions: 1, changes: 1, freezes: 1 },
  },
]

export function startOf({ link, left, before }: Bound): World {
  const world = begin({ ...NOTHING_LEFT, ...left }, link)
  before?.(world)
  return world
}
