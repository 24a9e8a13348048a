import type { AdminPayoutDetail } from "../../api/admin/payin/payout-types"
import { anomalyHref } from "../anomalies/columns"
import { Copyable, Fact, Facts, PageLink } from "../page/fact"
import { Person } from "../page/person"
import { Section } from "../page/section"
import { useTexts } from "../text/use-texts"
import { transactionHref } from "../transactions/columns"

/** What a payout comes from, and who had a part in it. */
export const PayoutBelongings = ({ payout }: { payout: AdminPayoutDetail }) => {
  const say = useTexts()
  const { order_id, transaction_id, anomaly_id, beneficiary_id, import_id } = payout
  return (
    <Section title={say("transactions.belongs")}>
      <Facts>
        <Fact name={say("payouts.source")}>{say(`payouts.from.${payout.source}`)}</Fact>
        {order_id !== null && (
          <Fact name={say("transactions.order")}>
            <PageLink to={`/orders/${order_id}`}>{say("transactions.openOrder")}</PageLink>
          </Fact>
        )}
        {transaction_id !== null && (
          <Fact name={say("menu.transaction")}>
            <PageLink to={transactionHref({ id: transaction_id })}>{say("lookup.open")}</PageLink>
          </Fact>
        )}
        {anomaly_id !== null && (
          <Fact name={say("menu.anomaly")}>
            <PageLink to={anomalyHref({ id: anomaly_id })}>{say("lookup.open")}</PageLink>
          </Fact>
        )}
        {beneficiary_id !== null && (
          <Fact name={say("audit.beneficiary")}>
            <PageLink to={`/payin/beneficiaries/${beneficiary_id}`}>{say("lookup.open")}</PageLink>
          </Fact>
        )}
        {payout.rest_of !== null && (
          <Fact name={say("payouts.restOf")}>
            <PageLink to={`/payin/payouts/${payout.rest_of}`}>{say("lookup.open")}</PageLink>
          </Fact>
        )}
        {payout.rest_ids.map((id) => (
          <Fact key={id} name={say("payouts.rest")}>
            <PageLink to={`/payin/payouts/${id}`}>{say("lookup.open")}</PageLink>
          </Fact>
        ))}
        {import_id !== null && (
          <Fact name={say("payouts.from.import")}>
            <Copyable text={import_id} />
          </Fact>
        )}
        <Fact name={say("transactions.account")}>{payout.account}</Fact>
        <Fact name={say("payouts.madeBy")}>
          <Person id={payout.created_by ?? payout.made_by.api_key_id} />
        </Fact>
        {payout.makers.some((maker) => maker !== payout.created_by) && (
          <Fact name={say("payouts.makers")}>
            <span className="flex flex-wrap gap-x-2">
              {payout.makers.map((maker) => (
                <Person key={maker} id={maker} />
              ))}
            </span>
          </Fact>
        )}
        {payout.approved_by !== null && (
          <Fact name={say("payouts.approvedBy")}>
            <Person id={payout.approved_by} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}
