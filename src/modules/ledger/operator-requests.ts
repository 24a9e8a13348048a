import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { LEASE_SECONDS } from "../../domain/time/schedule"
import type { Sealer } from "../../domain/privacy/seal"
import { heldFor, isLease, leaseName, unleased } from "../../engine/lease"
import { databaseNow } from "../../tables/now"

const TABLE = "payin_operator_request"

/** A request of an operator under an `Idempotency-Key`. */
export interface OperatorAsk {
  key: string
  method: string
  path: string
  body: unknown
  actor_id: string | null
}

/** The first answer. */
export interface KeptAnswer {
  status: number
  body: Record<string, unknown>
}

/** The right to carry out a request. It expires, so that a crash frees the key. */
export interface Undertaking {
  /** Id shared by all tries under this key: rows of an earlier try are found by it. */
  id: string
  /** Whether an earlier try began without an answer: it may have done all or a part of the work. */
  resumed: boolean
  /** Id of this try's lease. */
  lease: string
}

export type Begun =
  | { state: "begun"; undertaking: Undertaking }
  | { state: "answered"; answer: KeptAnswer }
  /**
   * The key was used for another request, or under an encryption key that is no longer configured.
   */
  | { state: "other_request" }
  /** Another try under the same key is running. */
  | { state: "under_way" }

const stored = z.object({
  id: z.string(),
  request_hash: z.string(),
  answer_status: z.number().nullable(),
  answer: z.record(z.string(), z.unknown()).nullable(),
  lease: z.string(),
})

/**
 * Requests of operators that move money, each carried out once per `Idempotency-Key`
 * (docs/decisions/0022-operator-requests.md).
 */
export class OperatorRequests {
  constructor(
    private readonly pg: Knex,
    private readonly sealer: Sealer
  ) {}

  /** Claims the key, or returns its state. */
  async begin(ask: OperatorAsk): Promise<Begun> {
    const hashes = this.fingerprints(ask)
    const inserted = await this.pg(TABLE)
      .insert({
        id: this.idOf(ask.key),
        key: ask.key,
        request_hash: hashes[0],
        actor_id: ask.actor_id,
        ...heldFor(this.pg, LEASE_SECONDS),
        created_at: databaseNow(this.pg),
      })
      .onConflict()
      .ignore()
      .returning(this.columns())
    if (inserted.length > 0) {
      return begun(inserted[0], false)
    }
    const kept = stored.parse(await this.pg(TABLE).where("key", ask.key).first(this.columns()))
    if (!hashes.includes(kept.request_hash)) {
      return { state: "other_request" }
    }
    if (kept.answer_status !== null) {
      return { state: "answered", answer: answerOf(kept) }
    }
    const taken = await this.pg(TABLE)
      .where({ id: kept.id })
      .whereNull("answer_status")
      .where(unleased(this.pg))
      .update(heldFor(this.pg, LEASE_SECONDS))
      .returning(this.columns())
    return taken.length === 0 ? { state: "under_way" } : begun(taken[0], true)
  }

  /**
   * Stores the answer for good and returns the stored one: a try whose lease has expired gets the
   * answer of the try that went on.
   */
  async finish({ id }: Undertaking, { status, body }: KeptAnswer): Promise<KeptAnswer> {
    await this.pg(TABLE)
      .where({ id })
      .whereNull("answer_status")
      .update({
        answer_status: status,
        answer: JSON.stringify(body),
        updated_at: databaseNow(this.pg),
      })
    return answerOf(stored.parse(await this.pg(TABLE).where({ id }).first(this.columns())))
  }

  /** Stores a refund's destination before anything is booked for it. */
  async keepDestination(id: string, destination: object): Promise<void> {
    const context = { table: TABLE, row: id, column: "destination_sealed" }
    await this.pg(TABLE)
      .where({ id })
      .update({
        destination_sealed: this.sealer.seal(JSON.stringify(destination), context),
        sealed_with: this.sealer.key_ids[0],
      })
  }

  /** Frees the key at once after a try that decided nothing. */
  async release({ id, lease }: Undertaking): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereNull("answer_status")
      .where(isLease(lease))
      .update(heldFor(this.pg, 0))
  }

  /**
   * Derives from the key, because what a payout pays does too: a restored backup that lost the request
   * makes the same reference of the same key. Keyed, so that another store's request with the same key
   * is another one.
   */
  private idOf(key: string): string {
    const digits = this.sealer.fingerprint(JSON.stringify(["operator request", key])).slice(0, 32)
    return `payreq_${digits}`
  }

  /**
   * Fingerprints are keyed, because a body may hold a bank account that could be guessed from a
   * plain hash. One per configured key, so that requests from before a key change still match.
   */
  private fingerprints({ method, path, body }: OperatorAsk): string[] {
    return this.sealer.fingerprints(JSON.stringify([method, path, sorted(body)]))
  }

  private columns() {
    return ["id", "request_hash", "answer_status", "answer", leaseName(this.pg)]
  }
}

function begun(row: unknown, resumed: boolean): Begun {
  const { id, lease } = stored.parse(row)
  return { state: "begun", undertaking: { id, lease, resumed } }
}

function answerOf({ answer_status, answer }: z.infer<typeof stored>): KeptAnswer {
  return { status: answer_status ?? 200, body: answer ?? {} }
}

/** The body with its keys in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)])
}
