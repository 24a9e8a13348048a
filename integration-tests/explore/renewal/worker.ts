import { capturableOfHold } from "../../../src/domain/card/capturable-amount"
import type { RenewalStep } from "../../../src/domain/renewal/decide"
import type { HoldKind } from "../../../src/domain/renewal/period-step"
import { decisionOn, factsOf, numberOf, outstandingOf, PRICE, type Rules } from "./facts"
import {
  hasEnded,
  idle,
  NO_CART,
  newestHold,
  RETRIES,
  type Cart,
  type Hold,
  type Left,
  type Who,
  type Worker,
  type World,
} from "./world"

/** What the bank or Medusa answers; the first is what happens when nobody disturbs. */
export type Answer = "yes" | "no" | "unclear_yes" | "unclear_no" | "unsent"

/** What an answer uses up. */
export const COSTS: Record<Exclude<Answer, "yes">, keyof Left> = {
  no: "declines",
  unclear_yes: "unclear",
  unclear_no: "unclear",
  unsent: "unsent",
}

/** Whether the part of the step that a worker takes next asks the bank. */
export function asksBank({ step, at }: Worker): boolean {
  return (
    (step?.act === "place_order" && at === 3) ||
    ((step?.act === "charge_order" || step?.act === "take_hold") && at === 2)
  )
}

/** Whether it asks Medusa to cancel an order. */
export function asksMedusa({ step, at }: Worker): boolean {
  return step?.act === "free_order" && at === 1
}

/**
 * One part of what a worker does: until the next point at which its process may die. `world` is
 * changed.
 */
export function work(world: World, who: Who, answer: Answer, rules: Rules): void {
  const worker = world.workers[who - 1]
  if (worker.at === "read") {
    read(world, who, rules)
    return
  }
  if (worker.step !== null && typeof worker.at === "number") {
    const other = world.workers[2 - who]
    world.changed = world.changed || other.at !== "idle"
    act(world, who, worker.step, worker.at, answer)
  }
}

function holds(world: World, who: Who): boolean {
  return world.period.holder === who && world.period.status === "open"
}

function read(world: World, who: Who, rules: Rules): void {
  const worker = world.workers[who - 1]
  if (!holds(world, who)) {
    stop(world, who)
    return
  }
  const facts = factsOf(world, worker)
  const step = rules.renewal(facts)
  const decided = JSON.stringify([step, facts])
  if (decided === worker.before) {
    // The step had no effect: an obstacle that lasts.
    postpone(world, who, false)
    return
  }
  world.changed = false
  if (world.workers[2 - who].step?.act !== "free_order") {
    // From here on a run knows what a process that died set out to do.
    for (const cart of world.carts) cart.claimed = false
  }
  const { subscription: status, doubt } = world
  const over = world.over !== null
  const seen = { hold: newestHold(world), status, doubt, over }
  Object.assign(worker, { step, before: decided, at: 0, ...seen })
}

/** The run is over. Its lease and its lock are free. */
function stop(world: World, who: Who): void {
  release(world, who)
  if (world.period.holder === who) {
    world.period.leased = false
  }
  world.workers[who - 1] = idle()
}

function release(world: World, who: Who): void {
  if (world.lock === who) world.lock = 0
}

/** Something is in the way: the next try is scheduled. */
function postpone(world: World, who: Who, passing: boolean): void {
  world.due = "later"
  world.changed = world.changed || passing
  stop(world, who)
}

/** A subscription that ended since it was read is due at once (subscriptions.ts `dueAgain`). */
function dueAgain(world: World, worker: Worker, due: World["due"]): void {
  const ended = worker.status !== world.subscription && hasEnded(world)
  world.due = ended ? "now" : due
}

function next(world: World, who: Who): void {
  release(world, who)
  Object.assign(world.workers[who - 1], { step: null, at: "read", hold: 0 })
}

