import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { PAYOUT_SOURCES, PAYOUT_STATUSES } from "../../../../domain/payout/state"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { answerOnce, refusal } from "../../idempotency"
import { answerList } from "../list-answer"
import { listQuery, readList } from "../list-query"
import type { AdminPayoutAnswer, AdminPayoutList } from "../payout-types"
import { operatorOf } from "../posted-values"
import { oneOrSeveral, text } from "../query-values"
import { showPayout } from "../shown-payouts"
import { readNewPayout, targetOf } from "./new-payout"

export const query = listQuery({
  status: oneOrSeveral(PAYOUT_STATUSES).optional(),
  source: oneOrSeveral(PAYOUT_SOURCES).optional(),
  order_id: text.optional(),
  beneficiary_id: text.optional(),
  transaction_id: text.optional(),
})

const COLUMNS = [
  ...["id", "account", "status", "reason", "source", "amount", "paid_amount", "currency_code"],
  ...[
    "payment_method",
    "other_person",
    "destination.full_name",
    "destination.bank",
    "destination.account_type",
  ],
  ...["destination.account_last_four", "reference", "ticket", "response_message", "order_id"],
  ...["beneficiary_id", "fulfillment_id", "refund_id", "anomaly_id", "transaction_id", "import_id"],
  ...["note", "proof", "created_by", "approved_by", "created_at"],
]

/**
 * `GET /admin/payin/payouts` -> `{ payouts, count, limit, offset, next_cursor }`, newest first. `q` is
 * exact: id, reference or ticket of any attempt, order, refund, fulfillment, anomaly or import. Filters
 * `status`, `source`, `account`, `order_id`, `beneficiary_id`, `transaction_id`, `created_at[$gte]`,
 * `created_at[$lte]`; paging and `format=csv` as in `transactions`. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const read = readList(query, req.query)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { query: filters, created } = read.value
  const { payouts } = servicesOf(req.scope)
  await answerList(res, read.value, {
    name: "payouts",
    columns: COLUMNS,
    find: (page) => payouts.lists.payouts({ ...filters, created }, page),
    show: (rows) => rows.map(showPayout),
    answer: (shown, page) => ({ payouts: shown, ...page }) satisfies AdminPayoutList,
  })
}

/**
 * `POST /admin/payin/payouts { account?, amount, currency_code, payment_method?, beneficiary_id? |
 * destination?, note? }` -> 201 `{ payout }`; `Idempotency-Key` required. `amount` is in major
 * units and never rounded; `destination` holds the fields of `PayoutDestination`, a beneficiary's
 * are copied as they are now. It waits for a second person as options `approvalAbove`, `approvalAbovePerDay` and `beneficiaryChanges` say; a low
 * balance refuses nothing, the payout waits for money. 400 names the field.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payouts, gateway } = servicesOf(req.scope)
  const read = readNewPayout(gateway.options, req.body)
  if ("refusal" in read) {
    refuse(res, read.refusal)
    return
  }
  const { account, amount, beneficiary_id, note } = read.value
  await answerOnce(req, res, async ({ id, resumed }) => {
    const made = resumed ? await payouts.payouts.ofSource("operator", id) : null
    const target = made ?? (await targetOf(req.scope, read.value))
    if ("refusal" in target) {
      return { ...refusal(target.refusal), keep: false }
    }
    const payout =
      "value" in target
        ? await payouts.payouts.create(
            {
              account: account.id,
              country: account.country,
              currency: account.currency,
              amount,
              ...target.value,
              source: "operator",
              source_id: id,
              beneficiary_id,
              note,
            },
            await operatorOf(req)
          )
        : target
    return { status: 201, body: { payout: showPayout(payout) } satisfies AdminPayoutAnswer }
  })
}
