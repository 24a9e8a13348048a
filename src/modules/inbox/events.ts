import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import {
  INBOX_STATUSES,
  inboxStatesBefore,
  type InboxStatus,
} from "../../domain/notification/inbox-state"
import {
  INBOX_BACKOFF_SECONDS,
  INBOX_MAX_ATTEMPTS,
  LEASE_SECONDS,
} from "../../domain/time/schedule"
import { removeFree } from "../../engine/free-rows"
import { FREED } from "../../engine/lease"
import { Queue } from "../../engine/queue"
import { databaseNow, readNow } from "../../tables/now"

const TABLE = "payin_event"

/** How long the same body again is a copy: each further one costs a lookup. */
const COPY_SECONDS = 60

/** Rows removed per statement: few enough to block nobody. */
const PRUNE_BATCH = 1000

export const eventRow = z.object({
  id: z.string(),
  source: z.string(),
  type: z.string(),
  reference: z.string(),
  idempotency_key: z.string().nullable(),
  transaction_id: z.string().nullable(),
  payout_attempt_id: z.string().nullable(),
  account: z.string().nullable(),
  body_hash: z.string(),
  payload: z.record(z.string(), z.unknown()),
  signature: z.string(),
  status: z.enum(INBOX_STATUSES),
  status_reason: z.string().nullable(),
  attempts: z.number(),
  next_attempt_at: z.date().nullable(),
  last_error: z.string().nullable(),
  processed_at: z.date().nullable(),
  created_at: z.date(),
})

/** A stored notification. */
export type InboxEvent = z.infer<typeof eventRow>

export interface NewEvent {
  source: "ipn" | "standard" | "card"
  /** The status as the notification named it, or "unreadable". */
  type: string
  reference: string
  /** Its subject: a pay-in, or a payout attempt. */
  transaction_id: string | null
  payout_attempt_id?: string | null
  /** The service's key of a card webhook. */
  idempotency_key?: string
  account: string
  raw: Buffer
  payload: Record<string, unknown>
  signature: "valid" | "missing" | "unchecked"
  /** Reason why the notification is useless: it is kept and never processed. */
  ignored: string | null
}

/** Notifications: stored once, processed once. */
export class Events {
  private readonly queue: Queue<typeof eventRow>

  constructor(private readonly pg: Knex) {
    this.queue = new Queue(pg, {
      table: TABLE,
      row: eventRow,
      due: "next_attempt_at",
      where: "status = 'received'",
      attempts: "attempts",
      leased: true,
      visibility: LEASE_SECONDS,
      backoff: INBOX_BACKOFF_SECONDS,
    })
  }

  /** The same notification again has the same hash. */
  bodyHash(raw: Buffer): string {
    return createHash("sha256").update(raw).digest("hex")
  }

  /**
   * Stores the notification. The same body again is a copy, and `fresh` is false. It is processed
   * again if other news of its subject came in between, if it was never processed, or a minute
   * later: the service may have gone back to what it said before.
   */
  async store(event: NewEvent): Promise<{ id: string | null; fresh: boolean }> {
    const id = (await this.insert(event)) ?? (await this.renew(event))
    return { id, fresh: id !== null }
  }

  /** @returns its id; null when it was stored before */
  private async insert(event: NewEvent): Promise<string | null> {
    const rows: { id: string }[] = await this.pg(TABLE)
      .insert({
        id: generateEntityId(undefined, "payevt"),
        source: event.source,
        type: event.type,
        reference: event.reference,
        transaction_id: event.transaction_id,
        payout_attempt_id: event.payout_attempt_id ?? null,
        account: event.account,
        body_hash: this.bodyHash(event.raw),
        idempotency_key: event.idempotency_key ?? null,
        payload: JSON.stringify(event.payload),
        signature: event.signature,
        status: event.ignored === null ? "received" : "ignored",
        status_reason: event.ignored,
        next_attempt_at: event.ignored === null ? databaseNow(this.pg) : null,
        created_at: databaseNow(this.pg),
      })
      .onConflict(["reference", "body_hash"])
      .ignore()
      .returning("id")
    return rows.at(0)?.id ?? null
  }