/** Writes under the lease; a lost one ends the run. */
function written(world: World, who: Who, write: () => void): boolean {
  if (!holds(world, who)) {
    stop(world, who)
    return false
  }
  write()
  return true
}

/** Takes the order's lock; false: another worker has it, and this one tries later. */
function locked(world: World, who: Who): boolean {
  if (world.lock !== 0 && world.lock !== who) {
    postpone(world, who, true)
    return false
  }
  world.lock = who
  return true
}

function act(world: World, who: Who, step: RenewalStep, at: number, answer: Answer): void {
  const worker = world.workers[who - 1]
  const { period, carts } = world
  const hold = worker.hold === 0 ? null : world.holds[worker.hold - 1]
  const then = (part: number) => {
    worker.at = part
  }
  switch (step.act) {
    case "wait_for_day":
      if (keep(world, who, step.keeps)) {
        dueAgain(world, worker, period.next_try === "none" ? "never" : "day")
        stop(world, who)
      }
      return
    case "wait_for_outcome":
    case "wait_for_person":
      dueAgain(world, worker, "later")
      stop(world, who)
      return
    case "wait_for_money":
      if (keep(world, who, step.order_id)) {
        dueAgain(world, worker, "later")
        stop(world, who)
      }
      return
    case "stop":
      postpone(world, who, step.passing)
      return
    case "close":
      if (!keep(world, who, step.keeps)) {
        return
      }
      showNoMore(world, step.canceled)
      end(world, who, "failed")
      return
    case "pay_period":
    case "paid_otherwise":
      showNoMore(world, step.order_id)
      end(world, who, "paid")
      return
    case "end_unpaid":
      showNoMore(world, step.canceled)
      end(world, who, "failed")
      return
    case "end_subscription":
      endSubscription(world)
      next(world, who)
      return
    case "count_refusal":
      if (written(world, who, () => countRefusal(world, hold))) {
        worker.run.counted = "refusal"
        next(world, who)
      }
      return
    case "count_lapse":
      worker.run.counted = "lapse"
      write(world, who, () => Object.assign(period, { next_try: "coming" }))
      return
    case "make_cart":
      if (at === 0) {
        // A cart that was not noted pays nothing: nobody finds it.
        then(1)
        return
      }
      write(world, who, () => {
        carts.push({ ...NO_CART })
        period.cart = carts.length
      })
      return
    case "price_cart":
      price(world, numberOf(step.cart_id))
      next(world, who)
      return
    case "give_free":
      throw new Error("no cart of the model is free")
    case "prepare_hold":
      prepare(world, who, { kind: step.kind, cart: numberOf(step.cart_id), for_cart: true })
      return
    case "prepare_for_order":
      prepareForOrder(world, who, step)
      return
    case "place_order":
      placeOrder(world, who, step, at, answer)
      return
    case "charge_order":
      chargeOrder(world, who, numberOf(step.order_id), at, answer)
      return
    case "take_hold":
      takeHold(world, who, numberOf(step.order_id), at, answer)
      return
    case "drop_hold": {
      if (hold === null || !drop(hold)) {
        dueAgain(world, worker, "later")
        stop(world, who)
        return
      }
      next(world, who)
      return
    }
    case "give_up_hold":
      if (hold !== null) giveUp(hold)
      next(world, who)
      return
    case "restore_links":
      carts[numberOf(step.cart_id) - 1].linked = true
      next(world, who)
      return
    case "free_order":
      freeOrder(world, who, step, at, answer)
      return
    case "forget_order":
      showNoMore(world, step.order_id)
      write(world, who, () => Object.assign(period, { cart: 0, order: 0, freed: 0 }))
      return
    case "leave_order":
      write(world, who, () => {
        const cart = carts[numberOf(step.order_id) - 1]
        period.freed = 0
        cart.claimed = false
        // The other one froze, and canceled it since this one read: that looks like a person's cancel.
        if (cart.order === "canceled") cart.called_off = true
      })
      return
    case "forget_cart":
      write(world, who, () => Object.assign(period, { cart: 0 }))
  }
}

