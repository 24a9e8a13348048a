import { bookableOf, fitsOf } from "./facts"
import {
  isVisible,
  NO_PAYMENT,
  ORDER,
  PAYOUT,
  REFUND,
  SERVICE,
  SESSION,
  SESSIONS,
  SOURCE,
  slotBit,
  type Link,
  type Payment,
  type World,
} from "./world"
import { record } from "./service"

/** Steps of Medusa's completion, in its order, and of its way back. */
export const STEP = {
  none: 0,
  validated: 1,
  ordered: 2,
  linked: 3,
  answered: 4,
  paid: 5,
  booked: 6,
  cancels: 7,
  removes: 8,
  refunds: 9,
  renews: 10,
} as const
export const ANSWER = { none: 0, captured: 1, deferred: 2, refused: 3 } as const

/** Sessions that Medusa's completion takes: it asks nobody about the others. */
const PROCESSABLE: readonly number[] = [SESSION.pending, SESSION.deferred, SESSION.authorized]

/** The model has no place for a fourth session or payment of a cart: there its bound ends. */
export function hasSpace({ sessions, payments }: World): boolean {
  return (
    sessions.some(({ state }) => state === SESSION.gone) && payments.some(({ link }) => link === 0)
  )
}

/** Slot of a new session of this amount. */
export function createSession(world: World, amount: number): number {
  const at = world.sessions.findIndex(({ state }) => state === SESSION.gone)
  world.sessions[at] = { state: SESSION.pending, amount }
  return at + 1
}

/** Nobody finds it any more: another session may get its slot. */
export function deleteSession(world: World, slot: number): void {
  if (slot === 0 || world.sessions[slot - 1].state === SESSION.gone) {
    return
  }
  world.sessions[slot - 1] = { state: SESSION.gone, amount: 0 }
  for (const link of world.links) {
    if (link.session === slot) link.session = 0
  }
  for (const payment of world.payments) {
    if (payment.session === slot) payment.session = 0
  }
  if (world.cart.completion_session === slot) world.cart.completion_session = 0
  world.cart.posted_seen &= ~slotBit(slot)
  for (const worker of world.workers) {
    worker.sessions &= ~slotBit(slot)
    if (worker.session === slot) worker.session = 0
  }
}

export function deleteSessions(world: World, mask: number): void {
  for (let slot = 1; slot <= SESSIONS; slot += 1) {
    if ((mask & slotBit(slot)) > 0) deleteSession(world, slot)
  }
}

export function sessionsOf(world: World): number {
  return world.sessions.reduce(
    (mask, { state }, at) => (state === SESSION.gone ? mask : mask | slotBit(at + 1)),
    0
  )
}

/**
 * Our provider starts a payment: money of its account that arrived and is booked nowhere pays the new
 * session.
 */
export function initiate(world: World, slot: number, foreign = 0): boolean {
  const { amount } = world.sessions[slot - 1]
  const money = world.links.find(
    (link) =>
      link.exists === 1 &&
      link.status === SERVICE.approved &&
      link.settled === 0 &&
      link.excluded === 0 &&
      link.foreign === foreign &&
      fitsOf(link) &&
      bookableOf(link) === amount
  )
  if (money !== undefined) money.session = slot
  return money !== undefined
}

export function createPayment(world: World, link: Link, session: number): number {
  const at = world.payments.findIndex((payment) => payment.link === 0)
  const payment: Payment = {
    ...NO_PAYMENT,
    link: world.links.indexOf(link) + 1,
    session,
    amount: world.sessions[session - 1].amount,
    captured: 1,
  }
  world.payments[at] = payment
  world.sessions[session - 1].state = SESSION.authorized
  return at + 1
}

export function removePayment(world: World, slot: number): void {
  world.payments[slot - 1] = { ...NO_PAYMENT }
  const keep = ~slotBit(slot)
  world.cart.canceling_seen &= keep
  for (const worker of world.workers) worker.payments &= keep
  if (world.cart.completion_payment === slot) world.cart.completion_payment = 0
}

/** What our provider answers about a session, by the row that is bound to it. */
export function authorize(world: World, slot: number): number {
  const link = world.links.find((one) => one.exists === 1 && one.session === slot)
  if (slot === 0 || link === undefined) {
    return ANSWER.refused
  }
  if (link.status === SERVICE.pending) {
    record(link, link.truth)
  }
  if (link.status === SERVICE.approved) {
    const session = world.sessions[slot - 1]
    const books = bookableOf(link) === link.total || bookableOf(link) === session.amount
    return fitsOf(link) && books ? ANSWER.captured : ANSWER.refused
  }
  if (link.status === SERVICE.rejected || link.lapsed === 1) {
    world.sessions[slot - 1].state = SESSION.error
    return ANSWER.refused
  }
  return link.voucher === 1 ? ANSWER.deferred : ANSWER.refused
}

/** Whether a completion would take this session. */
export function isProcessable(world: World, slot: number): boolean {
  return PROCESSABLE.includes(world.sessions[slot - 1].state)
}

export function beginCompletion(world: World, by: number, slot: number): void {
  Object.assign(world.cart, {
    completion: STEP.validated,
    completion_by: by,
    completion_session: slot,
    completion_payment: 0,
    completion_answer: ANSWER.none,
  })
}

