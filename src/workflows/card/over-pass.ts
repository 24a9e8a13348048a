import { isAliveCard } from "../../domain/card-state"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { waitForTurn } from "../settle/order-turn"
import type { Order, Place } from "../settle/place"
import { whyKept } from "../settle/waiting-order"
import { APPLIED, type CardApplied, type CardApplyDeps, later } from "./apply"
import { cancelInMedusa } from "./held-pass"

const TURN_WAIT_MS = 5_000

/** Nothing is held: Medusa is to show no payment of it, and an order that waited for it waits no more. */
export class OverPass {
  constructor(
    private readonly deps: CardApplyDeps,
    private readonly row: CardTransaction
  ) {}

  async run(): Promise<CardApplied> {
    const { core, subscriptions } = this.deps
    const before = await this.place()
    if (before?.cart_id != null) {
      // A completion under way may yet write the session after us, or take its order back.
      await core.afterCompletion(before.cart_id)
    }
    const place = await this.place()
    const paid = await cancelInMedusa(this.deps, place, this.row)
    await core.endCardSession(this.row)
    if (this.row.cycle_id !== null) {
      await subscriptions.subscriptions.wakeOfCycle(this.row.cycle_id)
      return APPLIED
    }
    // An order whose hold was let go was placed and is the operator's: only one that awaits its payment ends.
    return paid || !place?.order || this.row.status === "released"
      ? APPLIED
      : this.endOrder(place.order)
  }

  private async endOrder({ id }: Order): Promise<CardApplied> {
    const { ledger, options, logger } = this.deps
    if (options.onPaymentFailed === "keep_order") {
      return APPLIED
    }
    const give = await waitForTurn(ledger, id, TURN_WAIT_MS)
    if (give === null) {
      return later("another payment of the order is under way")
    }
    try {
      if (await this.isWaiting(id)) {
        await this.deps.core.cancelOrder(id)
        logger.info(`payin ${this.row.reference}: order ${id} was canceled: its card was refused`)
      }
      return APPLIED
    } finally {
      await give()
    }
  }

  /** Whether nothing else pays the order, or may yet. */
  private async isWaiting(orderId: string): Promise<boolean> {
    const { ledger, subscriptions, read } = this.deps
    const order = await read.waitingOrder(orderId)
    if (order === null) {
      return false
    }
    const collections = [...new Set([this.row.payment_collection_id, ...order.payment_collections])]
    const links = await ledger.transactions.ofCollections(collections)
    const cards = await subscriptions.cardTransactions.ofCollections(collections)
    const alive = cards.some(({ id, status }) => id !== this.row.id && isAliveCard(status))
    return !alive && whyKept(order, links) === null
  }

  private place(): Promise<Place | null> {
    return this.deps.read.place(this.row.payment_collection_id)
  }
}
