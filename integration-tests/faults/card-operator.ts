import { setTimeout as sleep } from "node:timers/promises"
import type { SeededRandom } from "./seeded-random"
import { told, type Answer } from "./http"
import type { Journal } from "./journal"
import { askAs } from "./signed-in"
import type { World } from "./world"

const MOVES = { capture: 5, capture_twice: 2, capture_part: 2, cancel: 1 } as const

interface Held {
  payment: string
  order: string
  amount: string
}

/** Somebody in the admin who takes what cards hold, as a person and a browser do it: twice, at once, too late. */
export class CardOperator {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(1, 4); moves > 0; moves--) {
      await sleep(this.random.between(20, 250))
      await this.move(this.random.weighted(MOVES))
    }
  }

  /** Takes what first orders hold: only what was taken renews by its original. */
  async takeAll(): Promise<void> {
    for (const held of await this.held()) {
      await this.capture([held], {})
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    const all = await this.held()
    if (all.length === 0) {
      return
    }
    const held = this.random.pick(all)
    switch (move) {
      case "capture":
        return this.capture([held], {})
      case "capture_twice":
        return this.capture([held, held], {})
      case "capture_part":
        return this.capture([held], { amount: Math.floor(Number(held.amount) / 2) })
      case "cancel": {
        const answer = await this.post(`/admin/orders/${held.order}/cancel`, {})
        this.journal.note("card-operator", `cancels order ${held.order}: ${told(answer)}`)
      }
    }
  }

  private async capture(payments: Held[], body: Record<string, unknown>): Promise<void> {
    const answers = await Promise.all(
      payments.map(({ payment }) => this.post(`/admin/payments/${payment}/capture`, body))
    )
    const [{ payment }] = payments
    this.journal.note(
      "card-operator",
      `captures ${payment} ${JSON.stringify(body)}: ${answers.map(told).join(" | ")}`
    )
  }

  /** The payments that cards made, be they captured already. */
  private async held(): Promise<Held[]> {
    const { rows }: { rows: Held[] } = await this.world.pg.raw(
      `select p.id as payment, o.order_id as order, p.amount::text as amount
       from order_payment_collection o
       join payment p on p.payment_collection_id = o.payment_collection_id
       where p.provider_id = 'pp_payin-card_co' and o.deleted_at is null and p.deleted_at is null
       order by p.created_at`
    )
    return rows
  }

  private post(path: string, body: Record<string, unknown>): Promise<Answer> {
    return askAs("user_maker", `${this.world.any(this.random).url}${path}`, { body })
  }
}
