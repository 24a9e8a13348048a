import { createHash, randomBytes } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { makersOf } from "../../domain/payout/actor"
import { PAY_AGAIN_DAYS } from "../../domain/time/schedule"
import type { Sealer } from "../../domain/privacy/seal"
import { databaseNow } from "../../tables/now"
import { readOne } from "../../tables/rows"

const TABLE = "payin_pay_again"
/** 128 bits. */
const TOKEN_LENGTH = 32
const TOKEN = new RegExp(`^[0-9a-f]{${TOKEN_LENGTH}}$`)

const behindRow = z.object({ order_id: z.string(), makers: z.array(z.string()) })
const addressRow = behindRow.extend({
  seed: z.string(),
  token_hash: z.string(),
  expired: z.boolean(),
})

/** The order behind an address, and the operators who got the address (`makerOf`). */
export type PayAgainAddress = z.infer<typeof behindRow>

/** Addresses under which orders can be paid again (docs/decisions/0039-pay-again-addresses.md). */
export class PayAgainAddresses {
  constructor(
    private readonly pg: Knex,
    private readonly sealer: Sealer
  ) {}

  /**
   * The secret part of an order's address: the same one until it expires, however often and by whom
   * it is asked for.
   *
   * @param maker the operator who gets it (`makerOf`); null: the store's own code
   */
  async tokenFor(orderId: string, maker: string | null): Promise<string> {
    return this.pg.transaction(async (trx) => {
      await trx(TABLE)
        .insert({
          id: generateEntityId(undefined, "payagain"),
          order_id: orderId,
          ...this.anew(trx).columns,
          makers: "[]",
        })
        .onConflict("order_id")
        .ignore()
      const row: unknown = await trx(TABLE)
        .where({ order_id: orderId })
        .forUpdate()
        .first("order_id", "seed", "token_hash", "makers", this.expired(trx))
      const address = addressRow.parse(row)
      const known = address.expired ? null : this.tokenOf(address)
      const { token, columns } = known === null ? this.anew(trx) : { token: known, columns: {} }
      const makers = makersOf(maker, ...(known === null ? [] : address.makers))
      await trx(TABLE)
        .where({ order_id: orderId })
        .update({ ...columns, makers: JSON.stringify(makers), updated_at: databaseNow(trx) })
      return token
    })
  }

  /** Null for a token that never was one of ours, or is over. */
  async find(token: string): Promise<PayAgainAddress | null> {
    if (!TOKEN.test(token)) {
      return null
    }
    const row: unknown = await this.pg(TABLE)
      .where({ token_hash: hashOf(token) })
      .where("expires_at", ">", databaseNow(this.pg))
      .first("order_id", "makers")
    return readOne(behindRow, row)
  }

  /** Another address, and its columns. */
  private anew(trx: Knex.Transaction) {
    const seed = randomBytes(16).toString("hex")
    const [token] = this.derived(seed)
    const expires_at = databaseNow(trx, PAY_AGAIN_DAYS * 86_400)
    return { token, columns: { seed, token_hash: hashOf(token), expires_at } }
  }

  /** Null when the key that it was derived with is not configured any more. */
  private tokenOf({ seed, token_hash }: z.infer<typeof addressRow>): string | null {
    return this.derived(seed).find((token) => hashOf(token) === token_hash) ?? null
  }

  /** Under each configured key, the first key's first. */
  private derived(seed: string): string[] {
    return this.sealer
      .fingerprints(`pay again ${seed}`)
      .map((print) => print.slice(0, TOKEN_LENGTH))
  }

  private expired(trx: Knex.Transaction) {
    return trx.raw("expires_at <= ? as expired", [databaseNow(trx)])
  }
}

/** 128 bits of a keyed fingerprint cannot be guessed through a plain hash, nor by its timing. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
