import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { withApproval } from "../approval"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import type {
  AdminBeneficiaryAnswer,
  AdminBeneficiaryList,
  AdminConfirmedPlace,
} from "../beneficiary-types"
import { operatorOf } from "../posted-values"
import { text } from "../query-values"
import { showBeneficiary } from "../shown-payouts"
import { readNewBeneficiary } from "./posted"

export const query = listQuery({ stock_location_id: text.optional() })

const COLUMNS = [
  ...["id", "name", "account", "currency_code", "payment_method", "destination.full_name"],
  ...["destination.bank", "destination.account_type", "destination.account_last_four"],
  ...["stock_location_id", "status", "created_by", "edited_by", "approved_by", "created_at"],
]

/** Who a beneficiary was, and where its money went, as the audit keeps it. */
const confirmedPlace = z.object({
  name: z.string(),
  payment_method: z.string(),
  bank: z.string(),
  account_last_four: z.string(),
  changed: z.array(z.string()),
}) satisfies z.ZodType<AdminConfirmedPlace>

/**
 * `GET /admin/payin/beneficiaries` -> `{ beneficiaries, count, limit, offset, next_cursor }`, newest first.
 * `q`: the id, or how the name begins, in any case. Filters `account`, `stock_location_id`,
 * `created_at[$gte]`, `created_at[$lte]`; paging and `format=csv` as in `transactions`. 400 names the field.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { lists } = servicesOf(req.scope).payouts
  await answerList(res, read.value, {
    name: "beneficiaries",
    columns: COLUMNS,
    find: (page) => lists.beneficiaries({ ...filters, created }, page),
    show: (rows) => withApproval(req, rows, showBeneficiary, confirmedPlace),
    answer: (beneficiaries, page) => ({ beneficiaries, ...page }) satisfies AdminBeneficiaryList,
  })
}

/**
 * `POST /admin/payin/beneficiaries { name, account?, currency_code, payment_method?, destination,
 * stock_location_id? }` -> 201 `{ beneficiary }`: somebody who is paid more than once. 400 names the field.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const read = await readNewBeneficiary(req.scope, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { beneficiaries } = servicesOf(req.scope).payouts
  const beneficiary = await beneficiaries.create(read.value, await operatorOf(req))
  res.status(201).json({
    beneficiary: showBeneficiary(beneficiary),
  } satisfies AdminBeneficiaryAnswer)
}
