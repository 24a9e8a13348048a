import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { roomsOf } from "../../../../workflows/settle"
import type { AdminStatusAnswer } from "../types"
import { describeConfiguration, showAccount } from "./configuration"
import { regionsWithoutProvider } from "./regions"
import { pluginVersion } from "./version"

/**
 * `GET /admin/payin/status`: how the plugin is set up, without secrets, which addresses the service has to
 * reach, what waits, what failed last, and where a provider is off (design.md 3.5). Does not ask the
 * service: `merchant` does.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { gateway, ledger, inbox } = roomsOf(req.scope)
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const [waiting, events, regions] = await Promise.all([
    ledger.lists.depths(),
    inbox.lists.depths(),
    regionsWithoutProvider(query, gateway.options.accounts),
  ])
  const lines = gateway.diagnostics()
  res.json({
    version: await pluginVersion(),
    accounts: gateway.options.accounts.map((account) => showAccount(account, lines)),
    ...describeConfiguration(gateway.options),
    queues: {
      events_received: events.received,
      events_dead: events.dead,
      transactions_pending: waiting.pending,
      transactions_approved_unsettled: waiting.approved_unsettled,
      anomalies_open: waiting.anomalies_open,
    },
    last_errors: lines
      .flatMap(({ account, last_error }) => (last_error ? [{ account, ...last_error }] : []))
      .sort((a, b) => b.at.localeCompare(a.at)),
    regions_without_provider: regions,
  } satisfies AdminStatusAnswer)
}
