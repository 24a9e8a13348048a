import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { resolveOptions } from "../../domain/options/options"
import { RELEASE_HOLDS_AFTER_DAYS } from "../../domain/time/schedule"
import { createSealer } from "../../domain/privacy/seal"
import { hideSecretColumns } from "../../tables/secret-columns"
import { CardBindings } from "./card-bindings"
import { CardMoves } from "./card-moves"
import { CardRequests } from "./card-requests"
import { CardStatusReports } from "./card-status-reports"
import { CardTransactions } from "./card-transactions"
import { CardWatch } from "./card-watch"
import { Cards } from "./cards"
import { Cycles } from "./cycles"
import { Forgetting } from "./forgetting"
import {
  PayinCard,
  PayinCardRequest,
  PayinCardTransaction,
  PayinCycle,
  PayinSubscription,
} from "./models"
import { RenewalHolds } from "./renewal-holds"
import { SubscriptionAnnouncements } from "./subscription-announcements"
import { SubscriptionLists } from "./subscription-lists"
import { Subscriptions } from "./subscriptions"
import { UnneededCards } from "./unneeded-cards"

interface Cradle {
  __pg_connection__: Knex
  logger?: Logger
  event_bus?: IEventBusModuleService
}

/**
 * Cards, holds, subscriptions and their periods. Amounts in major units, days in the store's time
 * zone. Each property is one noun; the generated methods serve lists and `query.graph` only.
 */
export class PayInSubscriptionsService extends MedusaService({
  PayinCard,
  PayinCardRequest,
  PayinCardTransaction,
  PayinCycle,
  PayinSubscription,
}) {
  readonly cards: Cards
  readonly forgetting: Forgetting
  readonly cardTransactions: CardTransactions
  readonly cardBindings: CardBindings
  readonly cardMoves: CardMoves
  readonly cardRequests: CardRequests
  readonly cardStatusReports: CardStatusReports
  readonly cardWatch: CardWatch
  readonly subscriptions: Subscriptions
  readonly cycles: Cycles
  readonly renewalHolds: RenewalHolds
  readonly lists: SubscriptionLists
  readonly unneededCards: UnneededCards

  constructor(cradle: Cradle, rawOptions: unknown) {
    super(...arguments)
    hideSecretColumns(this)
    const production = process.env.NODE_ENV === "production"
    const options = resolveOptions(rawOptions, { production })
    const pg = cradle.__pg_connection__
    const announcements = new SubscriptionAnnouncements(
      () => cradle.event_bus,
      () => cradle.logger
    )
    const sealer = createSealer(options.encryptionKey)
    this.cards = new Cards(pg, sealer)
    this.forgetting = new Forgetting(sealer)
    this.cardTransactions = new CardTransactions(pg)
    this.cardBindings = new CardBindings(pg, this.cards)
    // Without the option there are no new holds; earlier ones are voided as usual.
    const releaseAfterDays = options.card?.releaseHoldsAfterDays ?? RELEASE_HOLDS_AFTER_DAYS
    this.cardMoves = new CardMoves(pg, () => cradle.logger, releaseAfterDays)
    this.cardRequests = new CardRequests(pg)
    this.cardStatusReports = new CardStatusReports(pg, this.cardMoves)
    this.cardWatch = new CardWatch(pg)
    this.subscriptions = new Subscriptions(pg, announcements, options.timeZone)
    this.cycles = new Cycles(pg, announcements, options.timeZone, options.renewal.missed)
    this.renewalHolds = new RenewalHolds(pg)
    this.lists = new SubscriptionLists(pg)
    this.unneededCards = new UnneededCards(pg)
  }
}
