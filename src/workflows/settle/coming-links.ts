import { mayBringMoney } from "../../domain/payin/coming-money"
import { isOfMerchant, merchantPrints } from "../../domain/installation/merchant-print"
import type { ComingLink } from "../../domain/order/waiting"
import type { PayInGatewayService } from "../../modules/gateway/service"
import type { PayInLedgerService } from "../../modules/ledger/service"

/** Our links of these payment collections that may still pay, or whose late money waits for a person. */
export async function comingLinks(
  { ledger, gateway }: { ledger: PayInLedgerService; gateway: PayInGatewayService },
  collections: readonly string[]
): Promise<ComingLink[]> {
  const links = await ledger.transactions.ofCollections(collections)
  const questioned = await ledger.anomalies.questioned(links.map(({ id }) => id))
  const merchants = merchantPrints(gateway.options.accounts)
  const now = await ledger.observations.now()
  return links.flatMap((link) => {
    const question = questioned.get(link.id)
    const is_questioned = question !== undefined
    const is_blind = !gateway.has(link.account) || !isOfMerchant(link, merchants)
    const { id, settled_at } = link
    return mayBringMoney({ ...link, is_blind, is_questioned }, now)
      ? [{ id, is_settled: settled_at !== null, is_late: question?.arrived === true }]
      : []
  })
}
