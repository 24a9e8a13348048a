import { linkAction, linkMeans } from "../../src/admin/payouts/link-words"

const form = { email: "rosa@example.com", for_recipient: false }
const shopper = { action: "giving.action.destination-link", means: "giving.means.destination-link" }
const shown = { action: "giving.formAction", means: "giving.formMeans" }
const mailed = { action: "giving.formMail", means: "giving.formMailMeans" }
const waits = { reason: "awaiting_beneficiary" } as const

describe("the way to the address where somebody names an account", () => {
  it.each([
    ["asks the shopper of a refund", { reason: null, form: null }, shopper],
    ["shows a form", { ...waits, form }, shown],
    [
      "sends the mail with a form again, which no operator reads",
      { ...waits, form: { ...form, for_recipient: true } },
      mailed,
    ],
  ])("%s", (_, payout, words) => {
    expect({ action: linkAction(payout), means: linkMeans(payout) }).toEqual(words)
  })
})
