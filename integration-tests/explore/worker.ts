import { actionsFor } from "../../src/domain/anomaly/resolution"
import { mayBringMoney } from "../../src/domain/payin/coming-money"
import { sumAmounts } from "../../src/domain/money/amount"
import { reasonNotToCancel } from "../../src/domain/order/waiting"
import { AMOUNTS, bookableOf, placeOf, type Plan, type Reader } from "./facts"
import {
  ANSWER,
  authorize,
  beginCompletion,
  createPayment,
  createSession,
  deleteSessions,
  hasOrder,
  hasSpace,
  initiate,
  isProcessable,
  refund,
  removePayment,
  sessionsOf,
} from "./medusa"
import { record, statusName } from "./service"
import {
  APPLY,
  DECISION,
  END,
  idle,
  isVisible,
  JOB,
  KINDS,
  ORDER,
  OWNER,
  PAYOUT,
  REFUND,
  SERVICE,
  SESSION,
  SOURCE,
  slotBit,
  type Kind,
  type Link,
  type World,
} from "./world"

/** Where a worker stands inside its job. */
export const AT = {
  read: 1,
  act: 2,
  then: 3,
  last: 4,
  completing: 5,
  /** Medusa refused for a lasting reason. */
  refused: 6,
  /** Something is in the way for now. */
  hindered: 7,
  finish: 8,
  canceling: 9,
  cancels: 10,
  ends: 11,
} as const

/** What a person does about an anomaly. */
export const ACTION = { refund: 1, ignore: 2, accept: 3 } as const

/**
 * `blocked`: it waits for somebody else, or its facts have to be read first. `quiet`: nothing that
 * another try would see has changed.
 */
export type Moved = "blocked" | "quiet" | "changed"

export function holdsLease({ links, workers }: World, at: number): boolean {
  return links[workers[at].link].lease === at + 1
}

/** One step of a worker: until the next point at which its process may die. */
export function stepWorker(world: World, at: number, slot: number, reader: Reader): Moved {
  const worker = world.workers[at]
  if (worker.at === AT.finish) {
    return finish(world, at)
  }
  switch (worker.job) {
    case JOB.settle:
      return stepSettlement(world, at, slot, reader)
    case JOB.end:
      return stepEnd(world, at)
    case JOB.give_up:
      return stepGiveUp(world, at)
    default:
      return stepResolve(world, at)
  }
}

function finish(world: World, at: number): Moved {
  const worker = world.workers[at]
  if (worker.locked === 1 && world.cart.order_lock === at + 1) {
    world.cart.order_lock = OWNER.nobody
  }
  if (holdsLease(world, at)) {
    Object.assign(world.links[worker.link], { lease: OWNER.nobody, expired: 0 })
  }
  idle(worker)
  return "quiet"
}

function stepSettlement(world: World, at: number, slot: number, reader: Reader): Moved {
  const worker = world.workers[at]
  const link = world.links[worker.link]
  switch (worker.at) {
    case AT.read:
      return readFacts(world, at, reader)
    case AT.completing:
      return "blocked"
    case AT.refused:
      return postpone(world, at, link, false, reader.plan(worker.plan))
    case AT.hindered:
      return postpone(world, at, link, true, reader.plan(worker.plan))
    default: {
      const plan = reader.plan(worker.plan)
      if (worker.at === AT.act && worker.locked === 1 && !LAST.includes(plan.act)) {
        if (world.cart.order_lock !== at + 1) {
          Object.assign(worker, { locked: 0, before: 0, at: AT.read })
          return "quiet"
        }
      }
      return act(world, at, slot, plan)
    }
  }
}

/** Steps that write nothing in Medusa: they need no lock of the order. */
const LAST: readonly string[] = ["end", "park", "ask", "exclude", "wait"]

function readFacts(world: World, at: number, reader: Reader): Moved {
  const worker = world.workers[at]
  if (!holdsLease(world, at)) {
    worker.at = AT.finish
    return "quiet"
  }
  const read = reader.read(world, worker.link, at)
  if (read === null || read === "waits") {
    return "blocked"
  }
  if (read === "refused") {
    worker.plan = 0
    worker.at = AT.hindered
    return "quiet"
  }
  worker.plan = read.number
  worker.before = read.decision
  worker.session = read.act === "book_on_order" || read.act === "reset_session" ? read.slot : 0
  worker.sessions = read.act === "open_session" ? read.sessions : 0
  worker.payments = read.leftovers
  worker.at = AT.act
  return "quiet"
}

