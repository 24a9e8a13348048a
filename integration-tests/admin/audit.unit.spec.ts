import { auditAction } from "../../src/admin/audit/action"
import type { TextKey } from "../../src/admin/text/key"

const say = (key: TextKey) => key

describe("what the audit says of a link that was made", () => {
  it.each([
    ["the shopper's, to say where a refund goes", null, "audit.action.link_made"],
    ["a form of the service, which was shown", { by_form: true }, "audit.action.form_shown"],
  ])("is that it is %s", (_, facts, said) => {
    expect(auditAction({ action: "link_made", facts }, say)).toBe(said)
  })
})
