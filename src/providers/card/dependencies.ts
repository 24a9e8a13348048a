import type { Logger } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PayInGatewayService } from "../../modules/gateway/service"
import type { PayInInboxService } from "../../modules/inbox/service"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { PayInPayoutsService } from "../../modules/payouts/service"
import type { PayInSubscriptionsService } from "../../modules/subscriptions/service"
import type { CardBookDeps } from "../../settlement/card-in-ledger"
import type { CardDeps } from "../../settlement/card-calls"
import type { PayInAccount, PayInOptions } from "../../domain/options/options"
import type { CardOptions } from "../../domain/card/options"
import type { GraphReader } from "../../medusa/links"

/**
 * The container that the payment module passes to the provider: its own logger and, by the
 * `dependencies` of its registration (written by withPayIn), the plugin's modules and Medusa's
 * query. Read lazily, because modules load in parallel (docs/medusa.md#reaching-other-modules).
 */
export interface CardCradle {
  readonly logger: Logger
  readonly payinGateway: PayInGatewayService
  readonly payinLedger: PayInLedgerService
  readonly payinInbox: PayInInboxService
  readonly payinPayouts: PayInPayoutsService
  readonly payinSubscriptions: PayInSubscriptionsService
  readonly query: GraphReader
  /** The database that Medusa and our modules share. */
  readonly __pg_connection__: Knex
}

/** The account of a card provider, and its options. */
export interface CardSetup {
  account: PayInAccount
  card: CardOptions
  options: PayInOptions
}

/** Dependencies of card calls and the ledger, resolved at each call. */
export function cardDeps(cradle: CardCradle, { options }: CardSetup): CardDeps & CardBookDeps {
  return {
    subscriptions: cradle.payinSubscriptions,
    gateway: cradle.payinGateway,
    ledger: cradle.payinLedger,
    options,
  }
}
