import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { medusaAmount } from "../domain/row/medusa-row"
import type { MajorAmount } from "../domain/money/amount"
import { REFUND_YOUNG_SECONDS } from "../domain/time/schedule"
import { databaseNow } from "../tables/now"
import { OF_CANCELED_ORDER, OF_ORDER } from "./payment"

/** Key of the operator's request in a Refund's metadata, to find the request's data again. */
export const REQUEST = "payin_request"

const refundRow = z.object({
  id: z.string(),
  payment_id: z.string().nullable(),
  created_by: z.string().nullable(),
  request_id: z.string().nullable(),
  destination_sealed: z.string().nullable(),
})

const bookedRow = z.object({ id: z.string(), raw_amount: medusaAmount })
const requestRow = z.object({ refund_id: z.string().nullable() })

/** A Refund as Medusa stores it, with the data of the request that booked it. */
export type RefundRow = z.infer<typeof refundRow>

/**
 * The Refunds that exist in Medusa. Medusa writes a Refund before it calls a provider, and deletes
 * it when a later step fails (docs/medusa.md#new-key-per-retry): a missing one never comes back.
 * Read inside `trx`, because the payment module has no query that joins a transaction of the
 * plugin.
 */
export async function refundRows(trx: Knex, ids: readonly string[]): Promise<RefundRow[]> {
  const rows: unknown[] = await trx("refund as r")
    .leftJoin("payin_operator_request as q", "q.id", trx.raw("r.metadata ->> ?", [REQUEST]))
    .whereIn("r.id", [...ids])
    .whereNull("r.deleted_at")
    .select("r.id", "r.payment_id", "r.created_by", "q.id as request_id", "q.destination_sealed")
  return rows.map((row) => refundRow.parse(row))
}

/**
 * Lets one Refund carry an operator's request out: a process that was frozen while it booked one
 * finds that another try was quicker. A Refund that Medusa took back gives the request free. Called
 * under the lock of the pay-in, inside `trx`.
 *
 * @returns the Refund that carries the request out; itself without a request
 */
export async function claimRequest(
  trx: Knex,
  { id, request_id }: Pick<RefundRow, "id" | "request_id">
): Promise<string> {
  if (request_id === null) {
    return id
  }
  const request: unknown = await trx("payin_operator_request")
    .where({ id: request_id })
    .forUpdate()
    .first("refund_id")
  const { refund_id } = requestRow.parse(request)
  if (refund_id !== null && (await refundRows(trx, [refund_id])).length > 0) {
    if (refund_id !== id) {
      // Medusa deletes this one now: then nothing else tells whose it was.
      await trx("payin_operator_request")
        .where({ id: request_id })
        .update({ surplus_refund_id: id })
    }
    return refund_id
  }
  await trx("payin_operator_request").where({ id: request_id }).update({ refund_id: id })
  return id
}

/** Refunds of the same payment that Medusa wrote before this one, each request's only once. */
export async function refundsBefore(
  trx: Knex,
  { id, payment_id }: RefundRow
): Promise<{ id: string; amount: MajorAmount }[]> {
  const rows: unknown[] = await trx("refund as r")
    .leftJoin("payin_operator_request as q", "q.id", trx.raw("r.metadata ->> ?", [REQUEST]))
    .where({ payment_id })
    // Ids of Medusa contain their time.
    .where("r.id", "<", id)
    .whereNull("r.deleted_at")
    .whereRaw("(q.refund_id is null or q.refund_id = r.id)")
    .select("r.id", "r.raw_amount")
  return rows.map((row) => {
    const earlier = bookedRow.parse(row)
    return { id: earlier.id, amount: earlier.raw_amount }
  })
}

const requestOf = z.object({ request_id: z.string().nullable() })

/** The operators' requests for these Refunds, also of a Refund that Medusa took back. */
export async function requestsOfRefunds(trx: Knex, ids: readonly string[]): Promise<string[]> {
  const rows: unknown[] = await trx("refund")
    .whereIn("id", [...ids])
    .select(trx.raw("metadata ->> ? as request_id", [REQUEST]))
  return rows.flatMap((found) => requestOf.parse(found).request_id ?? [])
}

/** For `whereExists`: the Refunds of the request whose id stands in the given column. */
export function refundsOfRequest(pg: Knex, column: string): Knex.QueryBuilder {
  return pg("refund as r")
    .whereRaw("r.metadata ->> ? = ??", [REQUEST, column])
    .whereNull("r.deleted_at")
}

/** A Refund that stands, and whose it is. */
export interface RefundStanding {
  /** Medusa may still take it back; by the database's clock. */
  young: boolean
  /** The order of its payment's collection. */
  order_id: string | null
  /** Whether that order shows the payment. */
  of_order: boolean
}

/** How a Refund stands; null: there is none, or Medusa took it back. */
export async function refundStanding(
  pg: Knex,
  refundId: string | null
): Promise<RefundStanding | null> {
  const answer: { rows: RefundStanding[] } = await pg.raw(
    `select r.created_at > ? as young, (${OF_ORDER} and not (${OF_CANCELED_ORDER})) as of_order,
       (select o.order_id from order_payment_collection o
          where o.payment_collection_id = p.payment_collection_id and o.deleted_at is null
          limit 1) as order_id
     from refund r join payment p on p.id = r.payment_id
     where r.id = ? and r.deleted_at is null`,
    [databaseNow(pg, -REFUND_YOUNG_SECONDS), refundId]
  )
  return answer.rows.at(0) ?? null
}
