import { apply, type ApplyDeps } from "../../../src/workflows/settle/apply"
import { MedusaRefusedError } from "../../../src/medusa/failures"
import type { Payment, PaymentSnapshot, Session } from "../../../src/medusa/payment-snapshot"
import type { AnomalyKind } from "../../../src/domain/anomaly/kinds"
import type { MajorAmount } from "../../../src/domain/money/amount"
import { LARGE, SMALL, startOf } from "../bounds"
import { EVENTS, happen } from "../events"
import { AMOUNTS, Reader, rowOf, sourcesOf } from "../facts"
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
  removePayment,
  sessionsOf,
  stepCompletion,
} from "../medusa"
import { park, withdraw } from "../worker"
import { APPLY, copy, JOB, KINDS, SERVICE, SESSION, slotBit, type World } from "../world"

const slotOf = (id: string): number => Number(id.split("_").at(1))
const refused = () => new MedusaRefusedError("refused", false)
const nothing = async () => undefined

interface Watched {
  calls: string[]
  /** Whether the order's lock is still held, each time it is asked. */
  keeps: boolean[]
}

/** The plugin's own settlement of a link, on the model in place of a store. */
function depsOn(world: World, index: number, { calls, keeps }: Watched): ApplyDeps {
  const link = world.links[index]
  const { cart, sessions, payments } = world
  const sources = sourcesOf(world)
  const lease = () => ({
    transaction: { ...rowOf(link, index), apply_attempts: link.waited === 0 ? 0 : 5 },
    owner: "worker",
    fence: 1,
  })
  const ledger = {
    ...sources.ledger,
    leases: {
      acquire: async () => {
        link.woken = 0
        return lease()
      },
      release: nothing,
      write: async (_: unknown, write: object, once?: string) => {
        if ("captured_event_at" in write) {
          const isFirst = link.marked === 0
          link.marked = 1
          return once === undefined || isFirst
        }
        if ("excluded_at" in write) link.excluded = 1
        if ("settled_at" in write) Object.assign(link, { settled: 1, apply: APPLY.parked })
        return true
      },
    },
    application: {
      park: async () => park(link),
      postpone: async () => {
        link.apply = APPLY.later
      },
    },
    anomalies: {
      openWhile: async (
        _: unknown,
        { kind, order_id }: { kind: AnomalyKind; order_id: string | null }
      ) => {
        const index = KINDS.findIndex((one) => one === kind)
        const known = link.anomaly === index ? link.of_order : 0
        Object.assign(link, { anomaly: index, of_order: order_id === null ? known : 1 })
        return true
      },
      closeOfPayIn: async ({ kinds }: { kinds: readonly AnomalyKind[] }) => {
        const open = KINDS[link.anomaly]
        if (open !== null && kinds.includes(open)) link.anomaly = 0
      },
    },
    orderLocks: {
      acquire: async () => calls.push("lock"),
      release: nothing,
      renew: async () => keeps.shift() ?? true,
    },
    refundLimit: {
      under: async (_: string, work: (row: unknown, trx: unknown) => Promise<unknown>) =>
        work(rowOf(link, index), null),
    },
  }
  const medusa = {
    ...sources.medusa,
    recountOrder: nothing,
    emitCaptured: nothing,
    restoreLinks: async ({ missing_links }: PaymentSnapshot) => {
      if (missing_links.includes("collection")) cart.link_to_collection = 1
      if (missing_links.includes("cart")) cart.link_to_cart = 1
    },
    completeCart: async () => {
      if (hasOrder(world)) return
      const slot = [1, 2, 3].find((one) => isProcessable(world, one))
      if (slot === undefined) throw refused()
      beginCompletion(world, 1, slot)
      let progress = stepCompletion(world, false)
      while (progress === "goes on") progress = stepCompletion(world, false)
      if (progress === "failed") throw refused()
    },
    openSession: async () => {
      const others = sessionsOf(world)
      initiate(world, createSession(world, cart.total), link.foreign)
      deleteSessions(world, others)
    },
    openSessionOf: async (
      place: PaymentSnapshot,
      _: string,
      { amount }: { amount: MajorAmount }
    ) => {
      initiate(world, createSession(world, AMOUNTS.indexOf(amount)), link.foreign)
      const seen = place.collection.payment_sessions.map(({ id }) => slotBit(slotOf(id)))
      deleteSessions(
        world,
        seen.reduce((mask, bit) => mask | bit, 0)
      )
    },
    resetSession: async ({ id }: Session) => {
      sessions[slotOf(id) - 1].state = SESSION.pending
    },
    bookOnOrder: async (id: string) => {
      calls.push("book")
      const slot = slotOf(id)
      const found = payments.findIndex((one) => one.link > 0 && one.session === slot)
      const owner = world.links.find((one) => one.exists === 1 && one.session === slot)
      if (found >= 0) {
        if (payments[found].canceled === 1) throw refused()
        payments[found].on_order = 1
      } else {
        if (!owner || authorize(world, slot) !== ANSWER.captured) throw refused()
        payments[createPayment(world, owner, slot) - 1].on_order = 1
      }
    },
    repairCapture: async ({ id }: { id: string }) => {
      payments[slotOf(id) - 1].on_order = 1
    },
    undoCompensation: async ({ id }: Payment) => {
      removePayment(world, slotOf(id))
      cart.miscounted = 1
    },
    recountCollection: async () => {
      cart.miscounted = 0
    },
  }
  const payouts = {
    ...sources.payouts,
    releases: {
      withdrawWithin: async () => {
        withdraw(link)
        return null
      },
    },
  }
  const logger = { info: () => undefined, warn: () => undefined }
  const { read } = sources
  return Object.assign(Object.create(null), { ledger, medusa, payouts, logger, read })
}

