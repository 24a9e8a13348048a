import { majorAmount } from "../money"
import { approvalRefusal, approvalRefusalText, needsApproval } from "../payout-approval"

const LIMITS = { COP: majorAmount("500000"), PEN: majorAmount("0") }

describe("the approval of a second person", () => {
  it.each([
    ["500000", "COP", false],
    ["500000.01", "COP", true],
    ["0.01", "PEN", true],
    ["0.01", "MXN", true],
    ["1", "toString", true],
  ])("for a payout of %s %s is needed: %s", (amount, currency, needed) => {
    expect(needsApproval(majorAmount(amount), currency, LIMITS)).toBe(needed)
  })

  it("is always needed when no limit is set", () => {
    expect(needsApproval(majorAmount("1"), "COP", {})).toBe(true)
  })
})

describe("the approver of a payout", () => {
  const makers = { created_by: "user_maker", edited_by: ["user_editor", null] }
  const user = (id: string | null) => ({ type: "user", id })

  it("may be any user who did not create or edit the payout", () => {
    expect(approvalRefusal(user("user_other"), makers)).toBeNull()
    expect(approvalRefusal(user("user_other"), { created_by: null, edited_by: [] })).toBeNull()
  })

  it.each([
    ["an API key", { type: "api-key", id: "apk_1" }, "not_a_user"],
    ["a customer", { type: "customer", id: "cus_1" }, "not_a_user"],
    ["a user without an id", user(null), "not_a_user"],
    ["a user with an empty id", user(""), "not_a_user"],
    ["the creator", user("user_maker"), "creator"],
    ["the last editor", user("user_editor"), "last_editor"],
  ] as const)("may not be %s", (_who, actor, refusal) => {
    expect(approvalRefusal(actor, makers)).toBe(refusal)
    expect(approvalRefusalText(refusal)).toMatch(/^\p{Lu}.+\.$/u)
  })
})
