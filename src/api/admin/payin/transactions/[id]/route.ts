import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { shiftedNow } from "../../../../../domain/time/clock"
import { showTransaction } from "../../shown"
import type { AdminTransactionAnswer } from "../../transaction-types"
import { findAsked } from "../find"

/** `GET /admin/payin/transactions/:id` -> `{ transaction }`, as the ledger has it. 404 for an unknown id. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const transaction = await findAsked(req, res)
  if (transaction !== null) {
    res.json({
      transaction: showTransaction(transaction, shiftedNow()),
    } satisfies AdminTransactionAnswer)
  }
}
