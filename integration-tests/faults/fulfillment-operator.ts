import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import type { SeededRandom } from "./seeded-random"
import { read, told, type Answer } from "./http"
import type { Journal } from "./journal"
import { askAs } from "./signed-in"
import type { World } from "./world"

const MOVES = { pack: 5, ship: 3, deliver: 4, cancel: 1.5, take_back: 2 } as const

const returnAnswer = z.object({ return: z.object({ id: z.string() }) })

interface Piece {
  id: string
  quantity: number
}

interface Packable {
  id: string
  paid: boolean
  pieces: Piece[]
}

interface Parcel {
  id: string
  order_id: string
  canceled: boolean
  shipped: boolean
  delivered: boolean
  pieces: Piece[]
}

const PACKABLE = `
  select o.id,
    exists (
      select 1 from order_payment_collection c
      join payment p on p.payment_collection_id = c.payment_collection_id
      where c.order_id = o.id and c.deleted_at is null and p.captured_at is not null) as paid,
    json_agg(json_build_object(
      'id', i.item_id, 'quantity', i.quantity - coalesce(i.fulfilled_quantity, 0)) order by i.item_id) as pieces
  from "order" o
  join order_item i on i.order_id = o.id and i.version = o.version and i.deleted_at is null
  where o.deleted_at is null and o.canceled_at is null
    and i.quantity > coalesce(i.fulfilled_quantity, 0)
  group by o.id order by o.created_at`

const PARCELS = `
  select f.id, o.order_id, f.canceled_at is not null as canceled, f.shipped_at is not null as shipped,
    f.delivered_at is not null as delivered,
    json_agg(json_build_object('id', i.line_item_id, 'quantity', i.quantity) order by i.line_item_id) as pieces
  from fulfillment f
  join order_fulfillment o on o.fulfillment_id = f.id and o.deleted_at is null
  join fulfillment_item i on i.fulfillment_id = f.id and i.deleted_at is null
  where f.deleted_at is null group by f.id, o.order_id order by f.created_at`

/** Who packs what was sold, sends it, delivers it, unpacks it and takes it back, while money comes and goes. */
export class FulfillmentOperator {
  constructor(
    private readonly world: World,
    private readonly random: SeededRandom,
    private readonly journal: Journal
  ) {}

  async act(): Promise<void> {
    for (let moves = this.random.between(3, 5); moves > 0; moves--) {
      await sleep(this.random.between(0, 60))
      await this.move(this.random.weighted(MOVES))
    }
  }

  private async move(move: keyof typeof MOVES): Promise<void> {
    switch (move) {
      case "pack":
        return this.pack()
      case "ship":
        return this.withParcel(
          ({ shipped, canceled }) => !shipped && !canceled,
          (parcel) => this.send("ships", parcel, "shipments", { items: parcel.pieces })
        )
      case "deliver":
        return this.withParcel(
          ({ delivered, canceled }) => !delivered && !canceled,
          (parcel) => this.deliver(parcel)
        )
      case "cancel":
        return this.withParcel(
          ({ shipped, delivered, canceled }) => !shipped && !delivered && !canceled,
          (parcel) => this.send("unpacks", parcel, "cancel", {})
        )
      case "take_back":
        return this.withParcel(
          ({ delivered }) => delivered,
          (parcel) => this.takeBack(parcel)
        )
    }
  }

  /** Mostly what is paid for, mostly all of it. */
  private async pack(): Promise<void> {
    const { rows }: { rows: Packable[] } = await this.world.pg.raw(PACKABLE)
    const anyOrder = this.random.chance(0.15)
    const whole = this.random.chance(0.6)
    const orders = rows.filter(({ paid }) => paid || anyOrder)
    if (orders.length === 0) {
      return
    }
    const { id, pieces } = this.random.pick(orders)
    const items = whole ? pieces : [this.part(this.random.pick(pieces))]
    const { stock_location_id: location_id } = this.world.store
    const answer = await this.ask(`/admin/orders/${id}/fulfillments`, { items, location_id })
    this.say(`packs ${items.length} lines of ${id}`, answer)
  }

  private async deliver(parcel: Parcel): Promise<void> {
    const times = this.random.chance(0.2) ? 2 : 1
    const delivers = () => this.send("delivers", parcel, "mark-as-delivered", {})
    await Promise.all(Array.from({ length: times }, delivers))
  }

  /** Asked for, received and confirmed; now and then it stays half done. */
  private async takeBack({ id, order_id, pieces }: Parcel): Promise<void> {
    const items = [this.part(this.random.pick(pieces))]
    const stops = this.random.chance(0.15) ? this.random.between(1, 5) : 6
    const { stock_location_id: location_id } = this.world.store
    const asked = await this.ask("/admin/returns", { order_id, location_id })
    const made = read(returnAnswer, asked)?.return.id
    const steps: [string, Record<string, unknown>][] = [
      ["request-items", { items }],
      ["request", {}],
      ["receive", {}],
      ["receive-items", { items }],
      ["receive/confirm", {}],
    ]
    let last = asked
    for (const [step, body] of made === undefined ? [] : steps.slice(0, stops - 1)) {
      last = await this.ask(`/admin/returns/${made}/${step}`, body)
      if (last.status !== 200) {
        break
      }
    }
    this.say(`takes ${items[0].quantity} of ${id} back, ${stops} steps`, last)
  }

  private part({ id, quantity }: Piece): Piece {
    return { id, quantity: this.random.between(1, quantity) }
  }

  /** Any parcel for which it makes sense; now and then another. Without any one is packed. */
  private async withParcel(
    fits: (parcel: Parcel) => boolean,
    then: (parcel: Parcel) => Promise<void>
  ): Promise<void> {
    const { rows }: { rows: Parcel[] } = await this.world.pg.raw(PARCELS)
    const wrongly = this.random.chance(0.1)
    const parcels = rows.filter((parcel) => wrongly || fits(parcel))
    await (parcels.length === 0 ? this.pack() : then(this.random.pick(parcels)))
  }

  private async send(
    what: string,
    { id, order_id }: Parcel,
    step: string,
    body: Record<string, unknown>
  ): Promise<void> {
    const answer = await this.ask(`/admin/orders/${order_id}/fulfillments/${id}/${step}`, body)
    this.say(`${what} ${id}`, answer)
  }

  private ask(path: string, body: Record<string, unknown>): Promise<Answer> {
    return askAs("user_packer", `${this.world.any(this.random).url}${path}`, { body })
  }

  private say(what: string, answer: Answer): void {
    this.journal.note("fulfillment-operator", `${what}: ${told(answer)}`)
  }
}
