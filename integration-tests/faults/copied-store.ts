import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { CANARY } from "../support/personal-data"
import { MERCHANT } from "../support/shop-environment"
import { actorsOf, type Actors } from "./actors"
import { CardOperator } from "./card-operator"
import type { Cart } from "./cart"
import { copiedViolations, type CopiedBooks } from "./copied-invariants"
import { MONEY_OUT, readCopiedBooks } from "./copied-books"
import { Desk } from "./desk"
import { FulfillmentOperator } from "./fulfillment-operator"
import { told, UNHURRIED_MS, type Answer } from "./http"
import type { Violation } from "./invariants"
import { JOBS, type Job } from "./jobs"
import type { Journal } from "./journal"
import type { Lifetime } from "./lifetime"
import { destinationOf } from "./payout-destination"
import { PayoutOperator } from "./payout-operator"
import { SeededRandom } from "./seeded-random"
import { askAs } from "./signed-in"
import type { World } from "./world"

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LINKS = 2
const CARDS = 3
/** Below and above what needs a second person, in pesos: they wait when the copy is taken. */
const ORDERED = ["20000", "30000", "250000", "260000"]
const BALANCE = 1_000_000_000
/** Whatever is in a cart: it comes again every week. */
const WEEKLY = { payin_plan_name: "Café de la semana", payin_periodicity: "weekly" }
/** Past every wait of a payout and of an unknown card; no further week begins. */
const CALM_MINUTES = [1, 10, ...Array.from({ length: 6 }, () => 30), 1_500, 10]
/** They try to approve, one after the other: the plugin refuses who had a part in the payout. */
const DESK = ["user_third", "user_checker", "user_maker"] as const
/** The share of payouts that the bank pays. It rejects the others. */
const PAID = 0.75
const TAKE_OVER = "/admin/payin/status/take-over"

/** The result of one run with two stores on the same data. */
export interface CopiedOutcome {
  seed: number
  /** The first store's processes share Redis. */
  redis: boolean
  journal: Journal
  copy: World
  books: CopiedBooks
  violations: Violation[]
}

/**
 * A database is copied while its store lives, and a second store starts on the copy with the same
 * options: it is held. Then the first dies in the middle of sending, and a person takes over.
 */
export async function runCopiedStore(
  world: World,
  seed: number,
  { ends }: Pick<Lifetime, "ends">
): Promise<CopiedOutcome> {
  await world.reset()
  const episode = new CopiedStore(world, new SeededRandom(seed).of("copied-store"))
  return { seed, redis: world.redis, ...(await episode.play((stop) => ends(stop))) }
}

class CopiedStore {
  private readonly actors: Actors
  private readonly held = new Map<string, number>()

  constructor(
    private readonly world: World,
    private readonly random: SeededRandom
  ) {
    this.actors = actorsOf(world, random)
  }

  async play(ends: Lifetime["ends"]): Promise<Omit<CopiedOutcome, "seed" | "redis">> {
    const { world, random } = this
    const { journal } = this.actors
    await this.prepare()
    journal.note("driver", "payouts wait, and periods are due")
    const busy = random.chance(0.5)
    const work = busy ? this.work(world, JOBS) : Promise.resolve()
    const [copy] = await Promise.all([world.copy(`${world.database.name}-copy`, ends), work])
    journal.note("driver", `the database is copied${busy ? ", while jobs run" : ""}`)
    journal.note("driver", "the copy runs")
    await this.bothLive(copy)
    journal.note("driver", "both have lived")
    await this.lastMoment()
    const charged = await this.chargedByNow(copy)
    world.address.targets = copy.sides.map(({ url }) => url)
    await this.takeOver(copy)
    await this.alone(copy)
    const held = [...this.held].map(([operation, times]) => ({ operation, times }))
    const books = await readCopiedBooks(copy, held, charged)
    return { journal, copy, books, violations: copiedViolations(books) }
  }

