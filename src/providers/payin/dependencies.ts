import type { Logger } from "@medusajs/framework/types"
import type { PayInGatewayService } from "../../modules/gateway/service"
import type { PayInInboxService } from "../../modules/inbox/service"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { PayInPayoutsService } from "../../modules/payouts/service"
import type { GraphReader } from "../../medusa/links"

/**
 * The container that the payment module passes to the provider: its own logger and, by the
 * `dependencies` of its registration (written by withPayIn), the plugin's modules and Medusa's
 * query. Read lazily, because modules load in parallel (docs/medusa.md#reaching-other-modules).
 */
export interface ProviderCradle {
  readonly logger: Logger
  readonly payinGateway: PayInGatewayService
  readonly payinLedger: PayInLedgerService
  readonly payinInbox: PayInInboxService
  readonly payinPayouts: PayInPayoutsService
  readonly query: GraphReader
}
