import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { standingAmong } from "../../domain/payout/approval"
import { accountOf, ownersOfLogin } from "../../medusa/user"
import { servicesOf } from "../../workflows/settle"
import { refuse } from "../refusal"

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
  for (const user_id of await ownersOfLogin(pg, req.params.id)) {
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
