import { changesMail } from "../maker"

const STORED = { email: "Ana@Example.com", customer_id: "cus_1" }

describe("a write of an order or a customer", () => {
  it.each<[string, object]>([
    ["names neither e-mail nor customer", { first_name: "Ana" }],
    ["repeats the e-mail", { email: "Ana@Example.com", first_name: "Ana" }],
    ["repeats the e-mail in other letters", { email: " ana@example.COM " }],
    ["repeats the customer", { customer_id: "cus_1" }],
  ])("that %s changes no mail", (_, posted) => {
    expect(changesMail(posted, STORED)).toBe(false)
  })

  it.each<[string, object, unknown]>([
    ["names another e-mail", { email: "eva@example.com" }, STORED],
    ["takes the e-mail away", { email: null }, STORED],
    ["names an e-mail that is none", { email: { $ne: "" } }, STORED],
    [
      "names a letter that is only alike",
      { email: "\u212aim@example.com" },
      { email: "kim@example.com" },
    ],
    ["gives a first e-mail", { email: "eva@example.com" }, { email: null }],
    [
      "names the same e-mail and another customer",
      { email: STORED.email, customer_id: "cus_2" },
      STORED,
    ],
    ["names the e-mail and the customer of a row that is not found", STORED, undefined],
    [
      "takes over the e-mail of the same customer",
      { customer_id: "cus_1", update_order_email: true },
      STORED,
    ],
  ])("that %s changes the mail", (_, posted, stored) => {
    expect(changesMail(posted, stored)).toBe(true)
  })

  it.each([undefined, null, "email", 7, []])("without fields (%j) changes no mail", (posted) => {
    expect(changesMail(posted, STORED)).toBe(false)
  })
})