/** The model's worker on the same state, undisturbed. */
async function workOn(world: World, index: number): Promise<void> {
  const reader = new Reader()
  const kind = (name: string) => EVENTS.findIndex((one) => one.name === name)
  expect(happen(world, kind("settle"), index, reader)).toBe(true)
  while (world.workers[0].job !== JOB.idle) {
    const moved =
      happen(world, kind("completion"), 0, reader) ||
      [0, 2, 4, 6].some((of) => happen(world, kind("work"), of, reader))
    if (reader.lacks) await reader.fill()
    else if (!moved) throw new Error("the model's worker stands still")
  }
}

/** The state that the code and the model have to share. The model counts no times, so `apply` is left out. */
function left({ links, sessions, payments, cart }: World, index: number) {
  const { apply, ...link } = links[index]
  const noted = {
    ...link,
    woken: 0,
    changed: 0,
    waited: 0,
    lease: 0,
    parked: apply === APPLY.parked,
  }
  return { link: noted, other: links[1 - index].session, sessions, payments, cart }
}

/** States of the model in which a link is due and nobody works, by walks that are the same each time. */
async function statesToSettle(count: number): Promise<{ world: World; index: number }[]> {
  const found: { world: World; index: number }[] = []
  const reader = new Reader()
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const starts = [...SMALL, ...LARGE].map(startOf)
  while (found.length < count) {
    let world = copy(starts[random(starts.length)])
    for (let step = 0; step < 80; step += 1) {
      const nexts = EVENTS.flatMap(({ of: each }, kind) =>
        each.flatMap((of) => {
          const next = copy(world)
          return happen(next, kind, of, reader) ? [next] : []
        })
      )
      if (reader.lacks) {
        await reader.fill()
        continue
      }
      if (nexts.length === 0) break
      world = nexts[random(nexts.length)]
      const index = random(2)
      const link = world.links[index]
      const { cart } = world
      const isQuiet =
        world.workers.every(({ job }) => job === JOB.idle) &&
        cart.completion + cart.dead_lock + cart.order_lock + cart.posted + link.lease === 0
      const isDue =
        link.status === SERVICE.approved && link.settled === 0 && link.apply === APPLY.due
      if (isQuiet && isDue && hasSpace(world)) found.push({ world: copy(world), index })
    }
  }
  return found
}

describe("the settlement on the model", () => {
  it("leaves the same behind as the model's worker, from hundreds of states", async () => {
    const ends = new Set<string>()
    for (const { world, index } of await statesToSettle(300)) {
      const before = JSON.stringify(world)
      const modelled = copy(world)
      await workOn(modelled, index)
      const outcome = await apply(
        depsOn(world, index, { calls: [], keeps: [] }),
        `payin_${index + 1}`
      )
      ends.add(`${outcome} ${KINDS[world.links[index].anomaly]}`)
      expect({ before, after: left(world, index) }).toEqual({
        before,
        after: left(modelled, index),
      })
    }
    expect([...ends].sort()).toEqual(
      expect.arrayContaining([
        "anomaly duplicate_payment",
        "anomaly paid_after_canceled",
        "anomaly paid_after_replaced",
        "settled null",
      ])
    )
  })

  it("books nothing under a lock of the order that ran out while its process froze", async () => {
    const waiting = SMALL.find(({ name }) => name.includes("both paid"))!
    const world = startOf(waiting)
    const calls: string[] = []
    // Lost at the first step under it; held from then on.
    await apply(depsOn(world, 0, { calls, keeps: [false] }), "payin_1")
    expect(calls).toEqual(["lock", "lock", "book"])
    expect(world.links[0]).toMatchObject({ settled: 1 })
  })

  it("is tried again later, with the name of the step, when a step has no effect", async () => {
    const world = startOf(SMALL[0])
    Object.assign(world.links[0], { truth: SERVICE.approved, status: SERVICE.approved })
    const deps = depsOn(world, 0, { calls: [], keeps: [] })
    const reasons: string[] = []
    deps.ledger.application.postpone = async (_, reason) => {
      reasons.push(reason)
    }
    deps.medusa.completeCart = nothing
    expect(await apply(deps, "payin_1")).toBe("postponed")
    expect(reasons).toEqual(["Medusa completed the cart and shows no order"])
  })

  it("stops after twelve steps, and names the last one", async () => {
    const world = startOf(SMALL[0])
    Object.assign(world.links[0], { truth: SERVICE.approved, status: SERVICE.approved })
    const deps = depsOn(world, 0, { calls: [], keeps: [] })
    const reasons: string[] = []
    deps.ledger.application.postpone = async (_, reason) => {
      reasons.push(reason)
    }
    // Somebody ends the session again and again.
    deps.medusa.completeCart = async () => {
      world.sessions[0].state = SESSION.error
    }
    expect(await apply(deps, "payin_1")).toBe("postponed")
    expect(reasons).toEqual(["a step changed nothing in Medusa (reset_session)"])
  })

  it("writes nothing once another worker has the row", async () => {
    const world = startOf(SMALL[0])
    Object.assign(world.links[0], { truth: SERVICE.approved, status: SERVICE.approved })
    const deps = depsOn(world, 0, { calls: [], keeps: [] })
    deps.ledger.transactions.find = async () => ({ ...rowOf(world.links[0], 0), fence: 2 })
    const before = copy(world)
    expect(await apply(deps, "payin_1")).toBe("busy")
    expect(world).toEqual(before)
  })
})
