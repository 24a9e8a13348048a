import { actionsOf, ACTION, AT, cancelOrder, seenByCancel, stepWorker, wasTried } from "./worker"
import type { Reader } from "./facts"
import {
  beginCompletion,
  createSession,
  deleteSessions,
  initiate,
  isProcessable,
  killCompletion,
  hasSpace,
  refund,
  sessionsOf,
  STEP,
  stepCompletion,
} from "./medusa"
import { record } from "./service"
import {
  APPLY,
  begin,
  END,
  idle,
  isVisible,
  JOB,
  NOTHING_LEFT,
  ORDER,
  OWNER,
  PAYOUT,
  REFUND,
  restore,
  SERVICE,
  SOURCE,
  type Link,
  type World,
} from "./world"

/** One thing that may happen: to what it happens is a small number. */
export interface EventKind {
  name: string
  /** The numbers that it may happen to. */
  of: readonly number[]
  /** Work that is due, or time: it happens when nobody disturbs any more. */
  calm?: true
  /** No later try would see a difference. */
  quiet?: true
  /** Happens, or returns false when it cannot. */
  happen: (world: World, of: number, reader: Reader) => boolean
}

const ONCE = [0]
const LINK = [0, 1]
const WORKER = [0, 1]

/** Tries that came to nothing would now see something else. */
function stir(world: World): void {
  for (const link of world.links) {
    if (link.apply === APPLY.later) link.apply = APPLY.due
    if (link.end === END.later) link.end = END.due
    if (link.lease !== OWNER.nobody) link.changed = 1
  }
}

function worker(world: World, at: number, slot: number, reader: Reader): boolean {
  if (world.workers[at].job === JOB.idle) {
    return false
  }
  const moved = stepWorker(world, at, slot, reader)
  if (moved === "changed") stir(world)
  return moved !== "blocked"
}

/**
 * The locks of a dead process run out after minutes. By then every other worker has finished its step,
 * except a frozen one.
 */
function isLongAgo({ workers, links }: World): boolean {
  return workers.every(
    ({ job, at, link }) =>
      job === JOB.idle || at === AT.read || at === AT.finish || links[link].expired === 1
  )
}

function isFree(link: Link): boolean {
  return link.lease === OWNER.nobody || link.expired === 1
}

/** A worker claims a row: two are alike, so the first that is free does. */
function claim(world: World, of: number, job: number): boolean {
  const at = world.workers.findIndex((one) => one.job === JOB.idle)
  const link = world.links[of]
  if (at < 0 || link.exists === 0 || !isFree(link)) {
    return false
  }
  Object.assign(world.workers[at], { job, link: of, at: AT.read })
  Object.assign(link, { lease: at + 1, expired: 0, woken: 0, changed: 0 })
  return true
}

/** The payment by which Medusa shows settled money. */
export function bookedPayment(world: World, link: number) {
  return world.payments.find(
    (one) => one.link === link + 1 && one.canceled === 0 && one.captured === 1 && one.on_order === 1
  )
}

function completionStep(world: World, fails: boolean): boolean {
  const by = world.cart.completion_by
  if (world.cart.completion === STEP.none) {
    return false
  }
  const progress = stepCompletion(world, fails)
  if (progress !== "goes on" && by !== OWNER.shopper) {
    const done = progress === "done" ? AT.read : AT.refused
    Object.assign(world.workers[by - 1], { at: done })
  }
  return true
}

function crashWorker(
  world: World,
  at: number,
  linked: { cart: number; collection: number }
): boolean {
  const { cart, workers, links, left } = world
  if (left.crashes === 0 || workers[at].job === JOB.idle) {
    return false
  }
  left.crashes -= 1
  if (cart.completion > 0 && cart.completion_by === at + 1) killCompletion(world, linked)
  if (cart.order_lock === at + 1) cart.order_lock = OWNER.dead
  for (const link of links) {
    if (link.lease === at + 1) Object.assign(link, { lease: OWNER.dead, expired: 0 })
  }
  idle(workers[at])
  return true
}

