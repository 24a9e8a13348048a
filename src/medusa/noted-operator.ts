import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { apiKey, SYSTEM, user, type Actor, type Operator } from "../domain/payout/actor"

/** A longer chain of keys that made keys counts as one behind which no user is known. */
const LONGEST_CHAIN = 20

/** How the ids of Medusa's API keys begin (api-key module, models/api-key). */
const KEY = "apk_"

const found = z.object({ person: z.string().nullable() })

/**
 * The operator whose id Medusa or the plugin noted, for instance as the `created_by` of a Refund.
 *
 * A secret API key acts for the user who created it. Medusa notes in `created_by` of a key who made
 * it, which may be another key (api-key module, `created_by`). Medusa deletes the row of a deleted
 * key: then no user is known behind it. Read by SQL, because a transaction of the plugin asks.
 */
export async function notedOperator(pg: Knex, id: string): Promise<Operator> {
  if (!id.startsWith(KEY)) {
    return user(id)
  }
  const answer: { rows: unknown[] } = await pg.raw(
    `with recursive made as (
       select id, created_by, 1 as nth from api_key where id = :id
       union all
       select k.id, k.created_by, m.nth + 1
       from api_key k join made m on k.id = m.created_by where m.nth < :longest
     ), maker as (
       select created_by from made order by nth desc limit 1
     )
     select (select u.id from "user" u where u.id = (select created_by from maker)) as person`,
    { id, longest: LONGEST_CHAIN }
  )
  return apiKey(id, found.parse(answer.rows[0]).person)
}

/** The same for an id that may be missing: then the system acted. */
export async function notedActor(pg: Knex, id: string | null): Promise<Actor> {
  return id === null ? SYSTEM : notedOperator(pg, id)
}