function write(world: World, who: Who, change: () => void): void {
  if (written(world, who, change)) next(world, who)
}

function keep(world: World, who: Who, order_id: string | null): boolean {
  if (order_id === null) {
    return true
  }
  const number = numberOf(order_id)
  world.carts[number - 1].shown_to_person = true
  return written(world, who, () => {
    world.period.order = number
  })
}

function showNoMore(world: World, order_id: string | null): void {
  if (order_id !== null) world.carts[numberOf(order_id) - 1].shown_to_person = false
}

function end(world: World, who: Who, status: "paid" | "failed"): void {
  const ends = () => {
    Object.assign(world.period, { status, next_try: "none" })
    world.due = "never"
    if (!hasEnded(world)) world.subscription = "active"
  }
  if (written(world, who, ends)) stop(world, who)
}

export function endSubscription(world: World): void {
  if (!hasEnded(world)) {
    Object.assign(world, { subscription: "canceled", due: "now", changed: true })
  }
}

function countRefusal(world: World, hold: Hold | null): void {
  const { period } = world
  if (hold !== null) hold.refused_capture = false
  period.next_try = "coming"
  if (period.ahead) {
    world.due = "day"
    return
  }
  period.refusals += 1
  if (hasEnded(world)) {
    world.due = "now"
    return
  }
  if (period.refusals > RETRIES) {
    Object.assign(world, { subscription: "canceled", given_up: true, due: "now" })
    period.next_try = "none"
  } else {
    Object.assign(world, { subscription: "past_due", due: "day" })
  }
}

function price(world: World, number: number): void {
  const cart = world.carts[number - 1]
  if (cart.priced || cart.order !== "none") {
    return
  }
  cart.priced = true
  // Its sessions had the old price.
  for (const hold of world.holds) if (hold.cart === number) hold.bound = false
}

/** Under the subscription's lock and the lease: one living hold of a period (a unique index). */
function prepare(
  world: World,
  who: Who,
  of: { kind: HoldKind; cart: number; for_cart: boolean }
): void {
  const { holds: rows, period, workers } = world
  workers[who - 1].run.prepared = true
  if (hasEnded(world)) {
    next(world, who)
    return
  }
  const prepared = () => {
    period.next_try = "none"
    rows.push({
      ...of,
      status: "creating",
      not_sent: false,
      sent: false,
      voiding: false,
      bound: false,
      refused_capture: false,
      at_bank: "nothing",
    })
    if (of.for_cart) world.carts[of.cart - 1].fits = rows.length
  }
  const number = newestHold(world)
  const isLiving = number > 0 && !OVER.includes(rows[number - 1].status)
  if (isLiving) {
    postpone(world, who, true)
    return
  }
  write(world, who, prepared)
}

const CHARGED_OVER = "A card is charged after the subscription is over."

const OVER: readonly string[] = ["declined", "error", "released"]

function prepareForOrder(
  world: World,
  who: Who,
  { order_id, kind }: { order_id: string; kind: HoldKind }
): void {
  if (!keep(world, who, order_id)) {
    return
  }
  const number = numberOf(order_id)
  const cart = world.carts[number - 1]
  if (cart.collecting || cart.collected || cart.booked || cart.order === "canceled") {
    dueAgain(world, world.workers[who - 1], "later")
    world.changed = true
    stop(world, who)
    return
  }
  prepare(world, who, { kind, cart: number, for_cart: false })
}

/** Drops a hold that nobody sends. */
function drop(hold: Hold): boolean {
  if (hold.status !== "creating" || hold.sent) {
    return false
  }
  Object.assign(hold, { status: "error", not_sent: true })
  return true
}

export function giveUp(hold: Hold): void {
  if (hold.status === "authorized") hold.voiding = true
}

