import { begin, NOTHING_LEFT, type Left, type Start, type World } from "./world"

/** Where an exploration begins, and how often each disturbance may come. */
export interface Bound {
  name: string
  link: Start
  left: Partial<Left>
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
    name: "a link, and a shopper who changes the cart or chooses again",
    link: {},
    left: { posts: 1, changes: 1 },
  },
  {
    name: "a voucher whose order is canceled or refunded",
    link: { voucher: 1 },
    left: { completions: 1, cancels: 1, refunds: 1, crashes: 1 },
  },
  {
    name: "two links, and a worker that freezes",
    link: { voucher: 1 },
    left: { completions: 1, posts: 1, freezes: 1 },
  },
  {
    name: "a payer who pays less",
    link: { less: 1 },
    left: { decisions: 2, crashes: 1 },
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
    name: "two links, and a worker that freezes",
    link: { voucher: 1 },
    left: { completions: 1, posts: 1, freezes: 1, crashes: 1 },
  },
  {
    name: "a payer who pays less, and a cart that changes",
    link: { less: 1 },
    left: { decisions: 2, crashes: 1, completions: 1, changes: 1, freezes: 1 },
  },
]

export function startOf({ link, left }: Bound): World {
  return begin({ ...NOTHING_LEFT, ...left }, link)
}
