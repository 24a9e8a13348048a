import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { generateEntityId, MedusaService } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { clockOffsetMs } from "../../domain/time/clock"
import { merchantPrints } from "../../domain/installation/merchant-print"
import { resolveOptions } from "../../domain/options/options"
import { createSealer, type Sealer } from "../../domain/privacy/seal"
import { hideSecretColumns } from "../../tables/secret-columns"
import { Announcements } from "./announcements"
import { Anomalies } from "./anomalies"
import { AnswerShapes } from "./answer-shapes"
import { Application } from "./application"
import { BankLists } from "./bank-lists"
import { CardPayments } from "./card-payments"
import { Heartbeat } from "./heartbeat"
import { Installations } from "./installations"
import { Instances } from "./instances"
import { Leases } from "./lease"
import { Links } from "./links"
import { Lists } from "./lists"
import { Lookups } from "./lookups"
import { Endings } from "./endings"
import { Forgetting } from "./forgetting"
import {
  PayinAnomaly,
  PayinBankList,
  PayinInstallation,
  PayinInstance,
  PayinOperatorRequest,
  PayinSession,
  PayinTransaction,
  PayinOrderLock,
  PayinPayAgain,
} from "./models"
import { Observations } from "./observations"
import { OperatorRequests } from "./operator-requests"
import { OrderLocks } from "./order-locks"
import { PayAgainAddresses } from "./pay-again-addresses"
import { RefusedWebhookCounts } from "./refused-webhooks"
import { Resealing } from "./resealing"
import { Resolutions } from "./resolutions"
import { RefundLimit } from "./refund-limit"
import { Sessions } from "./sessions"
import { onlyMigrates } from "./this-process"
import { Transactions } from "./transactions"
import { UnitSuspicions } from "./unit-suspicions"
import { pluginVersion } from "./version"

interface Cradle {
  __pg_connection__: Knex
  logger?: Logger
  event_bus?: IEventBusModuleService
}

/**
 * Every pay-in link ever created, and every anomaly. Amounts in major units. Each property is one
 * noun of the ledger; the generated methods serve lists and `query.graph` only.
 */
export class PayInLedgerService extends MedusaService({
  PayinAnomaly,
  PayinBankList,
  PayinInstallation,
  PayinInstance,
  PayinOperatorRequest,
  PayinSession,
  PayinTransaction,
  PayinOrderLock,
  PayinPayAgain,
}) {
  readonly sessions: Sessions
  readonly transactions: Transactions
  readonly cardPayments: CardPayments
  readonly observations: Observations
  readonly lookups: Lookups
  readonly application: Application
  readonly endings: Endings
  readonly leases: Leases
  readonly orderLocks: OrderLocks
  readonly payAgain: PayAgainAddresses
  readonly installations: Installations
  readonly instances: Instances
  readonly refusedWebhooks: RefusedWebhookCounts
  readonly anomalies: Anomalies
  readonly bankLists: BankLists
  readonly answerShapes: AnswerShapes
  readonly resealing: Resealing
  readonly forgetting: Forgetting
  readonly resolutions: Resolutions
  readonly refundLimit: RefundLimit
  readonly operatorRequests: OperatorRequests
  readonly links: Links
  readonly lists: Lists
  readonly unitSuspicions: UnitSuspicions
  readonly sealer: Sealer
  /** The plugin's version; null when its package.json cannot be found. */
  readonly version = pluginVersion
  /** Medusa calls these in every process, in any worker mode. */
  readonly __hooks: {
    onApplicationStart(): Promise<void>
    onApplicationPrepareShutdown(): Promise<void>
  }

  constructor(cradle: Cradle, rawOptions: unknown) {
    super(...arguments)
    hideSecretColumns(this)
    const production = process.env.NODE_ENV === "production"
    const options = resolveOptions(rawOptions, { production })
    const pg = cradle.__pg_connection__
    // Read when needed: modules load in parallel, the bus may come later.
    const announcements = new Announcements(
      () => cradle.event_bus,
      () => cradle.logger
    )
    clockOffsetMs()
    this.sealer = createSealer(options.encryptionKey)
    this.sessions = new Sessions(pg)
    const merchants = merchantPrints(options.accounts)
    this.transactions = new Transactions(pg, this.sessions, announcements, merchants)
    this.cardPayments = new CardPayments(pg, this.sealer, announcements)
    this.observations = new Observations(pg, announcements, options.notKnown.payIn, merchants)
    this.lookups = new Lookups(pg, announcements, merchants)
    this.application = new Application(pg)
    this.endings = new Endings(pg)
    this.leases = new Leases(pg)
    this.orderLocks = new OrderLocks(pg)
    this.payAgain = new PayAgainAddresses(pg, this.sealer)
    this.installations = new Installations(pg, options, announcements)
    this.instances = new Instances(pg)
    const logger = () => cradle.logger
    const instance = generateEntityId(undefined, "payinst")
    this.refusedWebhooks = new RefusedWebhookCounts(instance, this.instances, logger)
    const heartbeat = new Heartbeat(instance, this.instances, this.refusedWebhooks, logger)
    this.__hooks = {
      onApplicationStart: async () => {
        if (!onlyMigrates(process.argv)) {
          heartbeat.start()
        }
      },
      onApplicationPrepareShutdown: () => heartbeat.stop(),
    }
    this.anomalies = new Anomalies(pg, announcements, this.sealer)
    this.bankLists = new BankLists(pg)
    this.answerShapes = new AnswerShapes(pg)
    this.forgetting = new Forgetting(this.sealer)
    this.resealing = new Resealing(pg, this.sealer)
    this.resolutions = new Resolutions(pg, announcements)
    this.refundLimit = new RefundLimit(pg)
    this.operatorRequests = new OperatorRequests(pg, this.sealer)
    this.links = new Links(pg)
    this.lists = new Lists(pg)
    this.unitSuspicions = new UnitSuspicions(pg)
  }
}
