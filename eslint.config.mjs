import js from "@eslint/js"
import medusa from "@medusajs/eslint-plugin"
import { defineConfig, globalIgnores } from "eslint/config"
import tseslint from "typescript-eslint"

import { arrows } from "./integration-tests/support/lint/arrows.mjs"
import { medusaTables } from "./integration-tests/support/lint/medusa-tables.mjs"
import { packages } from "./integration-tests/support/lint/packages.mjs"
import { queues } from "./integration-tests/support/lint/queues.mjs"
import { specs } from "./integration-tests/support/lint/specs.mjs"
import { words } from "./integration-tests/support/lint/words.mjs"

const TESTS = ["**/__tests__/**", "integration-tests/**"]
const BROWSER = [
  ...["window", "document", "location", "history", "navigator", "localStorage", "sessionStorage"],
  ...["addEventListener", "requestAnimationFrame", "matchMedia", "CSS", "HTMLElement", "Image"],
]

const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]))

// Medusa's first block ignores every test, and so would all other rules. Its own rules are about
// what a shop is made of: they stay away from tests and settings.
const medusaRecommended = medusa.configs.recommended
  .filter((block) => block.rules ?? block.plugins)
  .map((block) =>
    block.rules ? { ...block, ignores: [...(block.ignores ?? []), ...TESTS, "*.js"] } : block
  )

export default defineConfig(
  globalIgnores([
    ...[
      ".medusa/",
      ".demo/",
      "**/.next/",
      "**/next-env.d.ts",
      "public/",
      "coverage/",
      "**/*.d.mts",
    ],
  ]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,

  {
    files: ["**/*.mjs"],
    languageOptions: { globals: readonly(Object.getOwnPropertyNames(globalThis)) },
  },
  {
    files: ["*.js", "**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: readonly(["process", "__dirname"]) },
  },
  {
    files: ["integration-tests/demo/**/*.js", "integration-tests/browser/**/*.mjs"],
    languageOptions: {
      globals: readonly([...Object.getOwnPropertyNames(globalThis), ...BROWSER]),
    },
  },

  medusaRecommended,
  {
    files: ["src/**/*.{ts,tsx}"],
    // zod is a dependency of ours (package.json), so that domain and sandbox need no Medusa for it.
    rules: { "@medusajs/zod-import-source": "off", "no-console": "error" },
  },
  {
    files: ["src/commands/**"],
    rules: { "no-console": "off" },
  },
  {
    // Folders that do not know Medusa (docs/decisions/0023-layers.md), or have an error tree of
    // their own.
    files: ["src/{domain,sandbox,storefront,commands,modules/gateway}/**", "src/config.ts"],
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },

  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // It calls a look into a list "always found" and would have us remove needed checks.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // Medusa's contracts ask for async methods that have nothing to wait for, and for classes
      // that hold only static members.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-extraneous-class": "off",
    },
  },
  {
    files: ["src/modules/*/**/*.ts"],
    rules: {
      // Knex hands its builder to a callback that may return it, and a builder is a promise.
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { arguments: false } },
      ],
      // MedusaService() takes its constructor's arguments on as they come.
      "prefer-rest-params": "off",
    },
  },
  {
    files: [...TESTS.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`])],
    rules: {
      // Bodies of HTTP answers are `any` in supertest and axios.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },

  arrows,
  medusaTables,
  packages,
  queues,
  specs,
  words
)