const WHOLE = { cart: 1, collection: 1 }
const LINKED = [
  WHOLE,
  { cart: 1, collection: 0 },
  { cart: 0, collection: 1 },
  { cart: 0, collection: 0 },
]

export const EVENTS: readonly EventKind[] = [
  // A completion or a worker that has begun goes on.
  {
    name: "completion",
    of: ONCE,
    calm: true,
    happen: (world) => completionStep(world, false),
  },
  {
    name: "post",
    of: ONCE,
    calm: true,
    happen: (world) => {
      const { cart } = world
      if (cart.posted === 0) {
        return false
      }
      deleteSessions(world, cart.posted_seen)
      if (cart.order_lock === OWNER.shopper) cart.order_lock = OWNER.nobody
      Object.assign(cart, { posted: 0, posted_seen: 0 })
      return true
    },
  },
  {
    name: "cancel_written",
    of: ONCE,
    calm: true,
    happen: (world) => {
      const { cart } = world
      if (cart.canceling === 0) {
        return false
      }
      cancelOrder(world, cart.canceling_seen)
      Object.assign(cart, { canceling: 0, canceling_seen: 0 })
      return true
    },
  },
  {
    name: "work",
    // Worker, and slot of the session that a completion takes.
    of: [0, 2, 4, 6, 1, 3, 5, 7],
    calm: true,
    quiet: true,
    happen: (world, of, reader) => worker(world, of & 1, of >> 1, reader),
  },
  {
    name: "answer",
    of: LINK,
    calm: true,
    happen: (world, of) => {
      const link = world.links[of]
      if (link.answer === 0) {
        return false
      }
      record(link, link.answer - 1)
      link.answer = 0
      return true
    },
  },
  {
    name: "ask",
    of: LINK,
    calm: true,
    quiet: true,
    happen: (world, of) => {
      const link = world.links[of]
      const news =
        link.status === SERVICE.pending &&
        (link.truth !== SERVICE.pending || link.lapsed > link.asked)
      if (link.exists === 0 || link.answer > 0 || !news) {
        return false
      }
      link.answer = link.truth + 1
      return true
    },
  },
  {
    name: "placed",
    of: ONCE,
    calm: true,
    quiet: true,
    happen: (world) => {
      const { cart, links } = world
      if (cart.placed === 0 || cart.link_to_collection === 0 || links[0].placed === 1) {
        return false
      }
      // Settles at once what the completion captured by itself (order-placed.ts).
      for (const link of links) {
        if (link.exists === 1) link.placed = 1
        if (link.status === SERVICE.approved && link.settled === 0) {
          link.apply = APPLY.due
          link.woken = link.lease === OWNER.nobody ? 0 : 1
        }
      }
      return true
    },
  },
  {
    name: "cart_lock_over",
    of: ONCE,
    calm: true,
    happen: (world) => {
      if (world.cart.dead_lock === 0 || !isLongAgo(world)) {
        return false
      }
      world.cart.dead_lock = 0
      return true
    },
  },
  {
    name: "order_lock_over",
    of: ONCE,
    calm: true,
    quiet: true,
    happen: (world) => {
      if (world.cart.order_lock !== OWNER.dead || !isLongAgo(world)) {
        return false
      }
      world.cart.order_lock = OWNER.nobody
      return true
    },
  },
  {
    name: "lease_over",
    of: LINK,
    calm: true,
    quiet: true,
    happen: (world, of) => {
      const { links } = world
      if (links[of].lease !== OWNER.dead || !isLongAgo(world)) {
        return false
      }
      links[of].lease = OWNER.nobody
      return true
    },
  },
  {
    name: "requeue",
    of: LINK,
    calm: true,
    quiet: true,
    happen: ({ links }, of) => {
      const link = links[of]
      const idleRow =
        link.status === SERVICE.approved &&
        link.settled === 0 &&
        link.apply === APPLY.parked &&
        link.anomaly === 0 &&
        isFree(link)
      if (!idleRow || (link.excluded === 1 && link.decision > 0)) {
        return false
      }
      Object.assign(link, { apply: APPLY.due, excluded: 0 })
      return true
    },
  },
  {
    name: "unsettle",
    of: LINK,
    calm: true,
    happen: (world, of) => {
      const link = world.links[of]
      const payment = world.payments.find((one) => one.link === of + 1 && one.canceled === 0)
      const held = payment?.captured === 1 && payment.refund === REFUND.none
      if (link.settled === 0 || world.cart.order !== ORDER.canceled || !held) {
        return false
      }
      Object.assign(link, { settled: 0, apply: APPLY.due })
      return true
    },
  },
  {
    name: "again",
    of: LINK,
    calm: true,
    quiet: true,
    happen: ({ links }, of) => {
      if (links[of].apply !== APPLY.waiting) {
        return false
      }
      links[of].apply = APPLY.due
      return true
    },
  },
  {
    name: "settle",
    of: LINK,
    calm: true,
    quiet: true,
    happen: (world, of) => {
      const link = world.links[of]
      const due = link.status === SERVICE.approved && link.settled === 0 && link.apply === APPLY.due
      return due && claim(world, of, JOB.settle)
    },
  },
  {
    name: "end",
    of: LINK,
    calm: true,
    quiet: true,
    happen: (world, of) => world.links[of].end === END.due && claim(world, of, JOB.end),
  },
  {
    name: "payout_checked",
    of: LINK,
    calm: true,
    happen: (world, of) => {
      const link = world.links[of]
      if (link.payout !== PAYOUT.unsent) {
        return false
      }
      return checkPayout(world, link)
    },
  },
  {
    name: "payout_sent",
    of: LINK,
    calm: true,
    happen: ({ links }, of) => {
      if (links[of].payout !== PAYOUT.checked) {
        return false
      }
      links[of].payout = PAYOUT.sent
      return true
    },
  },
  {
    name: "lapse",
    of: LINK,
    calm: true,
    happen: ({ links }, of) => {
      const link = links[of]
      if (link.exists === 0 || link.status !== SERVICE.pending || link.lapsed === 1) {
        return false
      }
      Object.assign(link, { lapsed: 1, end: END.due, asked: 0 })
      return true
    },
  },

  // What others do.
  {
    name: "approve",
    of: LINK,
    happen: ({ links }, of) => {
      if (links[of].exists === 0 || links[of].truth !== SERVICE.pending) {
        return false
      }
      links[of].truth = SERVICE.approved
      return true
    },
  },
  {
    name: "reject",
    of: LINK,
    happen: ({ links }, of) => {
      if (links[of].exists === 0 || links[of].truth !== SERVICE.pending) {
        return false
      }
      links[of].truth = SERVICE.rejected
      return true
    },
  },
  {
    name: "ask_early",
    of: LINK,
    quiet: true,
    happen: ({ links }, of) => {
      const link = links[of]
      if (link.exists === 0 || link.answer > 0 || link.status !== SERVICE.pending) {
        return false
      }
      if (link.truth !== SERVICE.pending) {
        return false
      }
      link.answer = SERVICE.pending + 1
      return true
    },
  },
  {
    name: "complete",
    of: [1, 2, 3],
    happen: (world, slot) => {
      const { cart, left } = world
      const stops = left.completions === 0 || cart.completion > 0 || cart.dead_lock === 1
      // With an order that lacks its link Medusa would make a second one (docs/medusa.md).
      const can = cart.order === ORDER.none && isProcessable(world, slot) && hasSpace(world)
      if (stops || !can) {
        return false
      }
      left.completions -= 1
      beginCompletion(world, OWNER.shopper, slot)
      return true
    },
  },
  {
    name: "completion_fails",
    of: ONCE,
    happen: (world) => {
      const { cart, left } = world
      const mayFail = cart.completion === STEP.ordered || cart.completion === STEP.paid
      if (left.failures === 0 || !mayFail) {
        return false
      }
      left.failures -= 1
      return completionStep(world, true)
    },
  },
  {
    name: "post_same",
    of: ONCE,
    happen: (world) => post(world, false),
  },
  {
    name: "post_other",
    of: ONCE,
    happen: (world) => post(world, true),
  },
  {
    name: "change_cart",
    of: ONCE,
    happen: (world) => {
      const { cart, left } = world
      const stops = left.changes === 0 || cart.completion > 0 || cart.dead_lock === 1
      if (stops || cart.order !== ORDER.none || cart.posted === 1) {
        return false
      }
      left.changes -= 1
      cart.total = 1 - cart.total
      deleteSessions(world, sessionsOf(world))
      return true
    },
  },
  {
    name: "cancel",
    of: ONCE,
    happen: (world) => {
      const { cart, left } = world
      const stops = left.cancels === 0 || cart.completion > 0 || cart.canceling === 1
      if (stops || cart.order !== ORDER.pending || !isVisible(cart)) {
        return false
      }
      left.cancels -= 1
      Object.assign(cart, { canceling: 1, canceling_seen: seenByCancel(world) })
      return true
    },
  },
  {
    name: "refund_order",
    of: [1, 2, 3],
    happen: (world, slot) => {
      const { cart, left, payments } = world
      const payment = payments[slot - 1]
      const held = payment.link > 0 && payment.on_order === 1 && payment.captured === 1
      const stops = left.refunds === 0 || cart.order !== ORDER.pending || cart.completion > 0
      if (stops || !held || payment.refund > 0 || cart.order_lock !== OWNER.nobody) {
        return false
      }
      left.refunds -= 1
      refund(world, slot, REFUND.order)
      return true
    },
  },
  {
    name: "resolve",
    // Link, and what is decided.
    of: [2, 4, 6, 3, 5, 7],
    quiet: true,
    happen: (world, of) => {
      const link = world.links[of & 1]
      const action = of >> 1
      const word =
        action === ACTION.refund ? "refund" : action === ACTION.ignore ? "ignore" : "accept"
      if (world.left.decisions === 0 || !actionsOf(link).includes(word)) {
        return false
      }
      const at = world.workers.findIndex((one) => one.job === JOB.idle)
      if (!claim(world, of & 1, JOB.resolve)) {
        return false
      }
      world.left.decisions -= 1
      world.workers[at].plan = action
      return true
    },
  },
  {
    name: "again_early",
    of: LINK,
    quiet: true,
    happen: ({ links }, of) => {
      if (links[of].apply !== APPLY.later) {
        return false
      }
      links[of].apply = APPLY.due
      return true
    },
  },
  {
    name: "crash",
    // Worker, and which links of the order its completion had written.
    of: [0, 2, 4, 6, 1, 3, 5, 7],
    happen: (world, of) => {
      const torn =
        world.cart.completion === STEP.ordered && world.cart.completion_by === (of & 1) + 1
      return (torn || of >> 1 === 0) && crashWorker(world, of & 1, LINKED[of >> 1])
    },
  },
  {
    name: "crash_of_completion",
    of: [0, 1, 2, 3],
    happen: (world, of) => {
      const { cart, left } = world
      const torn = cart.completion === STEP.ordered
      const stops = left.crashes === 0 || cart.completion === STEP.none
      if (stops || cart.completion_by !== OWNER.shopper || (of > 0 && !torn)) {
        return false
      }
      left.crashes -= 1
      killCompletion(world, LINKED[of])
      return true
    },
  },
  {
    name: "crash_of_post",
    of: ONCE,
    happen: ({ cart, left }) => {
      if (left.crashes === 0 || cart.posted === 0) {
        return false
      }
      left.crashes -= 1
      if (cart.order_lock === OWNER.shopper) cart.order_lock = OWNER.dead
      Object.assign(cart, { posted: 0, posted_seen: 0 })
      return true
    },
  },
  {
    name: "freeze",
    of: WORKER,
    quiet: true,
    happen: (world, at) => {
      const { left, cart, workers, links } = world
      const link = links[workers[at].link]
      const stops = left.freezes === 0 || workers[at].job === JOB.idle || link.lease !== at + 1
      if (stops || !FREEZES_AT.includes(workers[at].at)) {
        return false
      }
      left.freezes -= 1
      link.expired = 1
      // It lasts less than a lease.
      if (cart.order_lock === at + 1) cart.order_lock = OWNER.nobody
      return true
    },
  },
]

