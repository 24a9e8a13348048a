const CLAIM = "/skip locked|leased_until/i"
const message =
  "Claims and leases are written in src/engine alone (docs/decisions/0004-queues-in-postgresql.md)"

/** Refuses claims of free rows and writes of leases outside of the engine. */
export const queues = {
  name: "claims and leases",
  files: ["src/**/*.ts"],
  ignores: [
    "src/engine/**",
    "src/modules/*/{migrations,models}/**",
    "src/modules/*/{rows,*-rows}.ts",
    "src/domain/privacy/personal-data.ts",
    "src/**/__tests__/**",
  ],
  rules: {
    "no-restricted-syntax": [
      "error",
      { selector: `TemplateElement[value.raw=${CLAIM}]`, message },
      { selector: `Literal[value=${CLAIM}]`, message },
      { selector: "Property[key.name='leased_until']", message },
      { selector: "MemberExpression[property.name='skipLocked']", message },
    ],
  },
}