/** Schedules the next try; a lasting failure is shown to a person, and so is one that stays. */
function postpone(world: World, at: number, link: Link, passing: boolean, plan: Plan): Moved {
  world.workers[at].at = AT.finish
  if (!holdsLease(world, at)) {
    return "quiet"
  }
  if (passing && link.waited === 0) {
    link.waited = 1
    link.apply = APPLY.waiting
    return "quiet"
  }
  tryLater(link)
  return report(link, plan.order ? "settled_incompletely" : "paid_without_order", plan)
}

/** Time brings the next try anyway: it matters where something has changed. */
function tryLater(link: Link): void {
  link.apply = link.changed === 0 ? APPLY.later : APPLY.due
}

/** Somebody who asked for another try meanwhile gets it (application.ts `park`). */
export function park(link: Link): void {
  if (link.woken === 0) link.apply = APPLY.parked
}

function report(link: Link, kind: Kind, { order }: Pick<Plan, "order">): Moved {
  const index = KINDS.indexOf(kind)
  const of_order = order ? 1 : 0
  if (link.anomaly === index && link.of_order >= of_order) {
    return "quiet"
  }
  Object.assign(link, { anomaly: index, of_order })
  return "changed"
}

function act(world: World, at: number, slot: number, plan: Plan): Moved {
  const { cart, payments } = world
  const worker = world.workers[at]
  const link = world.links[worker.link]
  const isFirst = worker.at === AT.act
  switch (plan.act) {
    case "end":
      worker.at = AT.finish
      return "quiet"
    case "park":
      if (holdsLease(world, at)) park(link)
      worker.at = AT.finish
      return "quiet"
    case "wait":
      return postpone(world, at, link, true, plan)
    case "ask":
      if (!holdsLease(world, at) || plan.kind === null) {
        worker.at = AT.finish
        return "quiet"
      }
      if (isFirst) {
        worker.at = AT.then
        return report(link, plan.kind, plan)
      }
      if (plan.later) tryLater(link)
      else park(link)
      worker.at = AT.finish
      return "quiet"
    case "exclude":
      if (!holdsLease(world, at) || plan.kind === null) {
        worker.at = AT.finish
        return "quiet"
      }
      if (isFirst) {
        link.excluded = 1
        worker.at = AT.then
        return "changed"
      }
      if (worker.at === AT.then) {
        worker.at = AT.last
        return report(link, plan.kind, plan)
      }
      park(link)
      worker.at = AT.finish
      return "quiet"
    case "restore_links":
      if (cart.order !== ORDER.none) {
        if (plan.lacks.includes("collection")) cart.link_to_collection = 1
        if (plan.lacks.includes("cart")) cart.link_to_cart = 1
      }
      worker.at = AT.read
      return "changed"
    case "lock_order":
      if (cart.order_lock === at + 1) cart.order_lock = OWNER.nobody
      worker.locked = cart.order_lock === OWNER.nobody ? 1 : 0
      if (worker.locked === 1) cart.order_lock = at + 1
      worker.at = AT.read
      return "quiet"
    case "remove_leftovers":
      return removeLeftovers(world, at, plan)
    case "open_session":
      return openSession(world, at, plan)
    case "reset_session":
      if (worker.session === 0) {
        worker.at = AT.refused
        return "quiet"
      }
      world.sessions[worker.session - 1].state = SESSION.pending
      worker.at = AT.read
      return "changed"
    case "complete_cart":
      return completeCart(world, at, slot)
    case "book_on_order":
      return bookOnOrder(world, at)
    case "repair_capture":
      if (isFirst) {
        return mark(world, at)
      }
      worker.at = AT.read
      if (payments[plan.slot - 1].link === worker.link + 1) {
        payments[plan.slot - 1].on_order = 1
      }
      return "changed"
    case "settle":
      return settle(world, at)
  }
}