/** Before it reads, and between reading and writing; not inside of a call to Medusa. */
const FREEZES_AT: readonly number[] = [AT.read, AT.act, AT.canceling]

function checkPayout(world: World, link: Link): boolean {
  const payment = link.payout_of === 0 ? null : world.payments[link.payout_of - 1]
  const stands = payment !== null && payment.link > 0 && payment.refund > 0
  const gone = () => {
    Object.assign(link, { payout: PAYOUT.none, payout_source: 0, payout_of: 0 })
    return true
  }
  const checked = () => {
    link.payout = PAYOUT.checked
    return true
  }
  if (link.payout_source === SOURCE.decision) {
    return checked()
  }
  if (!stands) {
    return gone()
  }
  if (payment.on_order === 1 && payment.canceled === 0 && isVisible(world.cart)) {
    return checked()
  }
  if (link.settled === 1) {
    return gone()
  }
  return wasTried(link) && claim(world, world.links.indexOf(link), JOB.give_up)
}

/** The shopper chooses how to pay: the same again, or another method. */
function post(world: World, other: boolean): boolean {
  const { cart, left, links } = world
  const [first, second] = links
  const undecided = links.some((link) => link.status === SERVICE.approved && link.anomaly > 0)
  const stops = left.posts === 0 || cart.posted === 1 || !hasSpace(world)
  const open = [second, first].find(
    (link) =>
      link.exists === 1 &&
      link.status === SERVICE.pending &&
      link.lapsed === 0 &&
      link.total === cart.total
  )
  if (stops || (second.exists === 1 && (other || open === undefined))) {
    return false
  }
  if (isVisible(cart)) {
    const paid = world.payments.some((one) => one.link > 0 && one.canceled === 0)
    const owes = cart.order === ORDER.pending && !paid && cart.order_total === cart.total
    if (!owes || cart.order_lock !== OWNER.nobody || cart.completion > 0) {
      return false
    }
    cart.order_lock = OWNER.shopper
  } else if (undecided) {
    return false
  }
  left.posts -= 1
  const others = sessionsOf(world)
  const slot = createSession(world, cart.total)
  Object.assign(cart, { posted: 1, posted_seen: others })
  if (initiate(world, slot)) {
    return true
  }
  const for_order = isVisible(cart) ? 1 : 0
  if (!other && open !== undefined) {
    open.session = slot
    if (for_order === 1) open.for_order = 1
    return true
  }
  Object.assign(second, {
    for_order,
    exists: 1,
    total: cart.total,
    session: slot,
    voucher: first.voucher,
    placed: first.placed,
  })
  return true
}

/**
 * Everything that may happen next. `found` gets the state after each, in an object that is used
 * again.
 */
export function eachNext(
  world: World,
  reader: Reader,
  found: (next: World, kind: number, of: number) => void
): void {
  restore(scratch, world)
  for (let kind = 0; kind < EVENTS.length; kind += 1) {
    for (const of of EVENTS[kind].of) {
      if (happen(scratch, kind, of, reader)) {
        found(scratch, kind, of)
        restore(scratch, world)
      }
    }
  }
}

const scratch = begin(NOTHING_LEFT, {})

/** Lets an event happen in this state; false, and nothing has changed, when it cannot. */
export function happen(world: World, kind: number, of: number, reader: Reader): boolean {
  const event = EVENTS[kind]
  if (!event.happen(world, of, reader)) {
    return false
  }
  if (event.quiet !== true) stir(world)
  return true
}

export function isCalm(kind: number): boolean {
  return EVENTS[kind].calm === true
}
