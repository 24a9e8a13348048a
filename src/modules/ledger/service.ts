import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { clockOffsetMs } from "../../domain/clock"
import { resolveOptions } from "../../domain/options"
import { createSealer, type Sealer } from "../../domain/seal"
import { Announcements } from "./announcements"
import { Anomalies } from "./anomalies"
import { Application } from "./application"
import { Leases } from "./lease"
import { Lists } from "./lists"
import {
  PayinAnomaly,
  PayinInstance,
  PayinOperatorRequest,
  PayinSession,
  PayinTransaction,
  PayinTurn,
} from "./models"
import { Observations } from "./observations"
import { Sessions } from "./sessions"
import { Transactions } from "./transactions"
import { Turns } from "./turns"

interface Cradle {
  __pg_connection__: Knex
  logger?: Logger
  event_bus?: IEventBusModuleService
}

/**
 * Every pay-in link ever created, and every anomaly. Amounts in major units. Each property is one noun
 * of the ledger; the generated methods serve lists and `query.graph` only.
 */
export class PayInLedgerService extends MedusaService({
  PayinAnomaly,
  PayinInstance,
  PayinOperatorRequest,
  PayinSession,
  PayinTransaction,
  PayinTurn,
}) {
  readonly sessions: Sessions
  readonly transactions: Transactions
  readonly observations: Observations
  readonly application: Application
  readonly leases: Leases
  readonly turns: Turns
  readonly anomalies: Anomalies
  readonly lists: Lists
  readonly sealer: Sealer

  constructor(cradle: Cradle, rawOptions: unknown) {
    super(...arguments)
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
    this.transactions = new Transactions(pg, this.sessions, announcements)
    this.observations = new Observations(pg, announcements, options.notKnown.payIn)
    this.application = new Application(pg)
    this.leases = new Leases(pg)
    this.turns = new Turns(pg)
    this.anomalies = new Anomalies(pg, announcements)
    this.lists = new Lists(pg)
  }
}
