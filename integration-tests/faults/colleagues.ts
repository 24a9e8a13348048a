import { setTimeout as sleep } from "node:timers/promises"
import type { Desk } from "./desk"
import { destinationOf, type Market } from "./payout-destination"
import type { Journal } from "./journal"
import type { SeededRandom } from "./seeded-random"
import type { World } from "./world"

const MOVES = {
  order: 6,
  correct_payout: 3,
  correct_beneficiary: 2,
  correct_rule: 2,
  approve: 5,
  confirm: 4,
  approve_own: 3,
  refuse: 1,
} as const

/** Those of whom several correct and approve what the others made. */
export const COLLEAGUES = [
  ...["user_maker", "user_checker", "user_third"],
  ...["user_fourth", "user_fifth"],
] as const
type Person = (typeof COLLEAGUES)[number]

/** Most below the limit: several of them come to what one person may let go in a day. */
const AMOUNTS = {
  co: ["60000", "90000", "100000", "100001", "180000"],
  pe: ["45.5", "90", "100", "100.01", "260"],
}
/** Of the percent that a rule was made with: what was lowered may be raised again, up to that. */
const PARTS = [1, 1, 0.75, 0.5]
/** How often a secret API key of the person acts instead. */
const BY_KEY = 0.2
const CHANGEABLE = ["held", "awaiting_destination", "awaiting_approval", "queued", "rejected"]

interface Row {
  id: string
  country: string
  version: number
}

interface Confirmable extends Row {
  kind: "beneficiaries" | "payout-rules"
}

/** Numbers of accounts that nobody gave before: what arrives at the service tells who gave it. */
export class Accounts {
  private given = 0

  /** Four digits, none of which ends a number of anybody else (payout-destination.ts). */
  next(): string {
    this.given++
    return String(3_000 + this.given)
  }
}

/**
 * One of several people in the admin who correct each other: they change where each other's payouts go and what rules
 * pay, agree, refuse, and try to agree to what they made themselves, now and then by their secret API key.
 */