/** Marked before Medusa may publish the capture. A lost lease ends the work. */
function mark(world: World, at: number): Moved {
  const worker = world.workers[at]
  if (!holdsLease(world, at)) {
    worker.at = AT.finish
    return "quiet"
  }
  const link = world.links[worker.link]
  const before = link.marked
  link.marked = 1
  worker.at = AT.then
  return before === 0 ? "changed" : "quiet"
}

function settle(world: World, at: number): Moved {
  const worker = world.workers[at]
  const link = world.links[worker.link]
  if (worker.at === AT.act) {
    return mark(world, at)
  }
  if (worker.at === AT.then) {
    if (KINDS[link.anomaly] !== "amount_mismatch") link.anomaly = 0
    worker.at = AT.last
    return "changed"
  }
  worker.at = AT.finish
  if (!holdsLease(world, at)) {
    return "quiet"
  }
  Object.assign(link, { settled: 1, apply: APPLY.parked, waited: 0 })
  return "changed"
}

/** Whether a payout refunds the money so that these leftovers stay (undo.ts `payoutThatRefunded`). */
function isRefunded(link: Link, leftovers: number, booked: number): boolean {
  if (link.payout === PAYOUT.none) {
    return false
  }
  const ofRefunds = (slotBit(link.payout_of) & leftovers) > 0
  return link.payout === PAYOUT.sent ? booked === 0 || ofRefunds : booked === 0 && !ofRefunds
}

function removeLeftovers(world: World, at: number, plan: Plan): Moved {
  const { payments, cart } = world
  const worker = world.workers[at]
  const link = world.links[worker.link]
  if (worker.at === AT.act) {
    worker.at = isRefunded(link, worker.payments, plan.booked) ? AT.read : AT.then
    if (worker.at === AT.then && (slotBit(link.payout_of) & worker.payments) > 0) {
      withdraw(link)
    }
    return "changed"
  }
  const left = payments.findIndex((_, index) => (worker.payments & slotBit(index + 1)) > 0)
  if (left < 0) {
    cart.miscounted = 0
    worker.at = AT.read
    return "changed"
  }
  if (payments[left].captured === 1) {
    Object.assign(payments[left], { captured: 0, refund: REFUND.none })
    cart.miscounted = 1
  } else {
    removePayment(world, left + 1)
  }
  return "changed"
}

export function withdraw(link: Link): void {
  if (link.payout === PAYOUT.unsent || link.payout === PAYOUT.checked) {
    Object.assign(link, { payout: PAYOUT.none, payout_source: 0, payout_of: 0 })
  }
}

function openSession(world: World, at: number, plan: Plan): Moved {
  const { cart } = world
  const worker = world.workers[at]
  const link = world.links[worker.link]
  if (worker.at === AT.then) {
    deleteSessions(world, worker.sessions)
    worker.at = AT.read
    return "changed"
  }
  if (!plan.fits && !plan.order && cart.total !== link.total) {
    worker.at = AT.read
    return "quiet"
  }
  if (!hasSpace(world)) {
    return "blocked"
  }
  const others = sessionsOf(world)
  const slot = createSession(world, plan.fits ? cart.total : bookableOf(link))
  initiate(world, slot, link.foreign)
  worker.sessions = plan.fits ? others : worker.sessions
  worker.at = AT.then
  return "changed"
}

function completeCart(world: World, at: number, slot: number): Moved {
  const { cart } = world
  const worker = world.workers[at]
  if (cart.completion > 0) {
    return "blocked"
  }
  if (cart.dead_lock === 1) {
    worker.at = AT.hindered
    return "quiet"
  }
  if (hasOrder(world)) {
    worker.at = AT.read
    return "quiet"
  }
  if (slot === 0) {
    if (world.sessions.some((_, index) => isProcessable(world, index + 1))) {
      return "blocked"
    }
    worker.at = AT.refused
    return "quiet"
  }
  if (!isProcessable(world, slot) || !hasSpace(world)) {
    return "blocked"
  }
  beginCompletion(world, at + 1, slot)
  worker.at = AT.completing
  return "changed"
}

