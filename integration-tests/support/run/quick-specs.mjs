/**
 * Specs of a whole Medusa that `npm test` runs: together they buy with every method, refund, pay out, renew and fail.
 * docs/testing.md says which promise each of them shows.
 */
const QUICK = [
  "sale",
  "every-method",
  "unconfirmed",
  "adoption",
  "races",
  "crash",
  "ends",
  "card-checkout",
  "renewals",
  "refunds",
  "payouts-desk",
  "store-routes",
  "jobs",
]

/** Whether `npm test` runs a spec file of integration-tests/http. */
export function isQuick(file) {
  return QUICK.some((name) => file === `integration-tests/http/${name}.spec.ts`)
}
