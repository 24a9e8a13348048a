import texts from "../../src/admin/i18n"
import { holdKind } from "../../src/admin/subscriptions/hold-kind"

describe("a hold on the page of a subscription", () => {
  it.each([
    ["preauthorization", null, "preauthorization"],
    ["preauthorization", "cycle_2", "renewal"],
    ["renewal", "cycle_2", "renewal"],
  ] as const)("requested as %s for cycle %s is shown as %s", (kind, cycle_id, shown) => {
    expect(holdKind({ kind, cycle_id })).toBe(shown)
  })
})

it("the cancel button of a subscription says what it does, not the subscription's status", () => {
  expect(texts.en.payin.subscriptions.means.cancel).toMatch(/^Ends the subscription/)
  expect(texts.es.payin.subscriptions.means.cancel).toMatch(/^Terminarla /)
})
