import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SeededRandom } from "../../faults/seeded-random"
import { takeOver } from "../../../src/workflows/installation/take-over"
import type { PayoutView } from "../../../src/sandbox/views"
import { CHECKER, MAKER, PayoutWorker } from "../payout-worker"
import { copyDatabase, dieOn } from "./database"
import { build, type Modules } from "./modules"

/** What somebody does to the payouts of a database, as often as the weights say. */
const MOVES = {
  make: 3,
  run: 5,
  approve: 2,
  cancel: 1,
  retry: 2,
  resend: 2,
  decide: 3,
  wait: 2,
} as const

/** Below and above what needs a second person (PAYOUT_OPTIONS), in pesos. */
const AMOUNTS = [20_000, 40_000, 40_000, 600_000]
const FAULTS = ["timeout_before", "timeout_after", "error_before", "error_after"] as const
const REFUSED: readonly string[] = ["REJECTED", "DECLINED", "EXPIRED"]

/** Past every wait of a payout: "not known" is believed after five answers, twice where it was sent again. */
const CALM_MINUTES = [1, 10, ...Array.from({ length: 12 }, () => 30), 600, 600]

/** One of the two databases, and who works on it. */
interface Store {
  name: string
  pg: Knex
  worker: PayoutWorker
}

/**
 * A database with payouts that is copied while its store lives. Both go on with the same options
 * against the same service, until the first dies and a person takes over on the copy.
 */
export class CopiedPayouts {
  readonly violations: string[] = []
  readonly told: string[] = []
  private readonly first: Store

  constructor(
    private readonly modules: Modules,
    private readonly options: Record<string, unknown>,
    private readonly random: SeededRandom
  ) {
    this.first = { name: "first", pg: modules.pg, worker: new PayoutWorker(modules) }
  }

  async play(): Promise<void> {
    const { modules, random, first } = this
    const visibleAfterMs = random.pick([0, 0, 60_000, 1_200_000])
    const duplicate = random.pick(["refuse", "refuse", "first"] as const)
    modules.sandbox.configure({ payouts: { duplicate, visibleAfterMs } })
    first.worker.fill(random.pick([50_000_000, 50_000_000, 100_000]))
    this.say(`duplicate ${duplicate}, visible after ${visibleAfterMs} ms`)
    // The living one is the one that ran first.
    await modules.ledger.installations.standing()
    await this.moves(first, random.between(3, 9))

    const busy = random.chance(0.5) ? this.dying(first.worker.run()) : null
    const copied = await copyDatabase(modules.pg, `${process.pid}-copy`)
    this.say(`copied${busy === null ? "" : " while it was at work"}`)
    await busy
    const { bus, log } = modules
    const copy = build(copied.pg, { bus, log, options: this.options })
    const { sandbox } = modules
    const advance = (seconds: number) => modules.advance(seconds)
    const worker = new PayoutWorker({ ...copy, sandbox, advance })
    const second: Store = { name: "copy", pg: copied.pg, worker }
    try {
      await this.bothLive(second)
      await this.lastMoment()
      const mourn = await dieOn(modules.pg)
      this.say("the first is dead")
      try {
        first.worker.fill(50_000_000)
        await takeOver(copy.container, CHECKER, { note: "it is gone", request: "request_1" })
        this.say("taken over")
        await this.alone(second)
        await this.audit(second)
      } finally {
        await mourn()
      }
    } finally {
      await copy.gateway.__hooks.onApplicationShutdown()
      await copied.drop()
    }
  }

  /** The first goes on as before. Nothing leaves from the copy, whatever its jobs and people do. */
  private async bothLive(second: Store): Promise<void> {
    const { random, first } = this
    for (let rounds = random.between(1, 4); rounds > 0; rounds--) {
      await this.moves(first, random.between(1, 4))
      const before = first.worker.sends()
      await this.moves(second, random.between(1, 3), { make: 0, cancel: 0, decide: 0 })
      await second.worker.run()
      if (first.worker.sends() !== before) {
        this.violations.push("something left from the copy while it was held")
      }
    }
  }

  /** The first dies at any moment of a send, as far as its database hears of it. */
  private async lastMoment(): Promise<void> {
    const { random, first, modules } = this
    if (random.chance(0.6)) {
      await first.worker.make(40_000)
      const { sandbox } = modules
      const sent = this.dying(first.worker.run())
      const before = sandbox.counters().payout
      for (let looks = random.between(0, 40); looks > 0; looks--) {
        if (sandbox.counters().payout > before) break
        await new Promise((resolve) => setImmediate(resolve))
      }
      const mourn = await dieOn(modules.pg)
      await sent
      await mourn()
      this.say("the first dies at work")
    }
  }

