import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { bareEmail, type OrderMakerKind } from "../../domain/order/maker"

const TABLE = "payin_order_maker"
const PREFIX = "payomk"

/** Who wrote an order on Medusa's admin routes. A note without an act is harmless. */
export class OrderMakers {
  constructor(private readonly pg: Knex) {}

  /** Once for each subject, maker and kind. */
  async note(subject_id: string, maker: string, kind: OrderMakerKind): Promise<void> {
    await this.pg(TABLE)
      .insert({ id: generateEntityId(undefined, PREFIX), subject_id, maker, kind })
      .onConflict(["subject_id", "maker", "kind"])
      .ignore()
  }

  /**
   * That an e-mail was given to a customer, as a hash. An order may copy it from the customer, and have it
   * when the customer has neither the e-mail nor the order any more.
   */
  async noteMail(email: string, maker: string): Promise<void> {
    const hash = createHash("sha256").update(bareEmail(email), "utf8").digest("hex")
    await this.note(`mail:${hash}`, maker, "mailed")
  }

  /** Before a draft is made, whose id is not known yet. The id of the note. */
  async noteDrafting(maker: string): Promise<string> {
    const id = generateEntityId(undefined, PREFIX)
    await this.pg(TABLE).insert({ id, subject_id: null, maker, kind: "drafted" })
    return id
  }

  /** Once the draft is made. */
  async noteDrafted(id: string, orderId: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereNull("subject_id")
      .update({ subject_id: orderId, updated_at: this.pg.fn.now() })
  }
}
