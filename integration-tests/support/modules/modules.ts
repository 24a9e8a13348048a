import { asValue } from "@medusajs/framework/awilix"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  createMedusaContainer,
  Modules as MedusaModules,
} from "@medusajs/framework/utils"
import { PAYIN_GATEWAY } from "../../../src/modules/gateway"
import { PayInGatewayService } from "../../../src/modules/gateway/service"
import { PAYIN_INBOX } from "../../../src/modules/inbox"
import { PayInInboxService } from "../../../src/modules/inbox/service"
import { PAYIN_LEDGER } from "../../../src/modules/ledger"
import { PayInLedgerService } from "../../../src/modules/ledger/service"
import { PAYIN_PAYOUTS } from "../../../src/modules/payouts"
import { PayInPayoutsService } from "../../../src/modules/payouts/service"
import { PAYIN_SUBSCRIPTIONS } from "../../../src/modules/subscriptions"
import { PayInSubscriptionsService } from "../../../src/modules/subscriptions/service"
import { createSandbox, type Sandbox } from "../../../src/sandbox"
import { withoutPauses } from "../background"
import { ServiceProxy } from "../service-proxy"
import { CANARY } from "../personal-data"
import { MERCHANT } from "../shop-environment"
import { RecordingBus } from "./bus"
import { emptyTables, openDatabase } from "./database"
import { RecordingLog } from "./log"

/**
 * Our modules on PostgreSQL and the sandbox as the service: everything of the plugin that needs no
 * Medusa.
 */
export interface Modules {
  pg: Knex
  ledger: PayInLedgerService
  inbox: PayInInboxService
  payouts: PayInPayoutsService
  subscriptions: PayInSubscriptionsService
  gateway: PayInGatewayService
  sandbox: Sandbox
  /** Between the gateway and the sandbox, of every call. */
  proxy: ServiceProxy
  bus: RecordingBus
  /**
   * What a process is handed: the modules, the logger and the database. Medusa's own modules are
   * not in it.
   */
  container: MedusaContainer
  /** What the modules logged since the test began. */
  log: RecordingLog
  /** Moves the plugin's clock and the service's forward until the end of the test. */
  advance(seconds: number): Promise<void>
}

/**
 * Calls `suite` with our modules; each test finds empty tables and a service that knows nothing.
 */
export function withModules(
  title: string,
  options: Record<string, unknown>,
  suite: (modules: Modules) => void
): void {
  describe(title, () => {
    const sandbox = createSandbox({ port: 0, merchants: [MERCHANT] })
    const proxy = new ServiceProxy(sandbox, 0)
    const log = new RecordingLog()
    const bus = new RecordingBus()
    const opened: Partial<Modules> = {}
    // The properties are there once `beforeAll` ran; a suite uses them in its tests only.
    const modules: Modules = Object.assign(Object.create(opened), {
      sandbox,
      proxy,
      log,
      bus,
      async advance(seconds: number) {
        // The seconds until an hour of the day have a fraction, and 8.29 * 1000 is no whole number.
        const ms = Math.round(seconds * 1000)
        process.env.PAYIN_CLOCK_OFFSET_MS = String(
          Number(process.env.PAYIN_CLOCK_OFFSET_MS ?? 0) + ms
        )
        await sandbox.advanceClock(ms)
      },
    })
    let drop = async () => {}

    beforeAll(async () => {
      // Where its pages are stands in its links; every call goes through the proxy.
      await sandbox.start()
      await proxy.open()
      const database = await openDatabase()
      drop = () => database.drop()
      Object.assign(
        opened,
        build(database.pg, { bus, log, options: rawOptions(proxy.url, options) })
      )
      withoutPauses(modules.gateway)
    })
    beforeEach(async () => {
      sandbox.reset()
      proxy.tellTheTruth()
      await proxy.open()
      await emptyTables(modules.pg)
      bus.told.length = 0
      bus.fails = null
      log.lines.length = 0
    })
    afterEach(async () => {
      delete process.env.PAYIN_CLOCK_OFFSET_MS
      const { findInLine } = await import("../log-search.mjs")
      const told = [...log.lines, ...bus.told].map((line) => JSON.stringify(line))
      expect(told.flatMap(findInLine)).toEqual([])
    })
    afterAll(async () => {
      await opened.gateway?.__hooks.onApplicationShutdown()
      await proxy.close()
      await sandbox.stop()
      await drop()
    })
    suite(modules)
  })
}

type Outside = Pick<Modules, "bus" | "log"> & { options: Record<string, unknown> }

/** Our modules on a database, as one more process of a store, or of a copy of it, has them. */
export function build(pg: Knex, { bus, log, options }: Outside) {
  const cradle = {
    [ContainerRegistrationKeys.PG_CONNECTION]: pg,
    [ContainerRegistrationKeys.LOGGER]: log,
    [MedusaModules.EVENT_BUS]: bus,
  }
  const services = {
    ledger: new PayInLedgerService(cradle, options),
    inbox: new PayInInboxService(cradle),
    payouts: new PayInPayoutsService(cradle, options),
    subscriptions: new PayInSubscriptionsService(cradle, options),
    gateway: new PayInGatewayService(cradle, options),
  }
  const container: MedusaContainer = createMedusaContainer()
  for (const [name, value] of Object.entries(cradle)) container.register(name, asValue(value))
  container.register({
    [PAYIN_LEDGER]: asValue(services.ledger),
    [PAYIN_INBOX]: asValue(services.inbox),
    [PAYIN_PAYOUTS]: asValue(services.payouts),
    [PAYIN_SUBSCRIPTIONS]: asValue(services.subscriptions),
    [PAYIN_GATEWAY]: asValue(services.gateway),
  })
  return { pg, container, ...services }
}

/** The options of the plugin as a store writes them. */
export function rawOptions(serviceUrl: string, further: Record<string, unknown>) {
  const { merchant_id: merchantId, ...credentials } = CANARY.service
  return {
    ...credentials,
    merchantId,
    baseUrl: serviceUrl,
    cardUrl: `${serviceUrl}/card`,
    callbackUrl: "http://localhost:9000",
    returnUrl: "http://localhost:8000/return",
    webhookSecret: CANARY.webhook_secret,
    encryptionKey: CANARY.encryption_key,
    accounts: [
      { id: "co", country: "CO" },
      { id: "pe", country: "PE" },
    ],
    card: { id: "co" },
    ...further,
  }
}
