import { defineConfig } from "@medusajs/framework/utils"
import { withPayIn } from "medusa-plugin-payin/config"

// A stranger's store, set up as the README says; with PACKED_LONGHAND as docs/troubleshooting.md does without `withPayIn`.
const { env } = process

const projectConfig = {
  databaseUrl: env.DATABASE_URL,
  databaseDriverOptions: { connection: { ssl: false } },
  http: {
    storeCors: "http://localhost:8000",
    adminCors: env.STORE_URL ?? "",
    authCors: env.STORE_URL ?? "",
    jwtSecret: env.JWT_SECRET ?? "packed-jwt-secret",
    cookieSecret: env.COOKIE_SECRET ?? "packed-cookie-secret",
  },
  // Production on plain http of this machine: secure cookies would make the login loop.
  cookieOptions: { secure: false, sameSite: "lax" as const },
}

// Minifying takes most of the build and changes nothing that is tested.
const admin = {
  vite: () => ({ build: { minify: false, rollupOptions: { treeshake: false } } }),
}

const payin = {
  baseUrl: env.PAYIN_BASE_URL,
  cardUrl: env.PAYIN_CARD_URL,
  username: env.PAYIN_USERNAME,
  password: env.PAYIN_PASSWORD,
  token: env.PAYIN_TOKEN,
  merchantId: env.PAYIN_MERCHANT_ID,
  webhookSecret: env.PAYIN_WEBHOOK_SECRET,
  callbackUrl: env.STORE_URL ?? "",
  returnUrl: "http://localhost:8000/return",
  encryptionKey: env.PAYIN_ENCRYPTION_KEY,
  approvalAbove: { COP: 500_000 },
  accounts: [
    { id: "co", country: "CO" as const },
    // The demo's shop has a region there.
    { id: "pe", country: "PE" as const },
  ],
  card: { id: "co" },
}

const longhand = {
  projectConfig,
  admin,
  plugins: [{ resolve: "medusa-plugin-payin", options: payin }],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: [
        ...["payinGateway", "payinLedger", "payinInbox", "payinPayouts", "payinSubscriptions"],
        "query",
      ],
      options: {
        providers: [
          {
            resolve: "medusa-plugin-payin/providers/payin",
            id: "co",
            options: { ...payin, account: "co" },
          },
          {
            resolve: "medusa-plugin-payin/providers/payin",
            id: "pe",
            options: { ...payin, account: "pe" },
          },
          {
            resolve: "medusa-plugin-payin/providers/card",
            id: "co",
            options: { ...payin, account: "co" },
          },
        ],
      },
    },
  ],
}

module.exports = defineConfig(
  env.PACKED_LONGHAND === "true" ? longhand : withPayIn({ projectConfig, admin }, payin)
)
