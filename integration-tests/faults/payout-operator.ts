import { setTimeout as sleep } from "node:timers/promises"
import type { Desk, Press } from "./desk"
import type { SeededRandom } from "./seeded-random"
import { destinationOf, type Market } from "./payout-destination"
import type { World } from "./world"

const MOVES = {
  create: 3,
  destination: 5,
  approve: 5,
  refund: 4,
  refund_in_core: 2,
  cancel_order: 1,
  cancel: 1.5,
  retry: 3,
  resend: 2,
  paid_elsewhere: 1,
  resolve: 3,
} as const

/** Below, at, and above what needs a second person (world.ts), in pesos. */
const AMOUNTS = ["1", "20000", "50000", "100000", "100001", "250000"]

/** Who works at the desk: what one makes, another approves. */
const PEOPLE = ["user_maker", "user_maker", "user_checker", "user_checker", "user_third"] as const

interface Row {
  id: string
  country: string
  version?: number
}

interface CapturedOrder extends Row {
  payment: string
  /** Amounts in major units: as Medusa has it, and as it was asked of the service. */
  exact: string
  asked: string
}

/** Somebody at the desk who gives money out, as a person and a browser do it: twice, at once, too late. */
export class PayoutOperator {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly desk: Desk
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(3, 6); moves > 0; moves--) {
      await sleep(this.random.between(0, 60))
      await this.move(this.random.weighted(MOVES))
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    switch (move) {
      case "create":
        return this.create()
      case "destination":
        return this.onPayout(
          "gives the destination of",
          ["awaiting_destination", "awaiting_destination", "rejected", "queued"],
          (row) => ["destination", { destination: this.destination(row.country) }]
        )
      case "approve":
        return this.onPayout("approves", ["awaiting_approval"], (row) => [
          "approve",
          { version: row.version },
        ])
      case "cancel":
        return this.onPayout(
          "cancels",
          ["held", "queued", "awaiting_approval", "awaiting_destination"],
          () => ["cancel", { note: "decided by chance" }]
        )
      case "retry":
        return this.onPayout("retries", ["rejected"], () => ["retry", {}])
      case "resend":
        return this.onPayout("resends", ["unknown"], () => ["resend", {}])
      case "paid_elsewhere":
        return this.onPayout(
          "pays by hand",
          ["awaiting_destination", "awaiting_approval", "rejected"],
          () => ["paid-elsewhere", { note: "by hand", proof: "receipt 1" }]
        )
      case "refund":
        return this.refund()
      case "refund_in_core":
        return this.refundInCore()
      case "cancel_order": {
        const order = await this.any("order")
        return order === null
          ? undefined
          : this.press(`cancels order ${order}`, `/admin/orders/${order}/cancel`, {})
      }
      case "resolve":
        return this.resolve()
    }
  }

  private async create(): Promise<void> {
    const market = this.random.chance(0.8) ? "co" : "pe"
    const amount = market === "co" ? this.random.pick(AMOUNTS) : this.random.pick(["20.5", "300"])
    await this.press(
      `orders ${amount} for ${market}`,
      "/admin/payin/payouts",
      {
        account: market,
        amount,
        currency_code: market === "co" ? "COP" : "PEN",
        payment_method: "BANK_TRANSFER",
        destination: this.destination(market),
      },
      "payout"
    )
  }

  private async refund(): Promise<void> {
    const order = await this.captured()
    if (order === null) {
      return
    }
    const { id, asked, country } = order
    const amount = this.part(asked)
    await this.press(
      `refunds ${amount} of order ${id}`,
      `/admin/payin/orders/${id}/refund`,
      {
        amount,
        ...(this.random.chance(0.6) && { destination: this.destination(country) }),
        note: "decided by chance",
      },
      "refund"
    )
  }

  private async refundInCore(): Promise<void> {
    const order = await this.captured()
    if (order === null) {
      return
    }
    const amount = Number(this.part(order.exact))
    const path = `/admin/payments/${order.payment}/refund`
    await this.press(`refunds ${amount} of ${order.payment} in Medusa`, path, { amount })
  }

  /** All of it, or a part with no more decimals than any currency here has. */
  private part(whole: string): string {
    const share = this.random.pick([1, 1, 0.5, 0.5, 0.3, 0.7])
    return share === 1 ? whole : String(Math.floor(Number(whole) * share))
  }

  private async resolve(): Promise<void> {
    const rows: { id: string; kind: string; country: string | null }[] = await this.world
      .pg("payin_anomaly as a")
      .leftJoin("payin_transaction as t", "t.id", "a.transaction_id")
      .where("a.status", "open")
      .select("a.id", "a.kind", "t.country")
      .orderBy("a.created_at")
    if (rows.length === 0) {
      return
    }
    const { id, kind, country } = this.random.pick(rows)
    const action = this.random.weighted({ refund: 6, accept: 1, ignore: 1 })
    await this.press(`resolves ${kind} by ${action}`, `/admin/payin/anomalies/${id}/resolve`, {
      action,
      note: "decided by chance",
      ...(action === "refund" &&
        country !== null &&
        this.random.chance(0.7) && { destination: this.destination(country) }),
    })
  }

  /** An action on a payout in one of these states; now and then on any other. */
  private async onPayout(
    what: string,
    statuses: readonly string[],
    asking: (row: Row) => [string, Record<string, unknown>]
  ): Promise<void> {
    const rows: Row[] = await this.world
      .pg("payin_payout")
      .modify((query) => {
        if (!this.random.chance(0.1)) {
          void query.whereIn("status", statuses)
        }
      })
      .select("id", "country", "version")
      .orderBy("created_at")
    if (rows.length > 0) {
      const row = this.random.pick(rows)
      const [action, body] = asking(row)
      await this.press(`${what} ${row.id}`, `/admin/payin/payouts/${row.id}/${action}`, body)
    }
  }

  /** Any order with captured money of ours. */
  private async captured(): Promise<CapturedOrder | null> {
    const { rows }: { rows: CapturedOrder[] } = await this.world.pg.raw(
      `select o.order_id as id, p.id as payment, t.order_amount as exact, t.requested_amount as asked,
         t.country
       from order_payment_collection o
       join payment p on p.payment_collection_id = o.payment_collection_id
       join payin_transaction t on t.payment_collection_id = o.payment_collection_id
       where t.settled_at is not null and p.captured_at is not null
         and o.deleted_at is null and p.deleted_at is null order by o.created_at`
    )
    return rows.length === 0 ? null : this.random.pick(rows)
  }

  private async any(table: string): Promise<string | null> {
    const rows: { id: string }[] = await this.world.pg(table).select("id").orderBy("created_at")
    return rows.length === 0 ? null : this.random.pick(rows).id
  }

  private destination(country: string) {
    const market: Market = country.toLowerCase() === "pe" ? "pe" : "co"
    return destinationOf(market, this.random)
  }

  private async press(
    what: string,
    path: string,
    body: Record<string, unknown>,
    makes?: Press["makes"]
  ): Promise<void> {
    const person = this.random.pick(PEOPLE)
    await this.desk.press(what, path, body, { person, ...(makes && { makes }) })
  }
}
