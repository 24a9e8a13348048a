import { readFileSync } from "node:fs"
import path from "node:path"
import { COUNTRIES, PAID_LATER } from "../../../src/domain/country/countries"
import { amountLimit, CATALOG, defaultExpiration, isMethod } from "../../../src/sandbox/catalog"

const root = path.join(__dirname, "../../..")

describe("the separate country tables of the plugin and the sandbox", () => {
  it.each(Object.values(COUNTRIES))("offer the same methods and documents in $country", (rule) => {
    const offer = CATALOG[rule.country]
    const enabled = rule.methods.filter((method) => method.enabled)
    const { currency, phone_code, document_types } = rule
    expect({ currency, phone_code, document_types }).toEqual({
      currency: offer.currency,
      phone_code: offer.phone_code,
      document_types: offer.document_types,
    })
    expect(enabled.map(({ payment_method }) => payment_method)).toEqual(offer.methods)
  })

  it.each(Object.values(COUNTRIES))(
    "have the same amount limits and link lifetimes in $country",
    (rule) => {
      for (const { payment_method, min, max, link_minutes, enabled } of rule.methods) {
        const method = isMethod(payment_method) ? payment_method : null
        if (!enabled || method === null) {
          continue
        }
        const limit = amountLimit(rule.currency, method)
        expect([method, min, max, link_minutes]).toEqual([
          method,
          limit.min === null ? null : String(limit.min),
          limit.max === null ? null : String(limit.max),
          defaultExpiration(method),
        ])
      }
    }
  )
})

describe("methods that are paid later", () => {
  it("are the same in the mailer of docs/events.md", () => {
    const text = readFileSync(path.join(root, "docs/events.md"), "utf8")
    const [, list = ""] = /const PAID_LATER = (\[[^\]]*\])/.exec(text) ?? []
    expect(JSON.parse(list)).toEqual(PAID_LATER)
  })
})
