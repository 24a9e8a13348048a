/**
 * A state of the model: what the service knows of each link, what Medusa holds of one cart, our rows,
 * and where each worker stands. Every field is a small number, so that a state is a few words of
 * memory (layout.ts).
 */
export interface World {
  links: Link[]
  sessions: Session[]
  payments: Payment[]
  workers: Worker[]
  /** The cart, its order, and who works on them. */
  cart: Cart
  /** How often each thing may still happen (bounds.ts). */
  left: Left
}

// Looked up once: a test's global objects are slow to reach.
const { assign } = Object

export const SERVICE = { pending: 0, approved: 1, rejected: 2 } as const
export const APPLY = { parked: 0, due: 1, later: 2, waiting: 3 } as const
export const END = { none: 0, due: 1, later: 2 } as const
export const DECISION = { none: 0, refund: 1, ignore: 2 } as const
export const PAYOUT = { none: 0, unsent: 1, checked: 2, sent: 3 } as const
export const SOURCE = { failure: 0, order: 1, decision: 2 } as const
export const SESSION = { gone: 0, pending: 1, deferred: 2, error: 3, authorized: 4 } as const
export const REFUND = { none: 0, failure: 1, order: 2 } as const
export const ORDER = { none: 0, pending: 1, canceled: 2 } as const
export const JOB = { idle: 0, settle: 1, end: 2, resolve: 3, give_up: 4 } as const
export const OWNER = { nobody: 0, first: 1, second: 2, shopper: 3, dead: 4 } as const

/** Kinds of an open anomaly; the index is stored. */
export const KINDS = [
  null,
  "paid_without_order",
  "paid_after_replaced",
  "paid_after_canceled",
  "duplicate_payment",
  "settled_incompletely",
  "amount_mismatch",
  "currency_mismatch",
] as const
export type Kind = NonNullable<(typeof KINDS)[number]>

export interface Link {
  exists: number
  /** What the service knows. */
  truth: number
  /** An answer of the service on its way: its status plus one, as it was when we asked. */
  answer: number
  /** Our row. */
  status: number
  lapsed: number
  /** Asked about since it lapsed. */
  asked: number
  /** The method is paid later: its order waits for it. */
  voucher: number
  /** The payer pays less than was asked. */
  less: number
  /** Made before the cart moved to a region of another currency. */
  foreign: number
  /** Its order asked for it, or a person accepted it for that order. */
  for_order: number
  accepted: number
  /** Which of the cart's two totals it was made for. */
  total: number
  /** Slot of its session; 0: that session is gone. */
  session: number
  excluded: number
  settled: number
  marked: number
  placed: number
  apply: number
  /** Somebody asked for another try while a worker had the row. */
  woken: number
  /** Something has changed since a worker took the row: another try may see it. */
  changed: number
  /** A try that had to wait. */
  waited: number
  anomaly: number
  /** The anomaly is about its order. */
  of_order: number
  decision: number
  end: number
  payout: number
  payout_source: number
  /** Slot of the payment whose Refund it pays; 0: none. */
  payout_of: number
  lease: number
  /** The lease ran out although its holder lives. */
  expired: number
}

export interface Session {
  state: number
  amount: number
}

export interface Payment {
  /** Index of the link plus one; 0: no payment. */
  link: number
  /** Slot of its session; 0: gone. */
  session: number
  amount: number
  canceled: number
  /** Its capture was not removed. */
  captured: number
  refund: number
  /** The order shows the capture. */
  on_order: number
}

export interface Worker {
  job: number
  link: number
  /** Where it stands inside its job (worker.ts). */
  at: number
  /** What it holds in hand: number of a plan (facts.ts). */
  plan: number
  /** The plan before. */
  before: number
  /** It believes that it holds the lock of the order. */
  locked: number
  /** Slot of the session that it will pay or reset; 0: none, or deleted since. */
  session: number
  /** Slots of sessions that it will delete. */
  sessions: number
  /** Slots of payments that it will remove or refund. */
  payments: number
}