  /** Sales, refunds, shares and payouts in any state, and subscriptions whose period is due. */
  private async prepare(): Promise<void> {
    const { world, random } = this
    const { bank, journal } = this.actors
    const { sandbox, address } = world
    sandbox.configure({
      cards: { duplicateReference: "refuse" },
      payouts: { outcome: "wait", visibleAfterMs: random.pick([0, 0, 20 * MINUTE_MS]) },
    })
    sandbox.setWallet(MERCHANT.merchantId, BALANCE, "COP")
    sandbox.setWallet(MERCHANT.merchantId, BALANCE, "PEN")
    const url = `${address.url}/hooks/payin/card`
    sandbox.cards.registerWebhook(CANARY.service.merchant_id, { url })
    await world.pg("product").update({ metadata: JSON.stringify(WEEKLY) })
    const carts = world.cartStock.take(LINKS + CARDS, random.of("cart-stock"), "co")
    // One by one: Medusa refuses two first cards of one customer at once, and nobody here asks again.
    for (const [n, cart] of carts.entries()) {
      await this.buy(cart, n < LINKS)
    }
    await Promise.all(carts.map((cart) => bank.pay(cart.links.at(-1), "shopper", {})))
    await this.settle(world)
    await new CardOperator(world, random.of("card-operator"), journal).takeAll()
    await this.settle(world)
    await world.advance(7 * DAY_MS)
    const { rows }: { rows: unknown[] } = await world.pg.raw("select 1 from payin_subscription")
    journal.note("driver", `${rows.length} of ${CARDS} subscriptions began`)
    // On a busy machine an answer about a card comes too late, and its cart stays a cart.
    if (rows.length === 0) {
      throw new Error("no subscription began")
    }
    // The first store may not have come to its renewals yet.
    await this.people(world, "before")
    await this.work(world, WITHOUT_RENEWALS)
    await this.pay(world, "and")
    for (const amount of ORDERED) {
      await this.order(world, amount)
    }
  }

  private async buy(cart: Cart, byLink: boolean): Promise<void> {
    const { world } = this
    const { url } = world.any(this.random)
    if (byLink) {
      await cart.link(url, "PSE")
      return
    }
    const token = "tok_test_approved"
    const customer_data = { ...CANARY.co, email: cart.email }
    const chosen = await cart.choose(url, "pp_payin-card_co", { token, customer_data })
    const completed = await cart.complete(url)
    this.actors.journal.note("shopper", `pays by card: ${told(chosen)}, ${told(completed)}`)
  }