function bookOnOrder(world: World, at: number): Moved {
  const { cart, payments } = world
  const worker = world.workers[at]
  if (worker.at === AT.act) {
    return mark(world, at)
  }
  const slot = worker.session
  const found = payments.findIndex((one) => one.link > 0 && slot > 0 && one.session === slot)
  if (worker.at === AT.last) {
    if (found >= 0) payments[found].on_order = 1
    worker.at = AT.read
    return "changed"
  }
  if (cart.completion > 0) {
    return "blocked"
  }
  if (cart.dead_lock === 1) {
    worker.at = AT.hindered
    return "quiet"
  }
  if (slot === 0) {
    // Medusa would take the first cart of its table for that of the session.
    cart.broken = 2
    worker.at = AT.finish
    return "changed"
  }
  if (found >= 0) {
    worker.at = payments[found].canceled === 1 ? AT.refused : AT.last
    return "quiet"
  }
  if (!hasSpace(world)) {
    return "blocked"
  }
  const link = world.links.find((one) => one.exists === 1 && one.session === slot)
  if (link === undefined || authorize(world, slot) !== ANSWER.captured) {
    worker.at = AT.refused
    return "quiet"
  }
  createPayment(world, link, slot)
  worker.at = AT.last
  return "changed"
}

const LAPSED_AT = new Date("2026-01-02T00:00:00Z")
const NOW = new Date("2026-01-03T00:00:00Z")

/** Why the end of this link does not cancel the order, by the plugin's own rule. */
function whyNotCanceled(world: World, failed: number) {
  const place = placeOf(world)
  const visible = world.payments.filter(
    (one) => one.link > 0 && one.canceled === 0 && world.cart.link_to_collection === 1
  )
  const paid = place.order?.owed.paid ?? sumAmounts([])
  return reasonNotToCancel(
    {
      id: "order",
      status: world.cart.order === ORDER.canceled ? "canceled" : "pending",
      outstanding: place.order?.owed.outstanding ?? AMOUNTS[0],
      paid,
      payment_collections: [],
      fulfillments: 0,
      payments: visible.length,
      had_other_payment: false,
      is_asked: false,
      other_sessions: 0,
      coming: world.links.flatMap((link, index) => {
        const coming =
          link.exists === 1 &&
          mayBringMoney(
            {
              status: statusName(link.status),
              lapses_at: LAPSED_AT,
              lapsed_at: link.lapsed === 1 ? LAPSED_AT : null,
              end_after: link.end === 1 ? NOW : null,
              looked_up_at: link.asked === 1 ? NOW : null,
              excluded_at: link.excluded === 1 ? NOW : null,
              is_blind: false,
              is_questioned: false,
            },
            NOW
          )
        return coming ? [{ id: String(index), is_settled: link.settled === 1, is_late: false }] : []
      }),
      cards: [],
      renewal: null,
    },
    String(failed)
  )
}

const KEPT = { releases: 0, other_link: 1, kept: 2, no_order: 3 } as const

function stepEnd(world: World, at: number): Moved {
  const { cart, links, sessions } = world
  const worker = world.workers[at]
  const link = links[worker.link]
  switch (worker.at) {
    case AT.read:
      return lockForEnd(world, at)
    case AT.act:
      return askForEnd(world, at, link)
    case AT.then: {
      const session = link.session === 0 ? null : sessions[link.session - 1]
      const open = session?.state === SESSION.pending || session?.state === SESSION.deferred
      if (session && open) session.state = SESSION.error
      worker.at =
        worker.plan === KEPT.releases
          ? AT.canceling
          : worker.plan === KEPT.other_link
            ? AT.hindered
            : AT.ends
      return open ? "changed" : "quiet"
    }
    case AT.hindered:
      if (link.end === END.due) link.end = END.later
      worker.at = AT.finish
      return "quiet"
    case AT.canceling:
      // The service's word is too old by then (end.ts `cancel`).
      if (cart.order_lock !== at + 1) {
        worker.at = AT.hindered
        return "quiet"
      }
      worker.payments = seenByCancel(world)
      worker.at = AT.cancels
      return "quiet"
    case AT.cancels:
      cancelOrder(world, worker.payments)
      worker.payments = 0
      worker.at = AT.ends
      return "changed"
    default:
      if (holdsLease(world, at) && link.status !== SERVICE.approved) link.end = END.none
      if (holdsLease(world, at) && link.excluded === 1) link.end = END.none
      worker.at = AT.finish
      return cart.order === ORDER.canceled ? "changed" : "quiet"
  }
}