export interface Cart {
  total: number
  miscounted: number
  order: number
  order_total: number
  link_to_cart: number
  link_to_collection: number
  /** A completion ended well: its order is announced. */
  placed: number
  completion: number
  completion_by: number
  completion_session: number
  completion_payment: number
  completion_answer: number
  /** A completion that died left its lock. */
  dead_lock: number
  order_lock: number
  /** A post that made its session, and did not delete the others yet. */
  posted: number
  posted_seen: number
  /** A cancel of the order that has read, and did not write yet. */
  canceling: number
  canceling_seen: number
  /** A rule of promises.ts that an act broke on its way. */
  broken: number
}

/** How often something may happen. */
export interface Left {
  crashes: number
  posts: number
  changes: number
  completions: number
  failures: number
  freezes: number
  cancels: number
  decisions: number
  refunds: number
}

export const LINKS = 2
export const SESSIONS = 3
export const PAYMENTS = 3

const LINK: Link = {
  exists: 0,
  truth: 0,
  answer: 0,
  status: 0,
  lapsed: 0,
  asked: 0,
  voucher: 0,
  less: 0,
  foreign: 0,
  for_order: 0,
  accepted: 0,
  total: 0,
  session: 0,
  excluded: 0,
  settled: 0,
  marked: 0,
  placed: 0,
  apply: 0,
  woken: 0,
  changed: 0,
  waited: 0,
  anomaly: 0,
  of_order: 0,
  decision: 0,
  end: 0,
  payout: 0,
  payout_source: 0,
  payout_of: 0,
  lease: 0,
  expired: 0,
}
const SESSION_GONE: Session = { state: 0, amount: 0 }
export const NO_PAYMENT: Payment = {
  link: 0,
  session: 0,
  amount: 0,
  canceled: 0,
  captured: 0,
  refund: 0,
  on_order: 0,
}
const IDLE: Worker = {
  job: 0,
  link: 0,
  at: 0,
  plan: 0,
  before: 0,
  locked: 0,
  session: 0,
  sessions: 0,
  payments: 0,
}
const EMPTY_CART: Cart = {
  total: 0,
  miscounted: 0,
  order: 0,
  order_total: 0,
  link_to_cart: 0,
  link_to_collection: 0,
  placed: 0,
  completion: 0,
  completion_by: 0,
  completion_session: 0,
  completion_payment: 0,
  completion_answer: 0,
  dead_lock: 0,
  order_lock: 0,
  posted: 0,
  posted_seen: 0,
  canceling: 0,
  canceling_seen: 0,
  broken: 0,
}

export const NOTHING_LEFT: Left = {
  crashes: 0,
  posts: 0,
  changes: 0,
  completions: 0,
  failures: 0,
  freezes: 0,
  cancels: 0,
  decisions: 0,
  refunds: 0,
}

export type Start = Partial<Pick<Link, "voucher" | "less">>

/** A cart whose shopper has chosen a method, and whose link is not paid yet. */
export function begin(left: Left, link: Start): World {
  return {
    links: [{ ...LINK, ...link, exists: 1, session: 1 }, { ...LINK }],
    sessions: [{ state: SESSION.pending, amount: 0 }, { ...SESSION_GONE }, { ...SESSION_GONE }],
    payments: [{ ...NO_PAYMENT }, { ...NO_PAYMENT }, { ...NO_PAYMENT }],
    workers: [{ ...IDLE }, { ...IDLE }],
    cart: { ...EMPTY_CART },
    left: { ...left },
  }
}

export function copy(world: World): World {
  return structuredClone(world)
}

/** Makes `to` the same state as `from`. */
export function restore(to: World, from: World): void {
  for (let at = 0; at < LINKS; at += 1) assign(to.links[at], from.links[at])
  for (let at = 0; at < SESSIONS; at += 1) assign(to.sessions[at], from.sessions[at])
  for (let at = 0; at < PAYMENTS; at += 1) assign(to.payments[at], from.payments[at])
  for (let at = 0; at < 2; at += 1) assign(to.workers[at], from.workers[at])
  assign(to.cart, from.cart)
  assign(to.left, from.left)
}

export function idle(worker: Worker): void {
  assign(worker, IDLE)
}

/** Whether Medusa leads from the cart or its collection to the order. */
export function isVisible({ order, link_to_cart, link_to_collection }: Cart): boolean {
  return order !== ORDER.none && (link_to_cart === 1 || link_to_collection === 1)
}

export function slotBit(slot: number): number {
  return slot === 0 ? 0 : 1 << (slot - 1)
}
