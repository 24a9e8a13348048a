import { writeFileSync } from "node:fs"
import { Medusa, medusaEnvironment } from "../../support/medusa/process.mjs"
import { BUILT_ADMIN, MEDUSA_LOG, ROOT } from "./settings.mjs"

/** The demo's Medusa, whatever the person's own environment says. */
export function demoMedusa({ databaseUrl, sandbox, urls }) {
  const environment = {
    ...shopEnvironment({ databaseUrl, sandbox: sandbox.url, urls }),
    // In development, and only there, the admin is served from its sources.
    NODE_ENV: BUILT_ADMIN ? "integration" : "development",
    DISABLE_MEDUSA_ADMIN: "false",
    STORE_CORS: [urls.shop, process.env.DEMO_OTHER_SHOP].filter(Boolean).join(","),
    // The browser run cannot wait as long as a shop does.
    PAYIN_OPTIONS: process.env.DEMO_OPTIONS || "{}",
    ...credentials(sandbox.merchants),
  }
  writeFileSync(MEDUSA_LOG, "")
  return new Medusa({ folder: ROOT, environment, log: MEDUSA_LOG })
}

/** What a Medusa of this repository is told, whatever the person's own environment says: it sells through the sandbox. */
export function shopEnvironment({ databaseUrl, sandbox, urls }) {
  return medusaEnvironment({
    NODE_ENV: "integration",
    TS_NODE_TRANSPILE_ONLY: "true",
    DATABASE_URL: databaseUrl,
    REDIS_URL: "",
    DISABLE_MEDUSA_ADMIN: "true",
    JWT_SECRET: "demo-jwt-secret",
    COOKIE_SECRET: "demo-cookie-secret",
    STORE_CORS: urls.shop,
    ADMIN_CORS: urls.medusa,
    AUTH_CORS: `${urls.medusa},${urls.shop}`,
    PAYIN_BASE_URL: sandbox,
    PAYIN_CARD_URL: `${sandbox}/card`,
    PAYIN_CALLBACK_URL: urls.medusa,
    PAYIN_RETURN_URL: `${urls.shop}/return?cart_id={cart_id}`,
    // Small sums leave by themselves, larger ones wait for a second person.
    PAYIN_APPROVAL_ABOVE: "COP:500000,PEN:500",
  })
}

function credentials(merchants) {
  const accounts = merchants.filter(({ country }) => country === "CO" || country === "PE")
  return Object.fromEntries(
    accounts.flatMap(({ country, username, password, token, merchantId }) => [
      [`PAYIN_${country}_USERNAME`, username],
      [`PAYIN_${country}_PASSWORD`, password],
      [`PAYIN_${country}_TOKEN`, token],
      [`PAYIN_${country}_MERCHANT_ID`, merchantId],
    ])
  )
}