function lockForEnd(world: World, at: number): Moved {
  const { cart } = world
  const worker = world.workers[at]
  if (!isVisible(cart)) {
    worker.at = AT.act
    return "quiet"
  }
  if (cart.completion > 0) {
    return "blocked"
  }
  if (cart.dead_lock === 1 || cart.order_lock !== OWNER.nobody) {
    worker.at = AT.hindered
    return "quiet"
  }
  cart.order_lock = at + 1
  worker.locked = 1
  worker.at = AT.act
  return "quiet"
}

function askForEnd(world: World, at: number, link: Link): Moved {
  const worker = world.workers[at]
  if (link.status === SERVICE.approved && link.excluded === 0) {
    worker.at = AT.finish
    return "quiet"
  }
  const kept =
    worker.locked === 1 && isVisible(world.cart) ? whyNotCanceled(world, worker.link) : null
  worker.plan =
    worker.locked === 0
      ? KEPT.no_order
      : kept === null
        ? KEPT.releases
        : kept === "other_link"
          ? KEPT.other_link
          : KEPT.kept
  worker.at = AT.then
  const asks = link.status === SERVICE.pending || worker.plan === KEPT.releases
  if (!asks || link.status === SERVICE.approved || !record(link, link.truth)) {
    return "quiet"
  }
  if (link.status === SERVICE.approved) worker.at = AT.finish
  return "changed"
}

export function seenByCancel({ payments, cart }: World): number {
  return cart.link_to_collection === 0
    ? 0
    : payments.reduce((mask, one, at) => (one.link > 0 ? mask | slotBit(at + 1) : mask), 0)
}

/** Medusa refunds the captured payments that it saw, and cancels the order. */
export function cancelOrder(world: World, seen: number): void {
  world.payments.forEach((payment, at) => {
    if ((seen & slotBit(at + 1)) > 0 && payment.link > 0) refund(world, at + 1, REFUND.order)
  })
  if (world.cart.order !== ORDER.none) world.cart.order = ORDER.canceled
}

/** Actions that a person is offered about the open anomaly of this link. */
export function actionsOf(link: Link): readonly string[] {
  const kind = KINDS[link.anomaly]
  return kind === null
    ? []
    : actionsFor(kind, {
        status: statusName(link.status),
        approved_amount: AMOUNTS[link.less === 1 ? 2 : link.total],
      })
}

function stepResolve(world: World, at: number): Moved {
  const worker = world.workers[at]
  const link = world.links[worker.link]
  const kind = KINDS[link.anomaly]
  const ends = (moved: Moved): Moved => {
    worker.at = AT.finish
    return moved
  }
  if (worker.at === AT.read) {
    if (kind === null || link.settled === 1 || !holdsLease(world, at)) {
      return ends("quiet")
    }
    if (worker.plan === ACTION.accept) {
      return ends(accept(world, link, kind))
    }
    link.excluded = 1
    worker.at = AT.act
    return "changed"
  }
  if (!holdsLease(world, at)) {
    return ends("quiet")
  }
  if (worker.at === AT.act) {
    if (world.cart.completion > 0) {
      return "blocked"
    }
    const ignoresBooked = worker.plan === ACTION.ignore && kind === "settled_incompletely"
    if (world.cart.dead_lock === 1 || (isHeld(world, worker.link) && !ignoresBooked)) {
      Object.assign(link, { excluded: 0, apply: APPLY.due })
      return ends("changed")
    }
    worker.at = AT.then
    return endPaidSessions(world, worker.link)
  }
  return ends(decide(world, link, worker.plan))
}

/** Settling has looked for the order of this money, or somebody excluded it (refund/stop-booking.ts). */
export function wasTried(link: Link): boolean {
  const asked = link.anomaly > 0 && KINDS[link.anomaly] !== "amount_mismatch"
  return link.settled === 0 && (link.excluded === 1 || asked)
}

