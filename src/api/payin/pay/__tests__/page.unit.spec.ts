import { createHash } from "node:crypto"
import { COUNTRIES } from "../../../../domain/country/countries"
import { CUSTOMER_FIELD_NAMES } from "../../../../domain/privacy/customer-data"
import { methodIcon } from "../../../../domain/method/icon"
import { pageHeaders } from "../../page/style"
import { formAction } from "../answer"
import { payPage } from "../page"
import { payPageStatus, type PayForm, type PayPageView } from "../view"

const STORE = { store: "Tienda Ñandú", order: "1042" }
const STATES = ["nothing_owed", "order_canceled", "arriving", "elsewhere"] as const
const PROBLEMS = ["changed", "busy", "too_many", "refused", "failed"] as const

const KEY = { type: "key", key: "@LLAVE123", expires_at: "2026-11-29T15:00:00.000Z" } as const
const CONFIRMATION = { type: "confirmation", text: "Confirma en tu banco" } as const
const PSE_ASKED = {
  banks: [{ value: "0017", label: "Banco Condor" }],
  person_types: [
    { value: "NATURAL", label: "Persona" },
    { value: "JURIDICA", label: "Empresa" },
  ],
}

const form = (change: Partial<PayForm> = {}, language: "es" | "en" = "es"): PayPageView => ({
  language,
  ...{ state: "form", ...STORE, amount: "54000", currency: "COP", phone_code: "57" },
  methods: COUNTRIES.CO.methods.map(({ payment_method, label }) => ({
    ...{ payment_method, label: label[language], icon: methodIcon(payment_method) },
    reason: payment_method === "EFECTY" ? "Disponible desde $ 10.000." : null,
  })),
  document_types: [{ value: "CC", label: "Cédula (CC)" }],
  ...{ payer: "C. P.", asked: [], waiting: null, ended: null, pse: null },
  ...{ problem: null, wrong: [], values: {} },
  ...change,
})
const everyView = (language: "es" | "en"): PayPageView[] => [
  form({}, language),
  form({ payer: null, asked: [...CUSTOMER_FIELD_NAMES] }, language),
  form({ wrong: ["payment_method", ...CUSTOMER_FIELD_NAMES] }, language),
  form({ waiting: { label: "PSE", url: "https://pay.example/1", instructions: null } }, language),
  form({ waiting: { label: "PSE", url: null, instructions: null }, ended: "No." }, language),
  ...[KEY, CONFIRMATION].map((instructions) =>
    form({ waiting: { label: "Bre-B", url: null, instructions } }, language)
  ),
  form({ pse: PSE_ASKED, values: { payment_method: "PSE" }, wrong: ["bank"] }, language),
  ...PROBLEMS.map((problem) => form({ problem }, language)),
  ...STATES.map((state) => ({ language, state, ...STORE })),
  { language, state: "unknown" },
  { language, state: "unread" },
]

