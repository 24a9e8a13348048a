import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { user, type Operator } from "../../domain/payout-actor"
import { notedOperator } from "../../settlement/noted-operator"

const userRow = z.object({
  id: z.string(),
  email: z.string().toLowerCase(),
  created_at: z.date(),
  deleted_at: z.date().nullable(),
})

/**
 * The operator behind a request to the admin: the user with their account, or a secret API key with
 * the person that it acts for.
 *
 * Medusa tells e-mails apart by upper and lower case, people do not: who shares an e-mail with
 * another living user is no approver by it.
 *
 * @param auth as Medusa's authentication left it on the request
 * @throws MedusaError `unauthorized` (401) for the token of a removed user, which Medusa accepts
 *   until it expires
 */
export async function operatorBehind(
  container: MedusaContainer,
  { actor_type, actor_id }: { actor_type: string; actor_id: string }
): Promise<Operator> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  if (actor_type !== "user") {
    return notedOperator(pg, actor_id)
  }
  const answer: { rows: unknown[] } = await pg.raw(
    `select same.id, same.email, same.created_at, same.deleted_at
     from "user" u join "user" same on lower(same.email) = lower(u.email) where u.id = ?`,
    [actor_id]
  )
  const people = z.array(userRow).parse(answer.rows)
  const own = people.find(({ id }) => id === actor_id)
  if (own === undefined || own.deleted_at !== null) {
    throw new MedusaError(
      MedusaError.Types.UNAUTHORIZED,
      "This user was removed from the admin: sign in as another one."
    )
  }
  const { email, created_at } = own
  const isShared = people.some(({ id, deleted_at }) => id !== actor_id && deleted_at === null)
  const ids = people.map(({ id }) => id)
  return user(actor_id, { email: isShared ? null : email, created_at, ids })
}
