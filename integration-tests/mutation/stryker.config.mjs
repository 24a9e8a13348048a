export const REPORT = ".medusa/mutation.json"

// npm run mutation [-- --mutate src/domain/money/amount.ts]: how many small mistakes in the rules about money the unit
// tests notice. Words are left out: whether a message reads well is no test's business.
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "integration-tests/mutation/vitest.config.mjs" },
  mutate: [
    "src/domain/*/*.ts",
    "!src/domain/time/clock.ts",
    "!src/domain/row/reference.ts",
    "src/tables/page.ts",
  ],
  mutator: { excludedMutations: ["StringLiteral", "Regex"] },
  // What is computed when a file is loaded would need a process of its own for each mutant.
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: REPORT },
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 85, low: 60, break: null },
  tempDirName: ".medusa/mutation",
}
