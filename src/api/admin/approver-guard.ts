import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { standingAmong } from "../../domain/payout-approval"
import { accountOf } from "../../workflows/payout"
import { servicesOf } from "../../workflows/settle"
import { refuse } from "../refusal"

const login = z.object({ user_id: z.string().nullable() })

/**
 * Refuses the token by which somebody else would set the password of an approver. Medusa hands it
 * to every admin who asks (docs/medusa.md#passwords-of-others), and who signs in as an approver
 * approves. An approver gets it by mail, from the page where one signs in.
 *
 * The token is for the login that has the user's e-mail, which can be the login of another user.
 */
export async function guardApproverPassword(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { approvers } = servicesOf(req.scope).gateway.options
  if (approvers === undefined) {
    next()
    return
  }
  const pg = req.scope.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const answer: { rows: unknown[] } = await pg.raw(
    `select a.app_metadata ->> 'user_id' as user_id
     from "user" u
     join provider_identity p on p.entity_id = u.email and p.deleted_at is null
     join auth_identity a on a.id = p.auth_identity_id and a.deleted_at is null
     where u.id = ?`,
    [req.params.id]
  )
  const owners = z.array(login).parse(answer.rows)
  for (const { user_id } of owners) {
    const account = user_id === null ? null : await accountOf(pg, user_id)
    if (
      user_id !== null &&
      user_id !== req.auth_context.actor_id &&
      account !== null &&
      standingAmong(approvers, user_id, account) === "approver"
    ) {
      const message =
        "This is the login of a person whom the option approvers names: only they can set its " +
        "password, by the mail that the sign-in page sends. (Option approvers of medusa-plugin-payin.)"
      refuse(res, { status: 403, type: "forbidden", message })
      return
    }
  }
  next()
}
