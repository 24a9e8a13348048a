import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../workflows/settle"
import { refuse } from "../../../../refusal"
import type { AdminConnectionTestAnswer } from "../../connection-types"
import { tryAccount } from "./try-account"

/**
 * `POST /admin/payin/status/test` -> `{ ok, accounts }`: asks the service now, as each account, for its
 * profile and for a transaction that nobody made, and says of each what came of it. Changes nothing, here
 * or there. A service that does not answer is an answer, too: 200, `ok: false` and the reason.
 *
 * The address is a parameter, because Medusa's build leaves folders named `test` out of a package
 * (docs/medusa.md#folders-named-test).
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  if (req.params.check !== "test") {
    refuse(res, { status: 404, type: "not_found", message: "There is no such check." })
    return
  }
  const { gateway } = servicesOf(req.scope)
  const accounts = await Promise.all(
    gateway.options.accounts.map(({ id }) => tryAccount(gateway, id))
  )
  res.json({
    ok: accounts.every(({ ok }) => ok),
    accounts,
  } satisfies AdminConnectionTestAnswer)
}