  /** Until what was bought is an order, and money that was taken is booked. */
  private async settle(world: World): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await world.rest()
      await this.work(world, JOBS)
      await world.advance(10_000)
    }
    await world.rest()
  }

  /** The first goes on as before, and the copy works beside it, its people included. */
  private async bothLive(copy: World): Promise<void> {
    const { world, random } = this
    for (let round = random.between(1, 2); round > 0; round--) {
      await Promise.all([this.people(world, `first-${round}`), this.chargeSome(world)])
      await this.desk(world)
      await this.work(world, WITHOUT_RENEWALS)
      this.decideSome()
      await world.rest()
      const before = world.sandbox.counters()
      await Promise.all([
        this.people(copy, `copy-${round}`),
        this.chargeSome(copy),
        this.work(copy, JOBS),
      ])
      await this.desk(copy)
      await this.work(copy, JOBS)
      await copy.rest()
      for (const operation of MONEY_OUT) {
        const times = world.sandbox.counters()[operation] - before[operation]
        if (times > 0) {
          this.held.set(operation, (this.held.get(operation) ?? 0) + times)
        }
      }
      await this.advance(copy, random.pick([1, 5, 40]) * MINUTE_MS)
    }
  }

  /** `kill -9` while payouts and renewals leave, or a moment after. */
  private async lastMoment(): Promise<void> {
    const { world, random } = this
    const { journal } = this.actors
    const work = this.work(world, ["payin-payouts", "payin-renew"])
    const { payout, card_renew } = world.sandbox.counters()
    const ms = random.between(0, 400)
    if (random.chance(0.5)) {
      const until = Date.now() + 2_000
      const isSent = () => {
        const now = world.sandbox.counters()
        return now.payout > payout || now.card_renew > card_renew
      }
      while (!isSent() && Date.now() < until) {
        await sleep(1)
      }
    } else {
      await sleep(ms)
    }
    await world.die()
    await work
    journal.note("crash-injector", "the first store dies")
    journal.fault("kill: a store whose database was copied")
  }

  private async chargedByNow({ sandbox }: World): Promise<string[]> {
    await sandbox.idle()
    const cards = sandbox.cards.authorizations({ limit: Infinity })
    return cards
      .filter(({ linked_transaction_id }) => linked_transaction_id !== null)
      .map(({ subscription_id }) => subscription_id)
  }

  /** Somebody who saw that nothing leaves any more. */
  private async takeOver(copy: World): Promise<void> {
    const answer = await this.post(copy, "user_checker", TAKE_OVER, { note: "the first is gone" })
    this.actors.journal.note("user_checker", `takes over: ${told(answer)}`)
    if (answer.status !== 200) {
      throw new Error(`nobody could take over: ${told(answer)}`)
    }
  }

  private async alone(copy: World): Promise<void> {
    const { random, actors } = this
    if (random.chance(0.5)) {
      await this.people(copy, "after")
    }
    for (const [n, minutes] of CALM_MINUTES.entries()) {
      await copy.advance(minutes * MINUTE_MS)
      await this.work(copy, JOBS)
      const ends = n > CALM_MINUTES.length / 2
      this.decideSome(1, ends ? 1 : PAID)
      if (!ends) {
        await this.desk(copy)
      }
      await copy.rest()
    }
    actors.journal.note("clock", "the copy has come to rest")
  }

  /** People at the desk of a store, who pay, refund, pack, approve and retry by chance. */
  private async people(world: World, name: string): Promise<void> {
    const random = this.random.of(`parcels-${name}`)
    const { journal } = this.actors
    await Promise.all([
      this.pay(world, name),
      new FulfillmentOperator(world, random, journal).act(),
    ])
  }

  private async pay(world: World, name: string): Promise<void> {
    const random = this.random.of(`desk-${name}`)
    const desk = new Desk(world, random.of("buttons"), this.actors.journal, `desk ${name}`, [])
    await new PayoutOperator(world, random, desk).act()
  }

  /** Somebody presses "charge now" of some subscriptions. */
  private async chargeSome(world: World): Promise<void> {
    const rows: { id: string }[] = await world
      .pg("payin_subscription")
      .select("id")
      .orderBy("created_at")
    for (const { id } of rows.filter(() => this.random.chance(0.3))) {
      const path = `/admin/payin/subscriptions/${id}/renew`
      const answer = await this.post(world, "user_operator", path, {})
      this.actors.journal.note(this.nameOf(world), `charges ${id}: ${told(answer)}`)
    }
  }

  private async order(world: World, amount: string): Promise<void> {
    const answer = await this.post(world, "user_maker", "/admin/payin/payouts", {
      ...{ account: "co", currency_code: "COP", payment_method: "BANK_TRANSFER", amount },
      destination: { ...destinationOf("co", this.random), bank: "BANCOLOMBIA" },
    })
    this.actors.journal.note("user_maker", `orders ${amount}: ${told(answer)}`)
  }

  /** Whoever is asked: approves, retries what was rejected, and resends what is not known. */
  private async desk(world: World): Promise<void> {
    const rows: { id: string; status: string; version: number }[] = await world
      .pg("payin_payout")
      .select("id", "status", "version")
      .orderBy("created_at")
    for (const { id, status, version } of rows) {
      const action = { awaiting_approval: "approve", rejected: "retry", unknown: "resend" }[status]
      if (action === undefined) {
        continue
      }
      const body = action === "approve" ? { version } : {}
      const path = `/admin/payin/payouts/${id}/${action}`
      const answer = await this.post(world, this.random.pick(DESK), path, body)
      this.actors.journal.note(`${this.nameOf(world)} desk`, `${action} ${id}: ${told(answer)}`)
    }
  }

  /** The service's bank: pays most of what waits. */
  private decideSome(share = 0.5, paid = PAID): void {
    const { random, world, actors } = this
    for (const { status, ticket, reference } of world.sandbox.payouts({ limit: Infinity })) {
      if (status !== "PENDING" || !random.chance(share)) {
        continue
      }
      const pays = random.chance(paid)
      actors.journal.note("bank", `${pays ? "pays" : "rejects"} ${reference}`)
      if (pays) {
        world.sandbox.approvePayout(ticket)
      } else {
        world.sandbox.rejectPayout(ticket)
      }
    }
  }

  private async work(world: World, jobs: readonly Job[]): Promise<void> {
    const messages = await Promise.all(world.living.map((side) => side.work(jobs)))
    messages.forEach((message) => {
      if (message !== null) {
        this.actors.journal.note("jobs", message)
      }
    })
  }

  /** Time goes on for both. */
  private async advance(copy: World, ms: number): Promise<void> {
    await copy.advance(ms, false)
    await this.world.advance(ms)
  }

  private post(
    world: World,
    person: string,
    path: string,
    body: Record<string, unknown>
  ): Promise<Answer> {
    return askAs(person, `${world.any(this.random).url}${path}`, {
      body,
      headers: { "idempotency-key": randomUUID() },
      timeoutMs: UNHURRIED_MS,
    })
  }

  private nameOf(world: World): string {
    return world === this.world ? "first" : "copy"
  }
}

const WITHOUT_RENEWALS = JOBS.filter((job) => job !== "payin-renew")
