import { createHash, randomBytes } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { DESTINATION_LINK_DAYS } from "../../domain/time/schedule"
import { makerOf, type Actor } from "../../domain/payout/actor"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"
import type { Audit } from "./audit"

const TABLE = "payin_destination_link"
const TOKEN = /^[0-9a-f]{32}$/

const linkRow = z.object({
  id: z.string(),
  payout_id: z.string(),
  expires_at: z.date(),
  used_at: z.date().nullable(),
  /** Maker of the address, who may have used it instead of the shopper; null: the system. */
  created_by: z.string().nullable(),
  expired: z.boolean(),
})

/** The payout behind an address. */
export type DestinationLink = z.infer<typeof linkRow>

/**
 * Addresses of the pages on which shoppers enter a refund's destination. Only their hashes are
 * stored.
 */
export class DestinationLinks {
  constructor(
    private readonly pg: Knex,
    private readonly audit: Audit
  ) {}

  /**
   * Makes a new address for a payout; earlier ones stay valid until one is used.
   *
   * @param readers who may read the mail that it is sent in (`makerOf`)
   */
  async create(
    payoutId: string,
    actor: Actor,
    readers: readonly string[]
  ): Promise<{ token: string; expires_at: Date }> {
    const token = randomBytes(16).toString("hex")
    return this.pg.transaction(async (trx) => {
      const rows: { expires_at: Date }[] = await trx(TABLE)
        .insert({
          id: generateEntityId(undefined, "paylnk"),
          payout_id: payoutId,
          token_hash: hashOf(token),
          expires_at: databaseNow(trx, DESTINATION_LINK_DAYS * 86_400),
          created_by: makerOf(actor),
          created_at: databaseNow(trx),
        })
        .returning("expires_at")
      const [{ expires_at }] = rows
      // Anybody with the address can set the destination, so it is audited.
      const facts = { expires_at, ...(readers.length > 0 && { readers }) }
      await this.audit.note(trx, { subject_id: payoutId, action: "link_made", actor, facts })
      return { token, expires_at }
    })
  }

  /** Null for a token that never was one of ours. */
  async find(token: string): Promise<DestinationLink | null> {
    if (!TOKEN.test(token)) {
      return null
    }
    const row: unknown = await this.pg(TABLE)
      .where({ token_hash: hashOf(token) })
      .first("id", "payout_id", "expires_at", "used_at", "created_by", this.expired())
    return readOne(linkRow, row)
  }

  /** Notes the use; the first stored destination wins. */
  async used(id: string): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereNull("used_at")
      .update({ used_at: databaseNow(this.pg) })
  }

  private expired() {
    return this.pg.raw("expires_at <= ? as expired", [databaseNow(this.pg)])
  }
}

/** 128 random bits cannot be guessed through a plain hash. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
