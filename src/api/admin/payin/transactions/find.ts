import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Transaction } from "../../../../modules/ledger/rows"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { isRowId } from "../row-id"

/** The pay-in that the address names; else null, and the 404 is answered. */
export async function findAsked(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<Transaction | null> {
  const { id } = req.params
  const transaction = isRowId(id) ? await servicesOf(req.scope).ledger.transactions.find(id) : null
  if (transaction === null) {
    refuse(res, { status: 404, type: "not_found", message: "There is no pay-in with this id." })
  }
  return transaction
}
