import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { heldFor, leased, unleased } from "../../engine/lease"

const TABLE = "payin_order_lock"

/**
 * Longest time a crashed holder blocks its collection. The longest initiation looks up three older
 * links or stops at the first failure, creates a link, and repeats this once if Medusa takes a
 * failed post back.
 */
const LOCK_SECONDS = 90

/**
 * Order lock: one holder at a time may start a payment, book money, capture, refund or pay a seller
 * of one order, across instances (see models/order-lock). Its key is the id of the order. Before
 * there is an order, it is the id of the payment collection. For the completion of a cart it is the
 * id of the cart (`acquireCartLock`). The column `payment_collection_id` holds all three.
 */
export class OrderLocks {
  constructor(private readonly pg: Knex) {}

  /** Takes the order lock if it is free; false while another holder has it. */
  async acquire(paymentCollectionId: string, owner: string): Promise<boolean> {
    const rows: unknown[] = await this.pg(TABLE)
      .insert({
        id: generateEntityId(undefined, "paylock"),
        payment_collection_id: paymentCollectionId,
        owner,
        ...heldFor(this.pg, LOCK_SECONDS),
      })
      .onConflict("payment_collection_id")
      .merge({ owner, ...heldFor(this.pg, LOCK_SECONDS) })
      .where(unleased(this.pg, TABLE))
      .returning("id")
    return rows.length > 0
  }

  /** Whether this owner still holds it; then it does from now on for the whole time. */
  async renew(paymentCollectionId: string, owner: string): Promise<boolean> {
    const renewed = await this.pg(TABLE)
      .where({ payment_collection_id: paymentCollectionId, owner })
      .where(leased(this.pg))
      .update(heldFor(this.pg, LOCK_SECONDS))
    return renewed > 0
  }

  async release(paymentCollectionId: string, owner: string): Promise<void> {
    await this.pg(TABLE).where({ payment_collection_id: paymentCollectionId, owner }).delete()
  }
}
