import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { apiKey, SYSTEM, user, type Actor } from "../domain/payout-actor"

/** Keys that made keys, one by the other, are followed this far. */
const LONGEST_CHAIN = 20

const found = z.object({ is_key: z.boolean(), person: z.string().nullable() })

/**
 * The operator whose id Medusa or the plugin noted, for instance as the `created_by` of a Refund.
 *
 * A secret API key acts for the user who created it. Medusa notes in `created_by` of a key who made
 * it, which may be another key (api-key module, `created_by`). A revoked or deleted key and a
 * deleted user count too: what they did stays done. Read by SQL, because a transaction of the
 * plugin asks.
 */
export async function notedOperator(pg: Knex, id: string | null): Promise<Actor> {
  if (id === null) {
    return SYSTEM
  }
  const answer: { rows: unknown[] } = await pg.raw(
    `with recursive made as (
       select id, created_by, 1 as nth from api_key where id = ?
       union all
       select k.id, k.created_by, m.nth + 1
       from api_key k join made m on k.id = m.created_by where m.nth < ?
     ), maker as (
       select created_by from made order by nth desc limit 1
     )
     select exists (select 1 from made) as is_key,
       (select u.id from "user" u where u.id = (select created_by from maker)) as person`,
    [id, LONGEST_CHAIN]
  )
  const { is_key, person } = found.parse(answer.rows[0])
  return is_key ? apiKey(id, person) : user(id)
}
