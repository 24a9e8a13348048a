import { z } from "zod"
import type { SeededStore } from "../demo/seed"
import type { MarketCode } from "../support/storefront"
import { CANARY, shopperEmail } from "../support/personal-data"
import type { SeededRandom } from "./seeded-random"
import { ask, read, type Answer, type Asking } from "./http"
import type { Customer } from "./customer"
import type { destinationOf } from "./payout-destination"

const cartAnswer = z.object({ cart: z.object({ id: z.string() }) })
const itemsAnswer = z.object({ cart: z.object({ items: z.array(z.object({ id: z.string() })) }) })
const collectionAnswer = z.object({ payment_collection: z.object({ id: z.string() }) })
const sessionsAnswer = z.object({
  payment_collection: z.object({
    payment_sessions: z.array(
      z.object({
        id: z.string(),
        data: z.object({ reference: z.string().nullish() }).loose(),
      })
    ),
  }),
})

const savedAnswer = z.object({ saved_cards: z.array(z.object({ id: z.string() })) })

const SKUS = ["CAFE-GRANO", "CAFE-MOLIDO", "CHOCOLATE-90", "MOCHILA-DESIERTO"]

/** A cart as a storefront fills and pays it, at whichever process is asked; every step may fail. */
export class Cart {
  id: string | null = null
  collection: string | null = null
  /** Every session and every link that the storefront was ever given, the newest last. */
  readonly sessions: string[] = []
  readonly links: string[] = []
  /** Where money goes back to, if the shopper says so at checkout. */
  refundTo: ReturnType<typeof destinationOf> | null = null

  constructor(
    private readonly store: SeededStore,
    readonly market: MarketCode,
    /** Unlike any other: Medusa refuses two first carts of one e-mail at once. */
    private readonly name: string,
    /** Whose it is; null: a guest's. */
    readonly customer: Customer | null = null,
    /** How long its shopper waits for an answer, unless told as long as shoppers do. */
    private readonly patienceMs?: number
  ) {}

  /** The same cart, nothing done with it yet. */
  again(): Cart {
    const cart = new Cart(this.store, this.market, this.name, this.customer)
    cart.id = this.id
    cart.collection = this.collection
    return cart
  }

  /** Items, address, shipping and a payment collection. */
  async fill(url: string, random: SeededRandom): Promise<Answer> {
    const first = random.pick(SKUS)
    const items = new Map([[first, random.between(1, 2)]])
    if (random.chance(0.3)) {
      items.set(random.pick(SKUS), 1)
    }
    const address = {
      ...CANARY.address,
      city: "Ciudad",
      country_code: this.market,
      postal_code: "110111",
    }
    const created = await this.ask(url, "/store/carts", {
      body: {
        region_id: this.store.regions[this.market],
        email: this.email,
        shipping_address: address,
        billing_address: address,
        items: [...items].map(([sku, quantity]) => ({
          variant_id: this.store.variants[sku].id,
          quantity,
        })),
        ...(random.chance(0.3) && { promo_codes: [this.store.promotion_code] }),
      },
    })
    const cart = read(cartAnswer, created)
    if (cart === null) {
      return created
    }
    this.id = cart.cart.id
    await this.ask(url, `/store/carts/${this.id}/shipping-methods`, {
      body: { option_id: this.store.shipping_options[this.market][0] },
    })
    return this.collect(url)
  }

  /** Of whoever pays: no other shopper has it. */
  get email(): string {
    return this.customer?.email ?? shopperEmail(`approved.${this.name}`)
  }

  async collect(url: string): Promise<Answer> {
    const answer = await this.ask(url, "/store/payment-collections", { body: { cart_id: this.id } })
    this.collection = read(collectionAnswer, answer)?.payment_collection.id ?? this.collection
    return answer
  }

  /** Posts a payment session of a provider. */
  async choose(url: string, provider: string, data: Record<string, unknown>): Promise<Answer> {
    const answer = await this.ask(
      url,
      `/store/payment-collections/${this.collection}/payment-sessions`,
      { body: { provider_id: provider, data } }
    )
    for (const session of read(sessionsAnswer, answer)?.payment_collection.payment_sessions ?? []) {
      this.sessions.push(session.id)
      if (session.data.reference != null && !this.links.includes(session.data.reference)) {
        this.links.push(session.data.reference)
      }
    }
    return answer
  }

  /** A link of ours, paid by `method`. */
  link(url: string, method: string): Promise<Answer> {
    const { legal_doc_type, legal_doc, phone_code, phone_number, full_name } = CANARY[this.market]
    return this.choose(url, `pp_payin_${this.market}`, {
      payment_method: method,
      customer_data: {
        ...{ legal_doc_type, legal_doc, phone_code, phone_number, full_name },
        email: this.email,
      },
      ...(this.refundTo && { refund_destination: this.refundTo }),
    })
  }

  /** Another quantity of its first item: Medusa deletes the session, the total changed. */
  async change(url: string, quantity: number): Promise<Answer> {
    const answer = await this.ask(url, `/store/carts/${this.id}?fields=*items`)
    const item = read(itemsAnswer, answer)?.cart.items.at(0)
    return item === undefined
      ? answer
      : this.ask(url, `/store/carts/${this.id}/line-items/${item.id}`, { body: { quantity } })
  }

  complete(url: string): Promise<Answer> {
    return this.ask(url, `/store/carts/${this.id}/complete`, { body: {} })
  }

  poll(url: string, session: string): Promise<Answer> {
    return this.ask(url, `/store/payin/sessions/${session}`)
  }

  /** The cards that its customer is offered again; a guest is never offered any. */
  async savedCards(url: string): Promise<string[]> {
    if (this.customer === null) {
      return []
    }
    const answer = await this.ask(url, "/store/payin/saved-cards")
    return read(savedAnswer, answer)?.saved_cards.map(({ id }) => id) ?? []
  }

  private ask(url: string, path: string, asking: Asking = {}): Promise<Answer> {
    const headers = {
      "x-publishable-api-key": this.store.publishable_key,
      ...(this.customer && { authorization: this.customer.authorization }),
    }
    return ask(`${url}${path}`, { timeoutMs: this.patienceMs, ...asking, headers })
  }
}
