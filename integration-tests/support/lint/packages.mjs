// Which packages a folder may know (docs/decisions/0023-layers.md): domain is pure, the gateway is
// the only door to the service, the sandbox is a stand-in for the service and no part of a shop.
const SELF = {
  regex: "^medusa-plugin-payin",
  message: "Inside the plugin, import by relative path.",
}
const AXIOS = { regex: "^axios", message: "Only modules/gateway talks to the service." }
const MEDUSA = { regex: "^@medusajs/", message: "The sandbox knows nothing of Medusa." }
const NOT_REACT = {
  regex: "^(?!\\.|react$)",
  message: "The storefront package knows React, and nothing else: it goes into browsers.",
}
const NOT_PURE = {
  regex: "^(?!\\.|zod$|csv-parse/sync$|bignumber\\.js$|luxon$|node:crypto$|node:net$)",
  message: "domain is pure: no Medusa, no HTTP, no database.",
}

const NET = {
  name: "node:net",
  allowImportNames: ["isIP", "isIPv4", "isIPv6"],
  message: "domain is pure: it may read an address, not open one.",
}

const restrict = (name, files, patterns, paths = [], ignores = []) => ({
  name: `packages: ${name}`,
  files,
  ignores,
  rules: { "no-restricted-imports": ["error", { patterns, paths }] },
})

const tests = ["src/**/__tests__/**"]

/** For one file only the last block that names it counts: from the general to the particular. */
export const packages = [
  restrict("src", ["src/**/*.{ts,tsx}"], [SELF, AXIOS]),
  restrict("gateway", ["src/modules/gateway/**/*.ts"], [SELF]),
  restrict("sandbox", ["src/sandbox/**/*.ts"], [SELF, AXIOS, MEDUSA]),
  restrict("storefront", ["src/storefront/**/*.{ts,tsx}"], [NOT_REACT], [], tests),
  restrict("domain", ["src/domain/**/*.ts"], [SELF, NOT_PURE], [NET], tests),
]
