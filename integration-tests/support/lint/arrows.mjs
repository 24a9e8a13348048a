import boundaries from "eslint-plugin-boundaries"

// Who may know whom (docs/decisions/0023-layers.md). Everything not listed is refused.
const FOLDERS = [
  { type: "domain", pattern: "src/domain/**/*" },
  // A module's key stands in its index; it may be known where the module's inside may not.
  { type: "module-key", pattern: "src/modules/*/index.ts", capture: ["name"] },
  { type: "module", pattern: "src/modules/*/**/*", capture: ["name"] },
  { type: "tables", pattern: "src/tables/**/*" },
  { type: "engine", pattern: "src/engine/**/*" },
  { type: "medusa", pattern: "src/medusa/**/*" },
  { type: "settlement", pattern: "src/settlement/**/*" },
  { type: "provider", pattern: "src/providers/*/**/*", capture: ["name"] },
  { type: "workflows", pattern: "src/workflows/**/*" },
  { type: "admin-route", pattern: "src/api/admin/**/*" },
  { type: "api", pattern: "src/api/**/*" },
  { type: "jobs", pattern: "src/jobs/**/*" },
  { type: "subscribers", pattern: "src/subscribers/**/*" },
  { type: "policies", pattern: "src/policies/**/*" },
  { type: "links", pattern: "src/links/**/*" },
  { type: "admin", pattern: "src/admin/**/*" },
  // A package of its own: it goes into browsers.
  { type: "storefront", pattern: "src/storefront/**/*" },
  { type: "sandbox", pattern: "src/sandbox/**/*" },
  { type: "commands", pattern: "src/commands/**/*" },
  { type: "config", pattern: "src/config.ts" },
  { type: "config-spec", pattern: "src/__tests__/config.*" },
  { type: "exports", pattern: "src/exports.ts" },
].map((folder) => ({ ...folder, mode: "full" }))

const MODULES = ["module-key", "module"]
const same = (...types) => types.map((type) => [type, { name: "${from.name}" }])
const WITH_TABLES = MODULES.map((type) => [type, { name: "{ledger,inbox,payouts,subscriptions}" }])
const settlementModules = MODULES.map((type) => [
  type,
  { name: "{gateway,ledger,payouts,subscriptions}" },
])

const ARROWS = [
  { from: "domain", allow: ["domain"] },
  { from: MODULES, allow: ["domain", ...same("module-key", "module")] },
  // What every module with tables does to its tables, and the workflows across them. It is no part of domain,
  // which knows no database, nor of a module, which knows no other.
  { from: "tables", allow: ["tables", "domain"] },
  // How durable work is claimed and held, written once.
  { from: "engine", allow: ["engine", "tables", "domain"] },
  { from: [...WITH_TABLES, "workflows"], allow: ["engine", "tables"] },
  // The only code that reads or writes Medusa's tables (medusa-tables.mjs).
  { from: "medusa", allow: ["medusa", "engine", "tables", "domain"] },
  { from: ["settlement", "provider", "workflows"], allow: ["medusa"] },
  { from: "settlement", allow: ["settlement", "domain"] },
  { from: "settlement", allow: settlementModules, importKind: "type" },
  { from: "provider", allow: ["domain", "settlement", ...same("provider")] },
  { from: "provider", allow: MODULES, importKind: "type" },
  { from: "workflows", allow: ["workflows", "domain", "settlement", ...MODULES] },
  { from: ["admin-route", "api"], allow: ["admin-route", "api"] },
  { from: "jobs", allow: ["jobs"] },
  { from: "subscribers", allow: ["subscribers"] },
  ...["admin-route", "api", "jobs", "subscribers", "exports"].flatMap((from) => [
    { from, allow: ["domain", "medusa", "workflows", "module-key"] },
    { from, allow: MODULES, importKind: "type" },
  ]),
  { from: "policies", allow: ["domain"] },
  { from: "links", allow: ["links", "domain", "module-key"] },
  { from: "admin", allow: ["admin"] },
  { from: "admin", allow: ["admin-route"], importKind: "type" },
  { from: "storefront", allow: ["storefront"] },
  { from: "sandbox", allow: ["sandbox"] },
  { from: "commands", allow: ["commands", "domain", "config", "workflows", "sandbox", ...MODULES] },
  { from: "config", allow: ["domain"] },
  { from: "config-spec", allow: ["config", "domain"] },
]

/** The rule that holds the arrows, for every file in `src`. */
export const arrows = {
  name: "arrows between folders",
  files: ["src/**/*.{ts,tsx}"],
  plugins: { boundaries },
  settings: {
    "import/resolver": { node: { extensions: [".ts", ".tsx", ".json"] } },
    "boundaries/elements": FOLDERS,
    "boundaries/dependency-nodes": ["require", "import", "dynamic-import", "export"],
    // A mock loads the room it names.
    "boundaries/additional-dependency-nodes": [
      {
        selector: "CallExpression[callee.object.name='jest'] > Literal:first-child",
        kind: "value",
      },
    ],
  },
  rules: {
    "boundaries/no-unknown-files": "error",
    "boundaries/no-unknown": "error",
    "boundaries/element-types": [
      "error",
      {
        default: "disallow",
        message:
          "CONTRIBUTING, Where things live: ${file.type} does not know ${dependency.type} this way",
        rules: ARROWS,
      },
    ],
  },
}
