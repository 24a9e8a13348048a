import { defineConfig, loadEnv } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { withPayInProviders } from "./src/config"
import type { PayInRawOptions } from "./src/domain/options/options"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

// The configuration of this repository's own store, for development, demo and tests. A store that
// installs the plugin uses `withPayIn` (README).

const env = process.env
const LOOPBACK_SERVICE = "http://127.0.0.1:8700"

/** An account's own credentials, e.g. PAYIN_PE_TOKEN; the common ones where it has none. */
function credentials(account: string) {
  const of = (name: string) => env[`PAYIN_${account}_${name}`] ?? env[`PAYIN_${name}`]
  const sandbox = `sandbox-${account.toLowerCase()}`
  return {
    username: of("USERNAME") ?? sandbox,
    password: of("PASSWORD") ?? `${sandbox}-password`,
    token: of("TOKEN") ?? `${sandbox}-token`,
    merchantId: of("MERCHANT_ID") ?? sandbox,
    ...(env[`PAYIN_${account}_BASE_URL`] && { baseUrl: env[`PAYIN_${account}_BASE_URL`] }),
  }
}

/** `COP:500000,PEN:500`, as `approvalAbove` wants it. */
function approvalAbove(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [currency = "", amount = ""] = part.split(":")
      return [currency.trim(), amount.trim()]
    })
  )
}

const usual: PayInRawOptions = {
  baseUrl: env.PAYIN_BASE_URL ?? LOOPBACK_SERVICE,
  cardUrl: env.PAYIN_CARD_URL ?? `${env.PAYIN_BASE_URL ?? LOOPBACK_SERVICE}/card`,
  callbackUrl: env.PAYIN_CALLBACK_URL ?? "http://localhost:9000",
  returnUrl: env.PAYIN_RETURN_URL ?? "http://localhost:8000/return",
  // The sandbox's own secret; public, so it serves on loopback only.
  webhookSecret: env.PAYIN_WEBHOOK_SECRET ?? "sandbox-co-webhook-secret",
  ...(env.PAYIN_ENCRYPTION_KEY && { encryptionKey: env.PAYIN_ENCRYPTION_KEY }),
  ...(env.PAYIN_APPROVAL_ABOVE && { approvalAbove: approvalAbove(env.PAYIN_APPROVAL_ABOVE) }),
  accounts: [
    { id: "co", country: "CO", ...credentials("CO") },
    { id: "pe", country: "PE", ...credentials("PE") },
  ],
  merchantId: env.PAYIN_MERCHANT_ID ?? "sandbox-co",
  card: { id: "co" },
}

/** Of two groups of options the later one's; a group inside of both is merged the same way. */
function merged(earlier: object, later: object): object {
  const values: Record<string, unknown> = { ...earlier }
  for (const [name, value] of Object.entries(later)) {
    const before = values[name]
    values[name] = isGroup(before) && isGroup(value) ? merged(before, value) : value
  }
  return values
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

const further = z.record(z.string(), z.unknown()).parse(JSON.parse(env.PAYIN_OPTIONS || "{}"))
const options: PayInRawOptions = { ...usual, ...merged(usual, further) }

const rooms = ["gateway", "ledger", "inbox", "payouts", "subscriptions"]

/** What Medusa's processes share: all of it with Redis, locks alone with MEDUSA_LOCKING=postgres, else nothing. */
function sharedParts() {
  if (env.REDIS_URL) {
    const redisUrl = env.REDIS_URL
    return [
      { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
      { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
      {
        resolve: "@medusajs/medusa/locking",
        options: { providers: [provider("./src/providers/locking-redis", { redisUrl })] },
      },
      {
        resolve: "@medusajs/medusa/caching",
        options: { providers: [provider("@medusajs/medusa/caching-redis", { redisUrl })] },
      },
    ]
  }
  if (env.MEDUSA_LOCKING === "postgres") {
    const providers = [provider("@medusajs/medusa/locking-postgres", {})]
    return [{ resolve: "@medusajs/medusa/locking", options: { providers } }]
  }
  return []
}

function provider(resolve: string, options: Record<string, unknown>) {
  return { resolve, id: resolve.slice(resolve.lastIndexOf("/") + 1), is_default: true, options }
}

export default defineConfig(
  withPayInProviders(
    {
      projectConfig: {
        databaseUrl: env.DATABASE_URL,
        databaseDriverOptions: { connection: { ssl: false } },
        ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
        http: {
          storeCors: env.STORE_CORS ?? "http://localhost:8000",
          adminCors: env.ADMIN_CORS ?? "http://localhost:9000",
          authCors: env.AUTH_CORS ?? "http://localhost:8000,http://localhost:9000",
          jwtSecret: env.JWT_SECRET ?? "development-jwt-secret",
          cookieSecret: env.COOKIE_SECRET ?? "development-cookie-secret",
        },
        workerMode: workerMode(env.MEDUSA_WORKER_MODE),
        // The demo speaks plain http on loopback; secure cookies would make its login loop.
        cookieOptions: { secure: false, sameSite: "lax" },
      },
      admin: { disable: env.DISABLE_MEDUSA_ADMIN === "true" },
      ...(env.REDIS_URL && { featureFlags: { caching: true } }),
      modules: [
        ...rooms.map((room) => ({ resolve: `./src/modules/${room}`, options })),
        ...sharedParts(),
        // Medusa's test runner reads this file before it knows of Medusa's feature flags.
        ...(env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
      ],
    },
    options,
    "./src/providers"
  )
)

function workerMode(text: string | undefined): "shared" | "worker" | "server" {
  return text === "worker" || text === "server" ? text : "shared"
}
