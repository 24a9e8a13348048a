import texts from "../../src/admin/i18n"
import { holdKind } from "../../src/admin/subscriptions/hold-kind"

describe("a hold on the page of a subscription", () => {
  it.each([
    ["preauthorization", null, "preauthorization"],
    ["preauthorization", "cycle_2", "renewal"],
    ["renewal", "cycle_2", "renewal"],
  ] as const)("asked as %s for period %s is shown as %s", (kind, cycle_id, shown) => {
    expect(holdKind({ kind, cycle_id })).toBe(shown)
  })
})

it("what ends a subscription says what pressing it does, and not how it stands", () => {
  expect(texts.en.payin.subscriptions.means.cancel).toMatch(/^Ends the subscription/)
  expect(texts.es.payin.subscriptions.means.cancel).toMatch(/^Terminarla /)
})