/** The card is asked: false when the row was sent, or is over. */
function send(world: World, { over }: Worker, hold: Hold): boolean {
  if (hold.status !== "creating" || hold.sent) {
    return false
  }
  hold.sent = true
  if (over) world.broken = CHARGED_OVER
  return true
}

function answered(hold: Hold, answer: Answer): void {
  switch (answer) {
    case "yes":
      Object.assign(hold, { status: "authorized", at_bank: "held" })
      return
    case "no":
      hold.status = "declined"
      return
    case "unclear_yes":
      Object.assign(hold, { status: "unknown", at_bank: "held" })
      return
    case "unclear_no":
      hold.status = "unknown"
      return
    case "unsent":
      Object.assign(hold, { status: "error", not_sent: true })
  }
}

/** Medusa makes the order first, then it asks the card; a refusal takes the order back. */
function placeOrder(
  world: World,
  who: Who,
  { cart_id, session }: Extract<RenewalStep, { act: "place_order" }>,
  at: number,
  answer: Answer
): void {
  const worker = world.workers[who - 1]
  const number = numberOf(cart_id)
  const cart = world.carts[number - 1]
  const hold = world.holds[worker.hold - 1]
  if (at === 0) {
    if (session === "new" && !hold.sent) {
      hold.bound = hold.status === "creating" && cart.fits === worker.hold
    } else if (session === "new") {
      hold.bound = true
    }
    worker.at = 1
    return
  }
  if (at === 1) {
    if (cart.order !== "none") {
      next(world, who)
      return
    }
    if (!hold.bound || !cart.priced) {
      postpone(world, who, true)
      return
    }
    Object.assign(cart, { order: "pending", linked: false })
    worker.at = 2
    return
  }
  if (at === 2) {
    // Of a hold that was sent the provider knows the answer already.
    worker.at = send(world, worker, hold) ? 3 : 4
    return
  }
  if (at === 3) {
    answered(hold, answer)
    worker.at = 4
    return
  }
  const isHeld = hold.status === "captured" || (hold.status === "authorized" && !hold.voiding)
  if (isHeld && cart.order === "pending") {
    Object.assign(cart, { linked: true, payment: worker.hold })
    cart.booked = hold.status === "captured"
    next(world, who)
    return
  }
  if (cart.order === "pending") cart.order = "none"
  next(world, who)
}

/** Under the order's lock: the card pays an order that exists, while that owes all of it. */
function chargeOrder(world: World, who: Who, number: number, at: number, answer: Answer): void {
  const worker = world.workers[who - 1]
  const cart = world.carts[number - 1]
  const hold = world.holds[worker.hold - 1]
  if (at === 0) {
    if (locked(world, who)) worker.at = 1
    return
  }
  if (at === 1) {
    const decision = decisionOn(cart)
    if (decision !== "kept" && decision !== "free") {
      drop(hold)
      next(world, who)
      return
    }
    hold.bound = true
    if (!send(world, worker, hold)) {
      next(world, who)
      return
    }
    worker.at = 2
    return
  }
  if (at === 2) {
    answered(hold, answer)
    worker.at = 3
    return
  }
  if (hold.status === "authorized") cart.payment = worker.hold
  next(world, who)
}

