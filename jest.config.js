const path = require("node:path")

const support = path.join(__dirname, "integration-tests/support/jest")

const onPostgres = {
  globalSetup: path.join(support, "start-postgres.mjs"),
  globalTeardown: path.join(support, "stop-postgres.mjs"),
  setupFiles: [
    path.join(support, "plain-console.ts"),
    path.join(support, "clear-metadata.ts"),
    path.join(support, "near-postgres.ts"),
  ],
}

// What starts Medusa: its own PostgreSQL, and handles of the framework that stay open
// (docs/medusa.md#open-handles).
const withMedusa = {
  ...onPostgres,
  // A spec file boots a whole Medusa in its beforeAll: in ten seconds, or in a hundred where others
  // have most of the machine.
  testTimeout: 300_000,
  forceExit: true,
  // Each file leaves a Medusa behind in its worker's memory.
  workerIdleMemoryLimit: "1500MB",
}

// What a run of all specs of a kind writes: few files that call them (integration-tests/support/run/groups.mjs).
const GROUPS = "<rootDir>/.medusa/tests/groups/**/*.spec.js"

const kinds = {
  unit: {
    testMatch: [
      "<rootDir>/src/**/__tests__/**/*.unit.spec.ts",
      "<rootDir>/integration-tests/**/*.unit.spec.ts",
    ],
    // Long, so that only a hang reaches it, not a busy machine.
    testTimeout: 120_000,
    // With --coverage, as `npm test` runs it: the rules that decide about money, state machines first.
    collectCoverageFrom: ["src/domain/**/*.ts", "src/tables/page.ts"],
    coverageReporters: ["text-summary"],
    coverageThreshold: {
      global: { branches: 95 },
      "./src/domain/*/state.ts": { branches: 95 },
      "./src/domain/payout/attempt.ts": { branches: 95 },
    },
  },
  sandbox: {
    testMatch: ["<rootDir>/src/sandbox/**/__tests__/**/*.sandbox.spec.ts"],
    testTimeout: 120_000,
  },
  // Our modules on PostgreSQL, without Medusa.
  modules: {
    testMatch: ["<rootDir>/integration-tests/modules/**/*.spec.ts"],
    ...onPostgres,
    // Long, so that only a hang reaches it, not a busy machine.
    testTimeout: 300_000,
  },
  http: {
    testMatch: ["<rootDir>/integration-tests/http/**/*.spec.ts"],
    ...withMedusa,
  },
  // Medusa in processes of its own, on a store that is kept (integration-tests/support/kept-store.ts).
  instances: {
    testMatch: ["<rootDir>/integration-tests/instances/**/*.spec.ts"],
    setupFiles: [path.join(support, "plain-console.ts")],
    forceExit: true,
  },
}

for (const kind of ["unit", "sandbox", "modules", "http"]) {
  const { testMatch, ...rest } = kinds[kind]
  kinds[`${kind}-grouped`] = { ...rest, testMatch: [...testMatch, GROUPS] }
}
Object.assign(kinds["http-grouped"], {
  testSequencer: path.join(support, "groups-first.cjs"),
  maxWorkers: 3,
})

const kind = process.env.TEST_KIND ?? "unit"
if (!(kind in kinds)) {
  throw new Error(`TEST_KIND is "${kind}": it is one of ${Object.keys(kinds).join(", ")}`)
}

module.exports = {
  rootDir: __dirname,
  reporters: ["default", ...(kind.startsWith("unit") ? [] : [path.join(support, "live.cjs")])],
  testEnvironment: "node",
  maxWorkers: 2,
  transform: {
    "^.+\\.[jt]s$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true },
          transform: { decoratorMetadata: true, legacyDecorator: true },
          target: "es2021",
        },
        // A spec loads the .mjs of integration-tests/support with `await import()`.
        module: { type: "commonjs", ignoreDynamic: true },
      },
    ],
    // The React components of docs.
    "^.+\\.tsx$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
          target: "es2021",
        },
        module: { type: "commonjs" },
      },
    ],
  },
  moduleNameMapper: { "^fast-check$": path.join(support, "fast-check.cjs") },
  moduleFileExtensions: ["ts", "tsx", "js", "mjs", "json"],
  modulePathIgnorePatterns: [
    "<rootDir>/.medusa/(?!tests)",
    "<rootDir>/.demo/",
    "<rootDir>/.*/\\.next/",
  ],
  ...kinds[kind],
}
