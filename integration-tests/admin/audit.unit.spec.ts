import { auditAction } from "../../src/admin/audit/action"
import { mailReaders, shownFacts } from "../../src/admin/audit/shown-facts"
import type { TextKey } from "../../src/admin/text/key"

const say = (key: TextKey) => key
const known = (facts: Record<string, unknown>) => Object.fromEntries(shownFacts(facts))

describe("what the audit says of a link that was made", () => {
  it.each([
    ["the shopper's, to say where a refund goes", null, "audit.action.link_made"],
    ["a form of the service, which was shown", { by_form: true }, "audit.action.form_shown"],
  ])("is that it is %s", (_, facts, said) => {
    expect(auditAction({ action: "link_made", facts }, say)).toBe(said)
  })

  it("is who might read its mail, as people and not as the words of a row", () => {
    const facts = { by_form: true, readers: ["user_ana", "customer:cus_1"] }
    expect(known(facts)).toEqual({})
    expect(mailReaders(facts)).toEqual(["user_ana", "customer:cus_1"])
    expect([mailReaders({ readers: "user_ana" }), mailReaders(null)]).toEqual([[], []])
  })
})

describe("what the audit says of somebody who was refused", () => {
  it.each([
    ["the approval", "second_person", "audit.action.approval_refused"],
    ["the address of a form", "for_recipient", "audit.action.form_refused"],
  ])("is that it was %s", (_, code, said) => {
    expect(auditAction({ action: "approval_refused", facts: { version: 1, code } }, say)).toBe(said)
  })

  it("is why, unless the deed says it", () => {
    expect(known({ code: "second_person" })).toEqual({ code: "second_person" })
    expect(known({ code: "for_recipient" })).toEqual({})
  })
})

describe("what the audit says of a changed destination", () => {
  it("is the last digits of its account, or the masked e-mail that its form goes to", () => {
    expect(known({ account_last_four: "6789" })).toEqual({ account_last_four: "6789" })
    const email = "r••••@example.com"
    expect(known({ account_last_four: "", email })).toEqual({ email })
  })
})
