import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { SeededRandom } from "./seeded-random"
import { read, told, type Answer } from "./http"
import type { Journal } from "./journal"
import { askAs } from "./signed-in"
import type { World } from "./world"

const MOVES = { sync: 4, cancel: 3, resolve: 3, edit: 3, link: 1.5, refund: 1 } as const

const DECIDING = ["user_operator", "user_checker"] as const

const anomaliesAnswer = z.object({
  anomalies: z.array(z.object({ id: z.string(), kind: z.string() })),
})
const orderAnswer = z.object({
  order: z.object({ items: z.array(z.object({ id: z.string(), quantity: z.number() })) }),
})

/** One person in the admin, who meddles with orders and payments while they are on their way. */
export class Operator {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(1, 3); moves > 0; moves--) {
      await sleep(this.random.between(20, 300))
      await this.move(this.random.weighted(MOVES))
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    switch (move) {
      case "sync": {
        const id = await this.one("payin_transaction")
        return this.send("syncs", id, (id) => `/admin/payin/transactions/${id}/sync`)
      }
      case "cancel":
        return this.send("cancels", await this.one("order"), (id) => `/admin/orders/${id}/cancel`)
      case "refund": {
        const id = await this.one("payment")
        return this.send("refunds", id, (id) => `/admin/payments/${id}/refund`)
      }
      case "resolve":
        return this.resolve()
      case "edit":
        return this.edit()
      case "link": {
        const id = await this.one("order")
        return this.send("links", id, (id) => `/admin/payin/orders/${id}/payment-link`)
      }
    }
  }

  private async resolve(): Promise<void> {
    const listed = await this.ask("/admin/payin/anomalies?status=open")
    const open = read(anomaliesAnswer, listed)?.anomalies ?? []
    if (open.length > 0) {
      const { id, kind } = this.random.pick(open)
      const action = this.random.pick(["accept", "refund", "ignore"])
      // Above the limit one proposes, and another one confirms.
      const person = this.random.pick(DECIDING)
      const path = `/admin/payin/anomalies/${id}/resolve`
      const answer = await this.ask(path, { action, note: "decided by chance" }, person)
      this.say(`resolves ${kind} by ${action}`, answer)
    }
  }

  /** One piece more or less of an order's first item. */
  private async edit(): Promise<void> {
    const id = await this.one("order")
    if (id === null) {
      return
    }
    const order = read(orderAnswer, await this.ask(`/admin/orders/${id}?fields=*items`))
    const item = order?.order.items.at(0)
    if (item === undefined) {
      return
    }
    await this.ask("/admin/order-edits", { order_id: id })
    const quantity = this.random.chance(0.5) ? item.quantity + 1 : this.random.between(0, 1)
    await this.ask(`/admin/order-edits/${id}/items/item/${item.id}`, { quantity })
    await this.ask(`/admin/order-edits/${id}/request`, {})
    this.say(`edits ${id}`, await this.ask(`/admin/order-edits/${id}/confirm`, {}))
  }

  private async send(what: string, id: string | null, path: (id: string) => string): Promise<void> {
    if (id !== null) {
      this.say(`${what} ${id}`, await this.ask(path(id), {}))
    }
  }

  /** Any row of a table, bystanders' left out: they have none there. */
  private async one(table: string): Promise<string | null> {
    const rows: { id: string }[] = await this.world.pg(table).select("id").orderBy("created_at")
    return rows.length === 0 ? null : this.random.pick(rows).id
  }

  private ask(
    path: string,
    body?: Record<string, unknown>,
    person = "user_operator"
  ): Promise<Answer> {
    return askAs(person, `${this.world.any(this.random).url}${path}`, {
      ...(body !== undefined && { body }),
      headers: { "idempotency-key": randomUUID() },
    })
  }

  private say(what: string, answer: Answer): void {
    this.journal.note("operator", `${what}: ${told(answer)}`)
  }
}
