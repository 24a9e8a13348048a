/* global require, module, process, Buffer */
// The bench's store: the same configuration with the plugin and, to see what a boot costs, without; beside
// Medusa's own Stripe provider when peers are measured.

const { defineConfig } = require("@medusajs/framework/utils")
const merchants = require("./merchants.js")

const { BENCH_CARDS, BENCH_PLUGIN, BENCH_STRIPE, DATABASE_URL } = process.env
const { BENCH_SANDBOX_URL, BENCH_STORE_URL } = process.env

const bare = {
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: "http://localhost:8000",
      adminCors: BENCH_STORE_URL,
      authCors: BENCH_STORE_URL,
      jwtSecret: "bench-jwt-secret",
      cookieSecret: "bench-cookie-secret",
    },
  },
  admin: { disable: true },
  ...(BENCH_STRIPE ? { modules: [withStripe(JSON.parse(BENCH_STRIPE))] } : {}),
}

function withStripe(options) {
  const provider = { resolve: require.resolve("./stripe-peer.js"), id: "stripe", options }
  return { resolve: "@medusajs/medusa/payment", options: { providers: [provider] } }
}

function withCards() {
  return {
    cardUrl: `${BENCH_SANDBOX_URL}/card`,
    webhookSecret: merchants[0].webhookSecret,
    card: { id: "co" },
  }
}

function withPlugin() {
  const { withPayIn } = require("medusa-plugin-payin/config")
  return withPayIn(bare, {
    baseUrl: BENCH_SANDBOX_URL,
    callbackUrl: BENCH_STORE_URL,
    returnUrl: "http://localhost:8000/return",
    approvalAbove: { COP: 1_000_000 },
    ...(BENCH_CARDS && withCards()),
    encryptionKey: Buffer.from("a key of thirty-two bytes, bench").toString("base64"),
    accounts: merchants.map(({ country, username, password, token, merchantId }) => ({
      ...{ id: country.toLowerCase(), country },
      ...{ username, password, token, merchantId },
    })),
  })
}

module.exports = defineConfig(BENCH_PLUGIN === "off" ? bare : withPlugin())
