import { withoutPauses } from "./background"
import { isDeepStrictEqual } from "node:util"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { createSandbox } from "../../src/sandbox"
import { seedStore } from "../demo/seed"
import { queueCheckpoints } from "./checkpoints"
import { ServiceProxy } from "./service-proxy"
import { openGates } from "./gate"
import { switchJobsOff } from "./jobs"
import { copySeededDatabase, seededOnce } from "./seeded-database"
import { putRowsBack } from "./seeded-rows"
import { MERCHANT, shopEnvironment } from "./shop-environment"
import { Shop } from "./store-under-test"

copySeededDatabase()
putRowsBack()
switchJobsOff()

export { Shop } from "./store-under-test"
export type { MarketCode, SessionAnswer } from "./storefront"

/** Ports of this process's store and sandbox: Medusa must know its own address before it starts. */
function port(offset: number): number {
  return 20_000 + ((process.pid * 4 + offset) % 12_000)
}

export interface ShopSettings {
  /** Further options of the plugin, merged last (`PAYIN_OPTIONS`). */
  options?: Record<string, unknown>
  env?: Record<string, string>
  /**
   * Leaves the process in a state that the next file would not expect: no other one comes after it
   * on its store.
   */
  alone?: true
}

let shared: { shop: Shop; settings: ShopSettings } | null = null

/**
 * Calls several spec files, by their names, on one store (groups.mjs).
 *
 * @public by the files that `writeGroups` writes
 */
export function shareShop(settings: ShopSettings, specs: Record<string, () => void>): void {
  openShop("one store for several", settings, (shop) => {
    shared = { shop, settings }
    for (const [file, call] of Object.entries(specs)) {
      describe(file, () => {
        call()
      })
    }
    shared = null
  })
}

/** Opens a store for the tests of `suite`; each test finds it as it was after seeding. */
export function withShop(title: string, settings: ShopSettings, suite: (shop: Shop) => void): void {
  if (shared === null) {
    openShop(title, settings, suite)
    return
  }
  if (!isDeepStrictEqual(settings, shared.settings)) {
    throw new Error(`"${title}" wants another store than its group has (groups.mjs)`)
  }
  const { shop } = shared
  describe(title, () => suite(shop))
}

/** A test may change options of the running store; the next test finds them as the store was opened with. */
function putBack(changed: object, before: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(before)) {
    const now: unknown = Reflect.get(changed, name)
    if (isPlainObject(now) && isPlainObject(value)) putBack(now, value)
    else if (!isDeepStrictEqual(now, value)) Reflect.set(changed, name, structuredClone(value))
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function openShop(title: string, settings: ShopSettings, suite: (shop: Shop) => void): void {
  describe(title, () => {
    const store = port(0)
    const service = port(1)
    const sandbox = createSandbox({ port: service, merchants: [MERCHANT] })
    const proxy = new ServiceProxy(sandbox, port(2))
    const url = `http://localhost:${store}`

    // The runner reads the configuration before it applies its own `env`, so it is set here.
    const env: Record<string, string> = {
      PORT: String(store),
      ...shopEnvironment({
        serviceUrl: proxy.url,
        callbackUrl: url,
        options: settings.options,
      }),
      ...settings.env,
    }

    beforeAll(async () => {
      Object.assign(process.env, env)
      await sandbox.start()
      await proxy.open()
    })
    afterAll(async () => {
      await proxy.close()
      await sandbox.stop()
      Object.keys(env).forEach((name) => delete process.env[name])
    })

    medusaIntegrationTestRunner({
      moduleName: title
        .replace(/[^a-z0-9]+/gi, "-")
        .toLowerCase()
        .slice(0, 20),
      testSuite: ({ getContainer, utils }) => {
        const shop = new Shop(sandbox, proxy, url, getContainer)
        let options: Record<string, unknown>
        beforeAll(async () => {
          options = structuredClone({ ...shop.gateway.options })
          withoutPauses(shop.gateway)
          queueCheckpoints()
          const seeded = await seededOnce(shop.pg, async () => {
            shop.store = await seedStore(getContainer(), { stock: 1000 })
            return { store: shop.store, carts: await shop.fillCarts() }
          })
          shop.store = seeded.store
          await shop.copyCarts(seeded.carts)
        })
        beforeEach(async () => {
          sandbox.reset()
          proxy.tellTheTruth()
          await proxy.open()
        })
        afterEach(async () => {
          delete process.env.PAYIN_CLOCK_OFFSET_MS
          putBack(shop.gateway.options, options)
          await openGates(shop.pg)
          await sandbox.idle()
          await utils.waitWorkflowExecutions()
        })
        suite(shop)
      },
    })
  })
}
