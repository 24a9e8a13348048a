import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../../../workflows/settle"
import type { AdminConnectionTestAnswer } from "../../connection-types"
import { tryAccount } from "./try-account"

/**
 * `POST /admin/payin/status/test` -> `{ ok, accounts }`: asks the service now, as each account, for its
 * profile and for a transaction that nobody made, and says of each what came of it. Changes nothing, here
 * or there. The installed package of this version lacks the route (404). A service that does not answer is
 * an answer, too: 200, `ok: false` and the reason.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { gateway } = servicesOf(req.scope)
  const accounts = await Promise.all(
    gateway.options.accounts.map(({ id }) => tryAccount(gateway, id))
  )
  res.json({
    ok: accounts.every(({ ok }) => ok),
    accounts,
  } satisfies AdminConnectionTestAnswer)
}
