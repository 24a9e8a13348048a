import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { operatorBehind } from "../../workflows/payout"

/**
 * Turns away the token of a removed user, which Medusa takes until it expires.
 *
 * @throws MedusaError `unauthorized` (401)
 */
export async function refuseRemovedUser(
  req: AuthenticatedMedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  await operatorBehind(req.scope, req.auth_context)
  next()
}