export class Colleague {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal,
    private readonly desk: Desk,
    private readonly accounts: Accounts
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(3, 6); moves > 0; moves--) {
      await sleep(this.random.between(0, 60))
      await this.move(this.random.weighted(MOVES), this.random.pick(COLLEAGUES))
    }
  }

  private async move(move: keyof typeof MOVES, person: Person): Promise<void> {
    switch (move) {
      case "order":
        return this.order(person)
      case "correct_payout":
        return this.withOne(await this.payouts(CHANGEABLE), ({ id, country }) =>
          this.press(person, `changes the destination of ${id}`, `payouts/${id}/destination`, {
            destination: this.destination(country),
          })
        )
      case "correct_beneficiary":
        return this.withOne(await this.beneficiaries(), ({ id, country }) =>
          this.press(person, `changes the destination of ${id}`, `beneficiaries/${id}`, {
            destination: this.destination(country),
          })
        )
      case "correct_rule":
        return this.correctRule(person)
      case "approve":
        return this.withOne(await this.payouts(["awaiting_approval"]), (one) =>
          this.approve(person, `payouts/${one.id}`, one)
        )
      case "confirm":
        return this.withOne(await this.unconfirmed(), (one) =>
          this.approve(person, `${one.kind}/${one.id}`, one)
        )
      case "approve_own":
        return this.approveOwn(person)
      case "refuse":
        return this.withOne(await this.payouts(["awaiting_approval"]), ({ id }) =>
          this.press(person, `refuses ${id}`, `payouts/${id}/cancel`, { note: "not like this" })
        )
    }
  }

  private async order(person: Person): Promise<void> {
    await this.withOne(await this.beneficiaries(), async ({ id, country }) => {
      const market = marketOf(country)
      const amount = this.random.pick(AMOUNTS[market])
      const body = {
        ...{ account: market, amount, currency_code: market === "co" ? "COP" : "PEN" },
        ...(this.random.chance(0.5)
          ? { beneficiary_id: id }
          : { payment_method: "BANK_TRANSFER", destination: this.destination(country) }),
      }
      const by = { ...this.by(person), makes: "payout" as const }
      await this.desk.press(`orders ${amount} for ${market}`, "/admin/payin/payouts", body, by)
    })
  }

  private async correctRule(person: Person): Promise<void> {
    const { rows }: { rows: { id: string; percent: string }[] } = await this.world.pg.raw(
      `select r.id, a.facts ->> 'percent' as percent from payin_payout_rule r
         join payin_payout_audit a on a.subject_id = r.id and a.action = 'created'
       where r.deleted_at is null order by r.created_at`
    )
    await this.withOne(rows, (rule) => {
      const percent = Math.floor(Number(rule.percent) * this.random.pick(PARTS) * 10_000) / 10_000
      const what = `has ${rule.id} pay ${percent} percent`
      return this.press(person, what, `payout-rules/${rule.id}`, { percent })
    })
  }

  /** What they had a part in themselves, as the rows say. */
  private async approveOwn(person: Person): Promise<void> {
    const own = (query: { whereRaw(sql: string, values: string[]): unknown }) =>
      void query.whereRaw("makers @> ?::jsonb", [JSON.stringify([person])])
    const payouts: Row[] = await this.world
      .pg("payin_payout")
      .where({ status: "awaiting_approval" })
      .modify(own)
      .select("id", "country", "version")
      .orderBy("created_at")
    const unconfirmed = await this.unconfirmed(person)
    await this.withOne(
      [...payouts.map((one) => ({ ...one, kind: "payouts" })), ...unconfirmed],
      (one) => this.approve(person, `${one.kind}/${one.id}`, one)
    )
  }

  private async approve(person: Person, path: string, { version }: Row): Promise<void> {
    const seen = this.random.chance(0.1) ? Math.max(1, version - 1) : version
    const body = { version: seen }
    const done = await this.press(person, `approves ${path}`, `${path}/approve`, body)
    const [kind] = path.split("/")
    this.journal.fault(`colleagues: one of ${kind} was ${done ? "approved" : "not approved"}`)
  }

  private payouts(statuses: readonly string[]): Promise<Row[]> {
    return this.world
      .pg("payin_payout")
      .whereIn("status", [...statuses])
      .select("id", "country", "version")
      .orderBy("created_at")
  }

  private beneficiaries(): Promise<Row[]> {
    return this.world
      .pg("payin_beneficiary")
      .whereNull("deleted_at")
      .select("id", "country", "version")
      .orderBy("created_at")
  }

  /** Beneficiaries and rules of which nobody confirmed the newest version; of one maker, or of all. */
  private async unconfirmed(maker?: Person): Promise<Confirmable[]> {
    const waiting = `approved_version is distinct from version and deleted_at is null
      and makers @> ?::jsonb`
    const makers = JSON.stringify(maker === undefined ? [] : [maker])
    const { rows }: { rows: Confirmable[] } = await this.world.pg.raw(
      `select id, 'CO' as country, version, 'beneficiaries' as kind from payin_beneficiary
         where ${waiting}
       union all select id, 'CO', version, 'payout-rules' from payin_payout_rule where ${waiting}
       order by id`,
      [makers, makers]
    )
    return rows
  }

  private async withOne<T>(rows: readonly T[], then: (row: T) => Promise<unknown>): Promise<void> {
    if (rows.length > 0) {
      await then(this.random.pick(rows))
    }
  }

  private destination(country: string) {
    const destination = destinationOf(marketOf(country), this.random)
    return {
      ...destination,
      account_number: `${destination.account_number}${this.accounts.next()}`,
      // Somebody else than the person who paid.
      ...(this.random.chance(0.2) && { legal_doc_type: "PPN" }),
    }
  }

  /** Whether it was done. */
  private async press(
    person: Person,
    what: string,
    path: string,
    body: Record<string, unknown>
  ): Promise<boolean> {
    const by = this.by(person)
    const answers = await this.desk.press(what, `/admin/payin/${path}`, body, by)
    return answers.some(({ status }) => status === 200)
  }

  private by(person: Person) {
    const key = this.world.secretKeys.get(person)
    return key !== undefined && this.random.chance(BY_KEY) ? { person, key } : { person }
  }
}

function marketOf(country: string): Market {
  return country.toLowerCase() === "pe" ? "pe" : "co"
}
