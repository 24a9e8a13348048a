import * as http from "node:http"
import express, { type Express } from "express"
import { apiRouter } from "./api"
import { cardRouter } from "./cards/card-router"
import { CardDesk } from "./cards/desk"
import { CardWebhooks } from "./cards/webhooks"
import { Clock } from "./clock"
import { CARD_PATH, type Context } from "./context"
import { Control } from "./control"
import { controlRouter } from "./control-routes"
import { Credentials } from "./credentials"
import { Faults } from "./faults"
import { Journal } from "./journal"
import { Notifier } from "./notifications"
import { Outcomes } from "./outcomes"
import { pagesRouter } from "./pages"
import { PayoutOutcomes } from "./payout-outcomes"
import { behaviourSchema, readSettings, type Merchant, type SandboxSettings } from "./settings"
import { Store } from "./store"

export interface SandboxAddresses {
  /** Base address of the payment API and of the hosted pages (`baseUrl` of a client). */
  url: string
  /** Base address of the card-payment API and of its browser script (`cardUrl` of a client). */
  cardUrl: string
  /** Base address of the control API. */
  controlUrl: string
}

export interface SandboxOptions extends SandboxSettings {
  /** Real time in ms since 1970, injectable; the sandbox clock stands on it. */
  now?: () => number
}

/** A stand-in for the payment service. Nothing listens before `start`. */
export class Sandbox extends Control {
  /** The express application, for tests that bring their own server. */
  readonly app: Express
  private server: http.Server | null = null

  /** Use `createSandbox`. */
  constructor(context: Context) {
    super(context)
    this.app = buildApp(context, this)
  }

  /** Throws before `start`. */
  get url(): string {
    const { address } = this.context
    if (address === null) throw new Error("payin-sandbox: call start() first")
    return address
  }

  get cardUrl(): string {
    return `${this.url}${CARD_PATH}`
  }

  get controlUrl(): string {
    return `${this.url}/_sandbox`
  }

  get merchants(): readonly Merchant[] {
    return this.context.settings.merchants
  }

  /** Rejects with the system's error when the port is taken (`code: "EADDRINUSE"`). */
  async start(): Promise<SandboxAddresses> {
    if (this.server === null) {
      const { host, port } = this.context.settings
      const server = http.createServer(this.app)
      // Node's 5 s would cut a client's kept connection just as it is used again.
      server.keepAliveTimeout = 30_000
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject)
        server.listen(port, host.replace(/[[\]]/g, ""), resolve)
      })
      const bound = server.address()
      const chosen = typeof bound === "object" && bound !== null ? bound.port : port
      this.server = server
      this.context.address = `http://${host === "::1" ? "[::1]" : host}:${chosen}`
      this.context.clock.restart()
    }
    return { url: this.url, cardUrl: this.cardUrl, controlUrl: this.controlUrl }
  }

  /** Ends every connection, timer and running notification. What is stored stays readable. */
  async stop(): Promise<void> {
    const { server } = this
    this.server = null
    this.context.clock.stop()
    await Promise.all([this.context.notifier.stop(), this.context.cards.webhooks.stop()])
    if (server === null) return
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
}

/** Throws SettingsError: one line that names the setting. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { now, ...input } = options
  const settings = readSettings(input)
  const first = behaviourSchema.strip().parse(settings)
  const clock = new Clock(now)
  const store = new Store()
  const journal = new Journal(settings.journalSize)
  const behaviour = () => context.behaviour
  const { journalSize } = settings
  const notifier = new Notifier(clock, journal, behaviour, journalSize)
  const webhooks = new CardWebhooks(clock, journal, behaviour, journalSize)
  const context: Context = {
    settings,
    behaviour: first,
    firstBehaviour: first,
    address: null,
    clock,
    store,
    journal,
    faults: new Faults(),
    notifier,
    outcomes: new Outcomes(clock, store, notifier, behaviour),
    payoutOutcomes: new PayoutOutcomes(clock, store, notifier, behaviour),
    credentials: new Credentials(settings.merchants),
    cards: new CardDesk(webhooks),
  }
  return new Sandbox(context)
}

function buildApp(context: Context, control: Control): Express {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  app.use("/api", apiRouter(context))
  app.use(CARD_PATH, cardRouter(context))
  app.use("/_sandbox", controlRouter(control))
  app.use(pagesRouter(context))
  return app
}
