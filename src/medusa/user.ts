import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import type { UserAccount } from "../domain/payout/actor"

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  created_at: z.date(),
  deleted_at: z.date().nullable(),
})

/**
 * The account of a user of the admin; null when they were removed, or never were.
 *
 * Medusa keeps the rows of removed users, so who had an e-mail first stays known
 * (docs/medusa.md#users). Medusa tells e-mails apart by upper and lower case, people do not.
 * Only ASCII letters are compared without case: lower case turns some other letters into ASCII, and
 * that would name somebody else's address.
 */
export async function accountOf(pg: Knex, id: string): Promise<UserAccount | null> {
  const answer: { rows: unknown[] } = await pg.raw(
    `select same.id, lower(same.email collate "C") as email, same.created_at, same.deleted_at
     from "user" u join "user" same on lower(same.email collate "C") = lower(u.email collate "C")
     where u.id = ? order by same.created_at, same.id`,
    [id]
  )
  const people = z.array(userRow).parse(answer.rows)
  const at = people.findIndex((one) => one.id === id)
  const own = people.at(at)
  if (at < 0 || own === undefined || own.deleted_at !== null) {
    return null
  }
  const { email, created_at } = own
  return { email, created_at, earlier: people.slice(0, at).map((one) => one.id) }
}

const login = z.object({ user_id: z.string().nullable() })

/** The users whom the logins with a user's e-mail belong to; null for a login of nobody. */
export async function ownersOfLogin(pg: Knex, userId: string): Promise<(string | null)[]> {
  const answer: { rows: unknown[] } = await pg.raw(
    `select a.app_metadata ->> 'user_id' as user_id
     from "user" u
     join provider_identity p on p.entity_id = u.email and p.deleted_at is null
     join auth_identity a on a.id = p.auth_identity_id and a.deleted_at is null
     where u.id = ?`,
    [userId]
  )
  return z
    .array(login)
    .parse(answer.rows)
    .map(({ user_id }) => user_id)
}