  private async alone(second: Store): Promise<void> {
    const { random } = this
    await this.moves(second, random.between(0, 6), { make: 0, cancel: 0 })
    this.modules.sandbox.clearFaults()
    for (const minutes of CALM_MINUTES) {
      await second.worker.runIn(minutes * 60)
      await this.desk(second)
      this.modules.sandbox
        .payouts({ limit: 1000 })
        .filter((one) => !isDecided(one))
        .forEach((one) => this.decide(one))
      await second.worker.runIn(60)
    }
  }

  /** A person of the copy approves what waits, and sends again what was refused or is not known. */
  private async desk(store: Store): Promise<void> {
    const { worker } = store
    for (const { id, status } of await this.rows(store)) {
      if (status === "awaiting_approval") await worker.approve(id)
      if (status === "rejected") await worker.retry(id)
      if (status === "unknown") await worker.resend(id)
    }
  }

  private async moves(
    store: Store,
    times: number,
    weights: Partial<Record<keyof typeof MOVES, number>> = {}
  ): Promise<void> {
    for (let n = 0; n < times; n++) {
      const move = this.random.weighted({ ...MOVES, ...weights })
      this.say(`${store.name}: ${move}`)
      await this.move(store, move)
    }
  }

  private async move(store: Store, move: keyof typeof MOVES): Promise<void> {
    const { random, modules } = this
    const { worker } = store
    switch (move) {
      case "make":
        await worker.make(random.pick(AMOUNTS))
        return
      case "run":
        if (random.chance(0.3)) {
          const kind = random.pick(FAULTS)
          modules.sandbox.injectFault({
            operation: "payout",
            kind,
            ...(kind.startsWith("timeout") && { ms: 0 }),
          })
        }
        return worker.run()
      case "approve":
        return this.onOne(store, "awaiting_approval", (id) => worker.approve(id))
      case "cancel":
        return this.onOne(store, "queued", (id) =>
          worker.payouts.decisions.cancel(id, MAKER, "by chance")
        )
      case "retry":
        return this.onOne(store, "rejected", (id) => worker.retry(id))
      case "resend":
        return this.onOne(store, "unknown", (id) => worker.resend(id))
      case "decide": {
        const open = modules.sandbox.payouts({ limit: 1000 }).filter((one) => !isDecided(one))
        if (open.length > 0) this.decide(random.pick(open))
        return
      }
      case "wait":
        return worker.runIn(60 * random.pick([1, 1, 5, 40]))
    }
  }

  private async onOne(
    store: Store,
    status: string,
    act: (id: string) => Promise<unknown>
  ): Promise<void> {
    const rows = (await this.rows(store)).filter((row) => row.status === status)
    if (rows.length > 0) {
      const { id } = this.random.pick(rows)
      // The service cannot be asked about it: a person hears so.
      await act(id).catch((error: unknown) => this.say(String(error)))
    }
  }

  private decide({ ticket, reference }: PayoutView): void {
    const { random, modules } = this
    const paid = random.chance(0.7)
    this.say(`the service ${paid ? "pays" : "rejects"} ${reference}`)
    if (paid) modules.sandbox.approvePayout(ticket, { notify: false })
    else modules.sandbox.rejectPayout(ticket, { notify: false })
  }

  private rows({ pg }: Store): Promise<{ id: string; status: string }[]> {
    return pg("payin_payout").select("id", "status").orderBy("created_at").orderBy("id")
  }

  private async audit(second: Store): Promise<void> {
    const taken = this.modules.sandbox.payouts({ limit: 1000 })
    for (const reference of new Set(taken.map((one) => one.reference))) {
      const times = taken.filter((one) => one.reference === reference).length
      if (times > 1) this.violations.push(`${reference} was taken ${times} times`)
    }
    for (const id of new Set(taken.map(({ metadata }) => String(metadata.payout_id)))) {
      const paid = taken.filter((one) => one.metadata.payout_id === id && !isRefused(one))
      if (paid.length > 1) {
        const references = paid.map(({ reference, status }) => `${reference} ${status}`).join("; ")
        this.violations.push(`${id} was paid more than once: ${references}`)
      }
    }
    for (const { id, status } of await this.rows(second)) {
      const paid = taken.some((one) => one.metadata.payout_id === id && !isRefused(one))
      const rests = status === "approved" || status === "canceled" || status === "rejected"
      if (!rests) this.violations.push(`${id} came to no end: ${status}`)
      if (paid !== (status === "approved") && status !== "canceled") {
        this.violations.push(`${id} is ${status}, and was ${paid ? "" : "not "}paid`)
      }
    }
  }

  private async dying(work: Promise<unknown>): Promise<void> {
    await work.catch(() => undefined)
  }

  private say(line: string): void {
    this.told.push(line)
  }
}

function isRefused({ status }: PayoutView): boolean {
  return REFUSED.includes(status)
}

function isDecided(payout: PayoutView): boolean {
  return payout.status === "APPROVED" || isRefused(payout)
}
