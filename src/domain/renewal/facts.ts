import type { OrderDecision } from "../card/failed-hold-order"
import type { SubscriptionStatus } from "../subscription/state"
import type { HoldKind, PeriodHold } from "./period-step"

/**
 * What decides the next step of an open period: everything that matters of its subscription, its
 * newest hold, its cart and its order. Read anew before each step. Texts are for a person.
 */
export interface RenewalFacts {
  subscription: {
    status: SubscriptionStatus
    /** It was canceled because every try of its card was refused. */
    given_up: boolean
  }
  /** The kind of a period's first hold. */
  first: HoldKind
  /** A person asks for the charge now: the day of the next try is not waited for. */
  asked: boolean
  period: {
    /** Today is before the period's own day. */
    ahead: boolean
    /** The day of its next try: `none` is set, it has `come`, or it is still `coming`. */
    next_try: "none" | "come" | "coming"
    last_error: string | null
  }
  run: RenewalRunFacts
  hold: RenewalHoldFacts | null
  /** Why a person decides first about a hold of the period. Read only of a step that needs it. */
  question: string | null
  /** Why a person decides first about an earlier charge. Read only of a step that charges. */
  doubt: string | null
  /** Why the subscription is over although nobody ended it. Read only of a step that charges. */
  over: string | null
  cart_id: string | null
  /**
   * The cart as it costs now; null: it is gone. Read only while it has no order and is to be paid.
   */
  cart: RenewalCartFacts | null
  order: RenewalOrderFacts | null
}

/** What this run did already. */
export interface RenewalRunFacts {
  /** It prepared a hold: at most one a run. */
  prepared: boolean
  /** It counted a refusal or a voided hold, which spends the request of a person. */
  counted: "refusal" | "lapse" | null
}

export interface RenewalHoldFacts extends PeriodHold {
  id: string
  /** It was prepared for a cart, else for an order that existed. */
  for_cart: boolean
  /** The bank refused its capture, and that is not counted yet. */
  refused_capture: boolean
  /** Medusa's order shows the captured money. Read only of captured money. */
  shown: boolean
  /** Why its captured money pays no order any more. Read only of captured money. */
  given_back: string | null
}

interface RenewalCartFacts {
  id: string
  /** Its payment collection has its present price. */
  priced: boolean
  /** It costs nothing. */
  free: boolean
  /** The hold was prepared for this price. */
  fits: boolean
  /** It has the session of the hold. */
  has_session: boolean
}

interface RenewalOrderFacts {
  id: string
  /** A process killed inside Medusa's completion left out a link of the order. */
  lacks_links: boolean
  /** We set out to cancel it: canceled, it is not a person's doing. */
  freed: boolean
  /** What becomes of it. Read only of an order that no hold pays. */
  decision: OrderDecision | null
}
