import type { CardStatus } from "../../../src/domain/card/state"
import type { RenewalStep } from "../../../src/domain/renewal/decide"
import type { RenewalRunFacts } from "../../../src/domain/renewal/facts"
import type { HoldKind } from "../../../src/domain/renewal/period-step"

/**
 * A state of the model: one open period of a subscription, what the bank and Medusa hold of it, and
 * where each worker stands. Plain data, so that its text names it.
 */
export interface World {
  subscription: "active" | "past_due" | "canceled"
  given_up: boolean
  /** When the job takes the subscription up. */
  due: "now" | "later" | "day" | "never"
  /** Something happened since its last run, so that another one may see more. */
  changed: boolean
  /** The service contradicts an earlier charge, and a person is asked. */
  doubt: boolean
  /** Why the subscription is over, although nobody ended it. */
  over: string | null
  period: Period
  holds: Hold[]
  carts: Cart[]
  workers: [Worker, Worker]
  /** The worker that has the order's lock; 0: nobody. */
  lock: Who
  left: Left
  /** A promise that an act broke on its way. */
  broken: string | null
}

export type Who = 0 | 1 | 2

interface Period {
  status: "open" | "paid" | "failed"
  /** Number of its cart; 0: none. */
  cart: number
  order: number
  freed: number
  next_try: "none" | "coming" | "come"
  refusals: number
  /** It is tried ahead of its day. */
  ahead: boolean
  /** The worker whose writes count; the lease may be free all the same. */
  holder: Who
  leased: boolean
}

/** One row of a card transaction, and what the bank did. */
export interface Hold {
  kind: HoldKind
  status: CardStatus
  not_sent: boolean
  sent: boolean
  voiding: boolean
  /** The cart or the order that it was prepared for. */
  cart: number
  for_cart: boolean
  /** It has a session of its cart. */
  bound: boolean
  /** A refusal of its capture is not counted. */
  refused_capture: boolean
  at_bank: "nothing" | "held" | "captured" | "refunded"
}

/** A cart of the period, with its order. */
export interface Cart {
  priced: boolean
  /** Hold whose amount is its price; 0: none. */
  fits: number
  order: "none" | "pending" | "canceled"
  /** A person canceled it, and no cancel of ours was under way. */
  called_off: boolean
  /** A worker set out to cancel it, and no run has looked at it since. */
  claimed: boolean
  linked: boolean
  shipped: boolean
  /** A person collected its debt. */
  collected: boolean
  /** Another payment of it is under way. */
  collecting: boolean
  /** Hold of its payment in Medusa; 0: none. */
  payment: number
  /** It shows the captured money. */
  booked: boolean
  shown_to_person: boolean
}

export interface Worker {
  step: RenewalStep | null
  /** Where it stands: it reads, or takes the part of its step with this number. */
  at: "idle" | "read" | number
  before: string | null
  run: RenewalRunFacts
  asked: boolean
  /**
   * What it read: the newest hold, the status of the subscription, whether there is a doubt, and
   * whether the subscription is over.
   */
  hold: number
  status: World["subscription"]
  doubt: boolean
  over: boolean
}

/** How often each disturbance may still come. */
export interface Left {
  crashes: number
  freezes: number
  declines: number
  unclear: number
  unsent: number
  /** The shopper cancels the subscription. */
  ends: number
  /** A person cancels the order. */
  cancels: number
  /** A person collects the debt of the order. */
  collects: number
  /** Goods leave. */
  ships: number
  /** A person asks for the charge now. */
  asks: number
  /** The price of the cart changes. */
  prices: number
  /** The hold ends at the bank. */
  lapses: number
  /** The service contradicts an earlier charge. */
  doubts: number
  /** The customer is deleted, or the first order is taken back, and the event of it is lost. */
  overs: number
  /** Medusa refuses to cancel an order. */
  refuses: number
}

export const NOTHING_LEFT: Left = {
  crashes: 0,
  freezes: 0,
  declines: 0,
  unclear: 0,
  unsent: 0,
  ends: 0,
  cancels: 0,
  collects: 0,
  ships: 0,
  asks: 0,
  prices: 0,
  lapses: 0,
  doubts: 0,
  overs: 0,
  refuses: 0,
}

const IDLE: Worker = {
  step: null,
  at: "idle",
  before: null,
  run: { prepared: false, counted: null },
  asked: false,
  hold: 0,
  status: "active",
  doubt: false,
  over: false,
}

export const NO_CART: Cart = {
  priced: true,
  fits: 0,
  order: "none",
  called_off: false,
  claimed: false,
  linked: false,
  shipped: false,
  collected: false,
  collecting: false,
  payment: 0,
  booked: false,
  shown_to_person: false,
}

/** Tries of a refused period before its subscription ends; the plugin's default has three. */
export const RETRIES = 1

/** A period whose day has come. */
export function begin(left: Partial<Left>, { ahead = false } = {}): World {
  return {
    subscription: "active",
    given_up: false,
    due: ahead ? "never" : "now",
    changed: true,
    doubt: false,
    over: null,
    period: {
      status: "open",
      cart: 0,
      order: 0,
      freed: 0,
      next_try: "none",
      refusals: 0,
      ahead,
      holder: 0,
      leased: false,
    },
    holds: [],
    carts: [],
    workers: [idle(), idle()],
    lock: 0,
    left: { ...NOTHING_LEFT, ...left },
    broken: null,
  }
}

export const hasEnded = ({ subscription }: World): boolean => subscription === "canceled"

/** The newest hold of the period, a living one first. */
export function newestHold({ holds }: World): number {
  const over: readonly CardStatus[] = ["declined", "error", "released"]
  const living = holds.reduce(
    (found, { status }, index) => (over.includes(status) ? found : index + 1),
    0
  )
  return living > 0 ? living : holds.length
}

/** By hand, because most of the time goes into copies. */
export function copy(world: World): World {
  const [first, second] = world.workers
  return {
    ...world,
    period: { ...world.period },
    holds: world.holds.map((hold) => ({ ...hold })),
    carts: world.carts.map((cart) => ({ ...cart })),
    workers: [
      { ...first, run: { ...first.run } },
      { ...second, run: { ...second.run } },
    ],
    left: { ...world.left },
  }
}

export const idle = (): Worker => ({ ...IDLE, run: { ...IDLE.run } })
