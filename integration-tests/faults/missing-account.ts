import { z } from "zod"
import type { MarketCode } from "../support/storefront"
import type { Actors } from "./actors"
import type { Cart } from "./cart"
import { read, told } from "./http"
import type { Violation } from "./invariants"
import type { Moment } from "./moments"
import type { SeededRandom } from "./seeded-random"
import { askAs } from "./signed-in"
import type { World } from "./world"

const DAY_MS = 86_400_000
const OPERATOR = "user_operator"
/** Open links are asked about for thirty days after their end: until then the account is missed. */
const MISSED_DAYS = 25

const DAYS = [0, 0.1, 2, 9, 25, 31] as const

/** An account that leaves the configuration while links of it are open, and comes back under its old key. */
export interface MissingPlan {
  /** Null: before the shoppers' second act, else so many days after calm began. */
  days: number | null
  /** Share of its links that is paid while it is gone. */
  paid: number
  /** Share of its waiting orders that an operator cancels meanwhile. */
  canceled: number
}

export function missingPlanOf(random: SeededRandom): MissingPlan | null {
  if (!random.chance(0.35)) {
    return null
  }
  return {
    days: random.chance(0.4) ? null : random.pick(DAYS),
    paid: random.pick([0.5, 1]),
    canceled: random.pick([0, 0, 0.5, 1]),
  }
}

/** It reaches the store, whatever befalls the others of the schedule: at a missing account it has to be kept. */
const HEARD = { lose: false, hold: false, copies: 1, delayMs: 0 } as const

const statusAnswer = z.object({
  problems: z.array(z.object({ code: z.string(), values: z.record(z.string(), z.unknown()) })),
})

/** Somebody renames an account or takes it out, and puts it back later. */
export class MissingAccount {
  readonly violations: Violation[] = []
  private account: MarketCode | null = null
  /** Notifications that were made before it left. */
  private before = 0

  constructor(
    private readonly world: World,
    private readonly plan: MissingPlan,
    private readonly carts: readonly Cart[],
    private readonly random: SeededRandom,
    private readonly actors: Pick<Actors, "journal" | "bank">
  ) {}

  /** The account is gone, its links are paid and its orders canceled all the same. */
  async leave(): Promise<void> {
    const { world, plan, random, carts } = this
    const { journal, bank } = this.actors
    await world.rest()
    const account = random.pick(carts).market
    this.account = account
    this.before = this.notifications().length
    await world.configure(account, false)
    journal.note("driver", `account ${account} is taken out of the options`)
    journal.fault(`account ${account} is missing`)
    const links = carts.filter(({ market }) => market === account).flatMap((cart) => cart.links)
    for (const link of links.filter(() => random.chance(plan.paid))) {
      await bank.pay(link, "shopper", { notify: false })
    }
    this.ofAccount(account).forEach((reference) => world.sandbox.notify(reference, HEARD))
    await world.sandbox.idle()
    await this.look()
    await this.cancelWaiting(account)
  }

  /** Before the second act. */
  async returnEarly(): Promise<void> {
    if (this.plan.days === null) {
      await this.comeBack()
    }
  }

  get moments(): Moment[] {
    const { days } = this.plan
    return days === null
      ? []
      : [{ at: days * DAY_MS, act: () => this.returnLate(days), isAwaited: () => true }]
  }

  private async returnLate(days: number): Promise<void> {
    if (days <= MISSED_DAYS) {
      await this.look()
    }
    await this.comeBack()
  }

  private async comeBack(): Promise<void> {
    const { account, world } = this
    if (account === null) {
      return
    }
    await world.sandbox.idle()
    this.readAnswers(account)
    this.account = null
    await world.configure(account, true)
    this.actors.journal.note("driver", `account ${account} is back`)
  }

  /** Whether the status names the account, as long as a link of it is open. */
  private async look(): Promise<void> {
    const { account, world } = this
    if (account === null) {
      return
    }
    const url = `${world.any(this.random).url}/admin/payin/status`
    const answer = await askAs(OPERATOR, url, { timeoutMs: 60_000 })
    const open: unknown = await world
      .pg("payin_transaction")
      .where({ account })
      .whereIn("status", ["creating", "pending"])
      .first("id")
    const named = read(statusAnswer, answer)?.problems.some(
      ({ code, values }) => code === "account_missing" && values.account === account
    )
    // A process that died answers nothing.
    if (open !== undefined && named !== true && answer.status !== 0) {
      const invariant = "a missing account is a problem"
      this.violations.push({ invariant, subject: account, detail: `status: ${told(answer)}` })
    }
  }

  private async cancelWaiting(account: MarketCode): Promise<void> {
    const { world, random, plan } = this
    const rows: { id: string }[] = await world
      .pg("order")
      .join("order_payment_collection as link", "link.order_id", "order.id")
      .join("payin_transaction as t", "t.payment_collection_id", "link.payment_collection_id")
      .where("t.account", account)
      .whereNull("order.canceled_at")
      .distinct("order.id")
      .orderBy("order.id")
    for (const { id } of rows.filter(() => random.chance(plan.canceled))) {
      const url = `${world.any(random).url}/admin/orders/${id}/cancel`
      const answer = await askAs(OPERATOR, url, { body: {} })
      this.actors.journal.note(OPERATOR, `cancels ${id}: ${told(answer)}`)
    }
  }

  /** Notifications that came meanwhile were kept. A process that dies answers nothing, and is asked again. */
  private readAnswers(account: MarketCode): void {
    const invariant = "a notification of a missing account is kept"
    for (const { reference, attempts } of this.notifications().slice(this.before)) {
      const found = this.world.sandbox.transaction(reference)
      const refused = attempts.map(({ status }) => status).find((status) => (status ?? 0) >= 400)
      if (found?.country.toLowerCase() === account && refused !== undefined && refused !== 502) {
        this.violations.push({ invariant, subject: reference, detail: `HTTP ${refused}` })
      }
    }
  }

  /** Pay-ins of the account at the service. */
  private ofAccount(account: MarketCode): string[] {
    return this.world.sandbox
      .transactions({ limit: Infinity })
      .filter(({ country }) => country.toLowerCase() === account)
      .map(({ reference }) => reference)
  }

  private notifications() {
    return this.world.sandbox.notifications().filter(({ forged }) => forged === null)
  }
}
