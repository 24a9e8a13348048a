import type { MedusaContainer } from "@medusajs/framework/types"
import { noLongerCounts, stillPays } from "../../domain/payout/bound"
import { isUnsent } from "../../domain/payout/state"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { Transaction } from "../../modules/ledger/rows"
import { areCanceledConfirmed } from "../payout/earlier"
import { servicesOf } from "./index"
import { refused, type Resolution } from "./resolution"

/** Refuses to use money that a person decided to refund. Null: nobody decided that. */
export async function refuseMoneyToRefund(
  { anomalies }: Pick<PayInLedgerService, "anomalies">,
  { id }: Pick<Transaction, "id">
): Promise<Resolution | null> {
  const promised = await anomalies.decisionToRefund(id)
  return promised === null
    ? null
    : refused(
        `This money goes back to the shopper, as was decided on ${promised}.`,
        false,
        "goes_back"
      )
}

/**
 * Refuses to use money that a payout took away. A payout that was not sent yet can be canceled. Its
 * rejected attempts are asked about again, because they may be paid after all.
 *
 * @throws GatewayError when the service gave no clear answer about a rejected attempt
 */
export async function refuseRefundedMoney(
  container: MedusaContainer,
  {
    id,
    approved_amount: approved,
    requested_amount: asked,
  }: Pick<Transaction, "id" | "approved_amount" | "requested_amount">
): Promise<Resolution | null> {
  if (!(await areCanceledConfirmed(container, id))) {
    return refused(
      "The service does not confirm that a payout of this money was rejected: ask again once it does.",
      true
    )
  }
  const { payouts, attempts } = servicesOf(container).payouts
  const all = await payouts.ofTransaction(id)
  const returned = await attempts.returned(all.map((one) => one.id))
  const gone = all.filter(
    (one) => (!isUnsent(one.status) || returned.has(one.id)) && !noLongerCounts(one)
  )
  const latest = gone.at(-1)
  return latest === undefined || stillPays({ approved, asked }, gone)
    ? null
    : refused(`The money went back by payout ${latest.id}.`, false, "goes_back")
}