describe("the page to pay again", () => {
  it.each(["es", "en"] as const)("is whole, and loads and runs nothing, in %s", (language) => {
    for (const view of everyView(language)) {
      const html = payPage(view)
      expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${language}">`))
      expect(html).not.toMatch(
        /undefined|\[object|<script|<img|onclick|https?:(?!\/\/pay\.example)/
      )
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const labels = [...html.matchAll(/ for="([^"]+)"/g)].map(([, id]) => id)
      expect(labels.filter((id) => !ids.includes(id))).toEqual([])
      expect(html.match(/<h1/g)).toHaveLength(1)
    }
  })

  it("is styled by what its header allows, and asks for no card", () => {
    const html = payPage(form())
    const [, style] = /<style>([^]*?)<\/style>/.exec(html) ?? []
    const hash = createHash("sha256").update(style).digest("base64")
    expect(pageHeaders("'self'")["Content-Security-Policy"]).toContain(`'sha256-${hash}'`)
    expect(html).not.toMatch(/cc-number|cvv|cvc/i)
  })

  it.each([
    ["https://shop.example", "'self' https:"],
    ["http://localhost:9000", "'self' https: http:"],
  ])("of a backend at %s lets its form lead to %s", (callbackUrl, allowed) => {
    expect(formAction(callbackUrl)).toBe(allowed)
  })

  it("escapes all that came from outside", () => {
    const evil = `"><script>alert(1)</script>`
    const html = payPage(
      form({
        ...{ store: evil, order: evil, payer: evil, ended: evil },
        values: Object.fromEntries(CUSTOMER_FIELD_NAMES.map((name) => [name, evil])),
        methods: [{ payment_method: evil, label: evil, icon: "bank", reason: evil }],
      })
    )
    expect(html).not.toContain("<script")
  })

  it("shows a method that cannot be chosen with the reason, and chooses another", () => {
    const html = payPage(form({ values: { payment_method: "EFECTY" } }))
    expect(html).toMatch(/value="EFECTY"[^>]*disabled/)
    expect(html).toMatch(/value="ALL_METHODS"[^>]*checked/)
    expect(html).toContain("Disponible desde")
  })

  it("asks for the bank of PSE beside PSE alone, and for no type of person where there is one", () => {
    const html = payPage(form({ pse: PSE_ASKED, values: { payment_method: "PSE", bank: "0017" } }))
    expect(html).toMatch(/<div class="group of-pse">\s*<div class="field">\s*<label for="bank"/)
    expect(html).toMatch(/<option value="0017" selected>\s*Banco Condor/)
    expect(html).not.toMatch(/<select id="bank"[^>]*required/)
    const one = { ...PSE_ASKED, person_types: PSE_ASKED.person_types.slice(0, 1) }
    expect(payPage(form({ pse: one }))).not.toContain('name="person_type"')
  })

  it("shows a key with the exact amount, and a text to confirm, in place of another page", () => {
    const waiting = { label: "Bre-B", url: null }
    const key = payPage(form({ waiting: { ...waiting, instructions: KEY } }))
    expect(key).toContain("@LLAVE123")
    expect(key).toMatch(/Paga exactamente \$\s54\.000/)
    expect(key).not.toContain("todavía no respondió")
    expect(payPage(form({ waiting: { ...waiting, instructions: CONFIRMATION } }))).toContain(
      "Confirma en tu banco"
    )
  })

  it("hides the fields of another person from the order's payer, and keeps what was typed", () => {
    const known = payPage(form({ asked: ["legal_doc_type", "legal_doc"] }))
    expect(known).toMatch(/<div class="field of-other">\s*<label for="email"/)
    expect(known).toMatch(/<input\s+id="legal_doc"[^>]*required/)
    expect(known).not.toMatch(/<input\s+id="email"[^>]*required/)
    const typed = payPage(form({ values: { payer: "other", email: "luis@shop.example" } }))
    expect(typed).toMatch(/value="other" checked/)
    expect(typed).toContain('value="luis@shop.example"')
    expect(payPage(form({ payer: null, asked: ["email"] }))).not.toContain('name="full_name"')
  })

  it.each([
    [form(), false, 200],
    [form({ wrong: ["email"] }), true, 400],
    [form({ problem: "refused" }), true, 400],
    [form({ problem: "changed" }), true, 409],
    [form({ problem: "busy" }), true, 409],
    [form({ problem: "too_many" }), true, 429],
    [form({ problem: "failed" }), true, 503],
    [{ language: "es", state: "nothing_owed", ...STORE }, false, 410],
    [{ language: "es", state: "order_canceled", ...STORE }, true, 410],
    [{ language: "es", state: "arriving", ...STORE }, false, 200],
    [{ language: "es", state: "arriving", ...STORE }, true, 409],
    [{ language: "es", state: "elsewhere", ...STORE }, true, 409],
    [{ language: "es", state: "unknown" }, false, 404],
    [{ language: "es", state: "unread" }, false, 503],
  ] satisfies [PayPageView, boolean, number][])("case %#: posted %s answers %i", (...line) => {
    const [view, posted, status] = line
    expect(payPageStatus(view, posted)).toBe(status)
  })
})