  /**
   * Processes a stored notification again. Never a card webhook: the body itself is believed, so the
   * same one has nothing new to tell. One that nobody had when it came first gets its subject.
   *
   * @returns its id; null when it is a copy
   */
  private async renew(event: NewEvent): Promise<string | null> {
    const { reference, raw, idempotency_key, account } = event
    const { transaction_id, payout_attempt_id = null } = event
    const isAddressed = transaction_id !== null || payout_attempt_id !== null
    if (idempotency_key !== undefined) {
      return null
    }
    const rows: { id: string }[] = await this.pg(`${TABLE} as one`)
      .where({ reference, body_hash: this.bodyHash(raw) })
      .whereIn("status", inboxStatesBefore("received"))
      .where((repeated) =>
        repeated
          .where({ status: "dead" })
          .orWhereRaw("one.transaction_id is null and one.payout_attempt_id is null and ?", [
            isAddressed,
          ])
          .orWhere("created_at", "<=", databaseNow(this.pg, -COPY_SECONDS))
          .orWhereExists(
            this.pg(`${TABLE} as other`)
              .whereRaw("other.reference = one.reference and other.created_at > one.created_at")
              .select("other.id")
          )
      )
      .update({
        status: "received",
        ...(isAddressed && { transaction_id, payout_attempt_id, account }),
        attempts: 0,
        processed_at: null,
        last_error: null,
        next_attempt_at: databaseNow(this.pg),
        created_at: databaseNow(this.pg),
        updated_at: databaseNow(this.pg),
      })
      .returning("id")
    return rows.at(0)?.id ?? null
  }

  /** The row that a notification is about appeared after it. */
  async addressed(
    id: string,
    subject: Pick<InboxEvent, "transaction_id" | "payout_attempt_id" | "account">
  ): Promise<void> {
    await this.pg(TABLE).where({ id }).update(subject)
  }

  async isStored(reference: string, raw: Buffer): Promise<boolean> {
    const row: unknown = await this.pg(TABLE)
      .where({ reference, body_hash: this.bodyHash(raw) })
      .first("id")
    return row !== undefined
  }

  /**
   * Claims one event for processing, due or not; null when it is done or claimed by somebody else.
   */
  async claim(id: string): Promise<InboxEvent | null> {
    return (await this.queue.claim({ id })).at(0) ?? null
  }

  /** Claims events that are due, oldest first. */
  async claimDue(limit: number): Promise<InboxEvent[]> {
    return this.queue.claim({ limit })
  }

  /**
   * Nothing is left to do. Also by a worker whose event another one claimed since: its lookup came
   * after the notification all the same.
   */
  async processed(id: string): Promise<void> {
    await this.done(id, { status: "processed" })
  }

  /** Ignores a useless notification: kept, and never processed again. */
  async ignored(id: string, reason: string): Promise<void> {
    await this.done(id, { status: "ignored", status_reason: reason })
  }

  /** The database's clock, which also decides freshness. */
  async now(): Promise<Date> {
    return readNow(this.pg)
  }

  /**
   * Schedules the next try of a failed event, or ends it as `dead` after its last try. A worker whose
   * event another one claimed since writes nothing: each claim counts, so the count is the fence.
   */
  async failed({ id, attempts }: InboxEvent, error: string): Promise<"received" | "dead"> {
    const failed = { last_error: error, ...FREED, updated_at: databaseNow(this.pg) }
    if (attempts < INBOX_MAX_ATTEMPTS) {
      await this.queue.retry({ id, attempts }, attempts, failed)
      return "received"
    }
    await this.queue.park({ id, attempts }, { status: "dead", ...failed })
    return "dead"
  }

  /**
   * Requeues a dead notification for an operator, with all its tries. One that waits for its next
   * try is due now. false for a processed one.
   */
  async retry(id: string): Promise<boolean> {
    const changed = await this.pg(TABLE)
      .where({ id })
      .whereIn("status", ["received", "dead"])
      .update({
        status: "received",
        attempts: this.pg.raw("case when status = 'dead' then 0 else attempts end"),
        next_attempt_at: databaseNow(this.pg),
        updated_at: databaseNow(this.pg),
      })
    return changed > 0
  }

  /**
   * Removes old notifications that need no further try, even if their payment is still open. A
   * notification only causes a lookup, and the answers of the lookups are in the ledger. The same
   * body then counts as new, and costs one more lookup.
   *
   * @returns how many were removed
   */
  async prune(days: number): Promise<number> {
    let pruned = 0
    for (let batch = PRUNE_BATCH; batch === PRUNE_BATCH; pruned += batch) {
      batch = await this.pruneBatch(days)
    }
    return pruned
  }

  private async pruneBatch(days: number): Promise<number> {
    const old = [databaseNow(this.pg, -days * 86_400)]
    return removeFree(this.pg, {
      table: TABLE,
      where: {
        text: "created_at < ? and status <> 'received' and deleted_at is null",
        values: old,
      },
      order: "created_at, id",
      limit: PRUNE_BATCH,
    })
  }

  private async done(
    id: string,
    became: { status: InboxStatus; status_reason?: string }
  ): Promise<void> {
    await this.pg(TABLE)
      .where({ id })
      .whereIn("status", inboxStatesBefore(became.status))
      .update({
        ...became,
        processed_at: databaseNow(this.pg),
        ...FREED,
        next_attempt_at: null,
        last_error: null,
        updated_at: databaseNow(this.pg),
      })
  }
}
