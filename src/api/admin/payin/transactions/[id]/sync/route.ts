import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { shiftedNow } from "../../../../../../domain/time/clock"
import { servicesOf } from "../../../../../../workflows/settle"
import { syncPayIn } from "../../../../../../workflows/settle/sync"
import { refuse } from "../../../../../refusal"
import { operatorOf } from "../../../posted-values"
import { answerFailure } from "../../../service-failure"
import { showTransaction } from "../../../shown"
import type { AdminTransactionAnswer } from "../../../transaction-types"
import { findAsked } from "../../find"

/**
 * `POST /admin/payin/transactions/:id/sync` -> `{ transaction }`: asks the service about this pay-in now
 * and tells Medusa of approved money, as a notification would. While nothing was booked, decided or promised,
 * the amount that the service names now takes the place of the stored one, and the audit shows both. Safe to
 * repeat. 404 for an unknown id, 409
 * when its account is not configured any more, 502 and 503 tell why the service did not answer; then the
 * row is as it was.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const before = await findAsked(req, res)
  if (before === null) {
    return
  }
  const { gateway, ledger } = servicesOf(req.scope)
  if (!gateway.options.accounts.some((account) => account.id === before.account)) {
    const message = `Account "${before.account}" is not configured: put it back into option accounts.`
    refuse(res, { status: 409, type: "conflict", message, code: "account_gone" })
    return
  }
  try {
    await syncPayIn(req.scope, before, await operatorOf(req))
  } catch (error) {
    answerFailure(res, error)
    return
  }
  const after = await ledger.transactions.find(before.id)
  res.json({
    transaction: showTransaction(after ?? before, shiftedNow()),
  } satisfies AdminTransactionAnswer)
}
