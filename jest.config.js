const path = require("node:path")

const kinds = {
  unit: { testMatch: ["<rootDir>/src/**/__tests__/**/*.unit.spec.ts", "<rootDir>/integration-tests/**/*.unit.spec.ts"] },
  sandbox: { testMatch: ["<rootDir>/src/sandbox/**/__tests__/**/*.sandbox.spec.ts"] },
  http: {
    testMatch: ["<rootDir>/integration-tests/http/**/*.spec.ts"],
    globalSetup: path.join(__dirname, "integration-tests/support/jest/start-postgres.mjs"),
    globalTeardown: path.join(__dirname, "integration-tests/support/jest/stop-postgres.mjs"),
    setupFiles: ["<rootDir>/integration-tests/support/jest/clear-metadata.ts"],
  },
}

module.exports = {
  rootDir: __dirname,
  testEnvironment: "node",
  transform: {
    "^.+\\.[jt]s$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true },
          transform: { decoratorMetadata: true, legacyDecorator: true },
          target: "es2021",
        },
      },
    ],
  },
  moduleFileExtensions: ["ts", "js", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.demo/"],
  ...kinds[process.env.TEST_KIND ?? "unit"],
}