function endCompletion({ cart }: World): void {
  Object.assign(cart, {
    completion: STEP.none,
    completion_by: 0,
    completion_session: 0,
    completion_payment: 0,
    completion_answer: ANSWER.none,
  })
}

/** `done`: the order stands; `failed`: Medusa took everything back that it could. */
export type Progress = "goes on" | "done" | "failed"

/** One step of a running completion (core-flows complete-cart). `fails`: Medusa itself fails at it. */
export function stepCompletion(world: World, fails: boolean): Progress {
  const { cart } = world
  switch (cart.completion) {
    case STEP.validated:
      if (cart.order !== ORDER.none) {
        cart.broken = 1
      }
      cart.order = ORDER.pending
      cart.order_total = cart.total
      cart.completion = STEP.ordered
      return "goes on"
    case STEP.ordered:
      if (fails) {
        cart.completion = STEP.removes
        return "goes on"
      }
      cart.link_to_cart = 1
      cart.link_to_collection = 1
      cart.completion = STEP.linked
      return "goes on"
    case STEP.linked:
      return askProvider(world)
    case STEP.answered:
      return writeAnswer(world)
    case STEP.paid:
      if (fails) {
        cart.completion = STEP.cancels
        return "goes on"
      }
      if (cart.completion_payment > 0) {
        world.payments[cart.completion_payment - 1].on_order = 1
      }
      cart.completion = STEP.booked
      return "goes on"
    case STEP.booked:
      cart.placed = 1
      endCompletion(world)
      return "done"
    default:
      return stepBack(world)
  }
}

function askProvider(world: World): Progress {
  const { cart } = world
  const slot = cart.completion_session
  const paid = world.payments.findIndex((one) => one.link > 0 && slot > 0 && one.session === slot)
  if (slot > 0 && world.sessions[slot - 1].state === SESSION.authorized && paid >= 0) {
    cart.completion_payment = paid + 1
    cart.completion = STEP.paid
    return "goes on"
  }
  cart.completion_answer = authorize(world, slot)
  cart.completion = STEP.answered
  return "goes on"
}

function writeAnswer(world: World): Progress {
  const { cart } = world
  const slot = cart.completion_session
  const link = world.links.find((one) => one.exists === 1 && one.session === slot)
  if (slot === 0 || link === undefined || cart.completion_answer === ANSWER.refused) {
    cart.completion = STEP.removes
    return "goes on"
  }
  if (cart.completion_answer === ANSWER.deferred) {
    world.sessions[slot - 1].state = SESSION.deferred
    cart.completion = STEP.booked
    return "goes on"
  }
  cart.completion_payment = createPayment(world, link, slot)
  cart.completion = STEP.paid
  return "goes on"
}

/** The way back, in the order of Medusa's compensation. */
function stepBack(world: World): Progress {
  const { cart, payments, sessions } = world
  switch (cart.completion) {
    case STEP.cancels:
      if (cart.completion_payment > 0) payments[cart.completion_payment - 1].canceled = 1
      cart.completion = STEP.removes
      return "goes on"
    case STEP.removes:
      Object.assign(cart, { order: ORDER.none, link_to_cart: 0, link_to_collection: 0 })
      cart.order_total = 0
      for (const payment of payments) payment.on_order = 0
      cart.completion = STEP.refunds
      return "goes on"
    case STEP.refunds: {
      const slot = cart.completion_session
      const at = payments.findIndex((one) => one.link > 0 && slot > 0 && one.session === slot)
      if (at < 0) {
        endCompletion(world)
        return "failed"
      }
      refund(world, at + 1, REFUND.failure)
      cart.completion = STEP.renews
      return "goes on"
    }
    default: {
      const old = cart.completion_session
      const amount = old === 0 ? cart.total : sessions[old - 1].amount
      const slot = createSession(world, amount)
      initiate(world, slot)
      deleteSession(world, old)
      endCompletion(world)
      return "failed"
    }
  }
}

/** Medusa books a Refund, and our provider writes its payout, unless the money goes back already. */
export function refund(world: World, slot: number, why: number): void {
  const payment = world.payments[slot - 1]
  if (payment.refund !== REFUND.none || payment.captured === 0) {
    return
  }
  payment.refund = why
  const link = world.links[payment.link - 1]
  if (link.payout === PAYOUT.none) {
    link.payout = PAYOUT.unsent
    link.payout_source = why === REFUND.order ? SOURCE.order : SOURCE.failure
    link.payout_of = slot
  }
}

/** `linked`: which links of the order were written; without any nobody finds the order again. */
export function killCompletion(world: World, linked: { cart: number; collection: number }): void {
  const { cart } = world
  if (cart.completion === STEP.ordered) {
    cart.link_to_cart = linked.cart
    cart.link_to_collection = linked.collection
  }
  if (!isVisible(cart)) {
    Object.assign(cart, { order: ORDER.none, order_total: 0 })
  }
  endCompletion(world)
  cart.dead_lock = 1
}

/** The cart's order by Medusa's own link: it completes a cart without one. */
export function hasOrder({ cart }: World): boolean {
  return cart.order !== ORDER.none && cart.link_to_cart === 1
}