/** The payout of a failed completion's refund is about to leave: from now on no order gets the money. */
function stepGiveUp(world: World, at: number): Moved {
  const worker = world.workers[at]
  const link = world.links[worker.link]
  if (!holdsLease(world, at) || (worker.at === AT.read && !wasTried(link))) {
    worker.at = AT.finish
    return "quiet"
  }
  if (worker.at === AT.read) {
    worker.plan = link.excluded
    link.excluded = 1
    worker.at = AT.act
    return worker.plan === 1 ? "quiet" : "changed"
  }
  if (world.cart.completion > 0) {
    return "blocked"
  }
  const isHeldNow = world.cart.dead_lock === 0 && isHeld(world, worker.link)
  const fails = world.cart.dead_lock === 1
  worker.at = AT.finish
  if (isHeldNow || (fails && worker.plan === 0)) {
    Object.assign(link, { excluded: 0, apply: APPLY.due })
    return "changed"
  }
  if (fails) {
    return "quiet"
  }
  endPaidSessions(world, worker.link)
  if (KINDS[link.anomaly] !== "amount_mismatch") link.anomaly = 0
  link.decision = DECISION.refund
  if (link.payout === PAYOUT.unsent) link.payout = PAYOUT.checked
  return "changed"
}

/** While there is no order: no completion takes them any more (medusa.ts). */
function endPaidSessions({ cart, payments, sessions }: World, link: number): Moved {
  let moved: Moved = "quiet"
  for (const paid of isVisible(cart) ? [] : payments) {
    if (
      paid.link === link + 1 &&
      paid.session > 0 &&
      sessions[paid.session - 1].state === SESSION.authorized
    ) {
      sessions[paid.session - 1].state = SESSION.error
      moved = "changed"
    }
  }
  return moved
}

/** Whether an order that stands shows the money (booked.ts `isHeld`). */
function isHeld({ cart, payments }: World, link: number): boolean {
  return (
    isVisible(cart) &&
    cart.order !== ORDER.canceled &&
    payments.some(
      (one) =>
        one.link === link + 1 &&
        (one.canceled === 0 || one.on_order === 1) &&
        one.captured === 1 &&
        one.refund === REFUND.none
    )
  )
}

function accept(world: World, link: Link, kind: Kind): Moved {
  const isForeign = link.foreign === 1 && isVisible(world.cart)
  if (link.decision === DECISION.refund || isForeign) {
    return "quiet"
  }
  if (kind !== "amount_mismatch") {
    if (link.payout === PAYOUT.sent) {
      return "quiet"
    }
    const answers = kind === "paid_after_replaced" && isVisible(world.cart) && link.of_order === 1
    Object.assign(link, {
      excluded: 0,
      apply: APPLY.due,
      for_order: answers ? 1 : link.for_order,
    })
    return "changed"
  }
  const isObstructed = isVisible(world.cart)
    ? world.cart.order === ORDER.canceled
    : world.cart.total !== link.total || link.foreign === 1
  if (isObstructed) {
    return "quiet"
  }
  Object.assign(link, { accepted: 1, excluded: 0, anomaly: 0, apply: APPLY.due })
  return "changed"
}

/** One transaction: the decision, its payout, and the end of payouts in its place. */
function decide(world: World, link: Link, action: number): Moved {
  const { payments, cart } = world
  const refunds = payments.some(
    (one, at) => at + 1 === link.payout_of && (!isVisible(cart) || one.canceled === 1)
  )
  if (link.payout_source === SOURCE.failure && refunds) withdraw(link)
  if (action === ACTION.refund && link.payout !== PAYOUT.none) {
    return "quiet"
  }
  Object.assign(link, {
    anomaly: 0,
    decision: action === ACTION.refund ? DECISION.refund : DECISION.ignore,
    excluded: 1,
    apply: APPLY.due,
  })
  if (action === ACTION.refund) {
    Object.assign(link, { payout: PAYOUT.unsent, payout_source: SOURCE.decision, payout_of: 0 })
    link.end = END.due
  }
  return "changed"
}
