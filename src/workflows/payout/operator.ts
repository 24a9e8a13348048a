import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { user, type Operator } from "../../domain/payout/actor"
import { notedOperator } from "../../medusa/noted-operator"
import { accountOf } from "../../medusa/user"

/**
 * The operator behind a request to the admin: the user with their account, or a secret API key with
 * the person that it acts for.
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
  const account = await accountOf(pg, actor_id)
  if (account === null) {
    throw new MedusaError(
      MedusaError.Types.UNAUTHORIZED,
      "This user was removed from the admin: sign in as another one."
    )
  }
  return user(actor_id, account)
}