/** Under the order's lock: at most what the order owes, and nothing after an end. */
function takeHold(world: World, who: Who, number: number, at: number, answer: Answer): void {
  const worker = world.workers[who - 1]
  const cart = world.carts[number - 1]
  const hold = world.holds[worker.hold - 1]
  const { period } = world
  if (at === 0) {
    if (written(world, who, () => Object.assign(period, { order: number, next_try: "none" }))) {
      // What a webhook told is applied first.
      if (cart.order === "pending") cart.payment = worker.hold
      worker.at = 1
    }
    return
  }
  if (at === 1) {
    if (!locked(world, who)) {
      return
    }
    if (hold.status === "captured") {
      if (cart.order === "pending" && cart.payment === worker.hold) cart.booked = true
      next(world, who)
      return
    }
    if (cart.collecting || cart.payment !== worker.hold) {
      postpone(world, who, true)
      return
    }
    const owesNothing = cart.order === "canceled" || take(cart) === "nothing"
    if (owesNothing) {
      giveUp(hold)
      next(world, who)
      return
    }
    if (hold.status !== "authorized" || hold.voiding || hasEnded(world)) {
      next(world, who)
      return
    }
    hold.status = "capturing"
    if (worker.doubt) world.broken = "A card is charged while an earlier charge is in doubt."
    if (worker.over) world.broken = CHARGED_OVER
    worker.at = 2
    return
  }
  if (at === 2) {
    capturedAt(world, hold, answer)
    worker.at = 3
    return
  }
  if (hold.status === "captured" && cart.order === "pending") cart.booked = true
  const isUnsent = hold.status === "authorized" && !hold.refused_capture && !hold.voiding
  if (isUnsent && !hasEnded(world)) postpone(world, who, true)
  else next(world, who)
}

function take(cart: Cart) {
  return capturableOfHold({ order_amount: PRICE, amount: PRICE }, outstandingOf(cart))
}

function capturedAt(world: World, hold: Hold, answer: Answer): void {
  switch (answer) {
    case "yes":
      hold.status = "captured"
      charge(world, hold)
      return
    case "no":
      Object.assign(hold, { status: "authorized", refused_capture: true })
      return
    case "unclear_yes":
      hold.status = "capture_unknown"
      charge(world, hold)
      return
    case "unclear_no":
      hold.status = "capture_unknown"
      return
    case "unsent":
      hold.status = "authorized"
  }
}

function charge(world: World, hold: Hold): void {
  hold.at_bank = "captured"
  if (world.carts.some(({ called_off }) => called_off)) {
    world.broken = "Money is captured for a period that a person called off."
  }
  if (world.carts[hold.cart - 1].collected)
    world.broken = "The card pays an order that a person had collected."
}

function freeOrder(
  world: World,
  who: Who,
  { order_id, else_hold }: Extract<RenewalStep, { act: "free_order" }>,
  at: number,
  answer: Answer
): void {
  const worker = world.workers[who - 1]
  const { period } = world
  const number = numberOf(order_id)
  const cart = world.carts[number - 1]
  if (at === 0) {
    if (!locked(world, who)) {
      return
    }
    if (decisionOn(cart) !== "free") {
      next(world, who)
      return
    }
    const claimed = () => {
      period.freed = number
      cart.claimed = true
      if (world.due !== "now") world.due = "later"
    }
    if (written(world, who, claimed)) worker.at = 1
    return
  }
  if (answer === "no") {
    release(world, who)
    if (!written(world, who, () => Object.assign(period, { freed: 0 }))) {
      return
    }
    if (else_hold === null) postpone(world, who, true)
    else prepareForOrder(world, who, { order_id, kind: else_hold })
    return
  }
  cancelOrder(world, number, false)
  next(world, who)
}

/** Medusa cancels no order whose goods left; captured money is refunded, a hold is voided. */
export function cancelOrder(
  world: World,
  number: number,
  byPerson: boolean,
  { leavesPayment = false } = {}
): void {
  const cart = world.carts[number - 1]
  if (cart.order !== "pending" || cart.shipped) {
    return
  }
  cart.order = "canceled"
  // The cancel of a worker that froze before it looks like a person's: its period ends unpaid.
  const looksLikeAPersons = byPerson ? !cart.claimed : world.period.freed !== number
  if (looksLikeAPersons) cart.called_off = true
  cart.claimed = false
  // What is shown of an order after its period is over is not looked at here.
  if (world.period.status !== "open") cart.shown_to_person = false
  if (cart.payment > 0 && !leavesPayment) {
    const hold = world.holds[cart.payment - 1]
    giveUp(hold)
    if (hold.status === "captured") hold.at_bank = "refunded"
    else cart.payment = 0
  }
}
