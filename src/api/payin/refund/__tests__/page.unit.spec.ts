import { createHash } from "node:crypto"
import { COUNTRIES } from "../../../../domain/country/countries"
import { readPayoutDestination } from "../../../../domain/payout/destination"
import { shownAmount } from "../../../../domain/money/shown-amount"
import { REFUND_PAGE_HEADERS } from "../answer"
import { refundPage } from "../page"
import {
  REFUND_FIELD_NAMES,
  refundFields,
  refundPageStatus,
  type RefundPageView,
  wrongFields,
} from "../view"

const { CO, PE } = COUNTRIES
const METHODS = ["BANK_TRANSFER", "TRANSFIYA", "BREB"]
const PERSON = {
  legal_doc_type: "CC",
  legal_doc: "1020304050",
  phone_code: "57",
  phone_number: "3001112233",
  email: "ana@shop.example",
  full_name: "Carla Prueba",
}
const VALUES = {
  payment_method: "BREB",
  bank: "nequi",
  account_type: "CORRIENTE",
  account_number: "@carla",
  ...PERSON,
}
const REFUND = {
  store: "Tienda Ñandú",
  order: "1042",
  amount: "54000",
  currency: "COP",
  person: "C. P.",
}

type Language = RefundPageView["language"]
type FormView = Extract<RefundPageView, { state: "form" }>

const formView = (change: Partial<FormView> = {}, language: Language = "es"): FormView => ({
  language,
  state: "form",
  refund: REFUND,
  fields: refundFields(CO, {}, METHODS, language),
  values: {},
  wrong: [],
  ...change,
})
const everyView = (language: Language): RefundPageView[] => [
  formView({}, language),
  formView({ values: VALUES, wrong: REFUND_FIELD_NAMES }, language),
  formView(
    { fields: refundFields(CO, PERSON, ["BANK_TRANSFER"], language), again: true },
    language
  ),
  formView({ fields: refundFields(PE, {}, ["BANK_TRANSFER"], language) }, language),
  { language, state: "thanks", refund: REFUND, bank: "NEQUI", account_last_four: "2233" },
  { language, state: "given", refund: REFUND },
  { language, state: "given", refund: null },
  { language, state: "busy", refund: null },
  { language, state: "unknown" },
]
const VIEWS = [...everyView("es"), ...everyView("en")]

const tags = (page: string) => page.match(/<[^>]*>/g) ?? []
const all = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map((found) => found[1])
const ids = (page: string) => all(page, / id="([^"]*)"/g)
const asked = (page: string) => [...new Set(all(page, / name="([^"]*)"/g))].filter(isField)
const isField = (name: string) => REFUND_FIELD_NAMES.some((one) => one === name)
/** What is read, tags taken out and blanks made one. */
const words = (page: string) =>
  page
    .replace(/<(style|title)>[^]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")

describe("text from outside", () => {
  const HOSTILE = `</title></style><script>alert(1)</script>"' onfocus='x' &amp;<img src=x>`
  /** Every text of a view made hostile, but for the words the page decides by. */
  function poisoned(view: RefundPageView): RefundPageView {
    const copy: RefundPageView = JSON.parse(
      JSON.stringify(view, (key, value: unknown) =>
        typeof value === "string" && !["state", "language", "keyboard", "name"].includes(key)
          ? value + HOSTILE
          : value
      )
    )
    return copy.state === "form" && view.state === "form" ? { ...copy, wrong: view.wrong } : copy
  }
  /** Tags with the names of their attributes. */
  const shape = (page: string) => tags(page).map((tag) => tag.replace(/="[^"]*"/g, ""))

  it.each(VIEWS.map((view) => [view.state, view.language, view] as const))(
    "never becomes a tag or an attribute (%s, %s)",
    (_state, _language, view) => {
      const page = refundPage(poisoned(view))
      expect(shape(page)).toEqual(shape(refundPage(view)))
      expect(page).not.toContain("<script")
      expect(page).not.toContain("<img")
      expect(page).not.toContain("' onfocus")
      expect(page.includes("&lt;script&gt;")).toBe("refund" in view && view.refund !== null)
    }
  )

  it("is shown as it was typed", () => {
    const page = refundPage(formView({ refund: { ...REFUND, store: `O'Neill & "Hijos" <b>` } }))
    expect(page).toContain("<b>O&#39;Neill &amp; &quot;Hijos&quot; &lt;b&gt;</b>")
  })
})

describe("every page", () => {
  it("loads nothing, runs no script, and has only the style that its header allows", () => {
    const { "Content-Security-Policy": policy } = REFUND_PAGE_HEADERS
    for (const page of VIEWS.map(refundPage)) {
      const styles = all(page, /<style>([^]*?)<\/style>/g)
      expect(styles).toHaveLength(1)
      const hash = createHash("sha256").update(styles[0]).digest("base64")
      expect(policy).toContain(`style-src 'sha256-${hash}'`)
      expect(page).not.toMatch(
        /<script|<iframe|<img|<form[^>]* action|\ssrc=|\sstyle=|\son\w+=|url\(|@import/
      )
      expect(
        all(page, / href="([^"#]*)/g).filter((href) => !["", "data:,"].includes(href))
      ).toEqual([])
    }
    expect(policy).toMatch(/default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/)
    expect(REFUND_PAGE_HEADERS).toMatchObject({
      "Cache-Control": "no-store",
      "Referrer-Policy": "strict-origin",
    })
  })

  it("is a complete document in the shopper's language with one h1 heading", () => {
    for (const view of VIEWS) {
      const page = refundPage(view)
      expect(page).toMatch(/^<!doctype html>\s*<html lang="(es|en)">/)
      expect(page).toContain(`<html lang="${view.language}">`)
      expect(page.trimEnd()).toMatch(/<\/html>$/)
      expect(all(page, /<(h1)[ >]/g)).toHaveLength(1)
      expect(page).not.toMatch(/undefined|\[object/)
      expect(words(page)).not.toMatch(view.language === "es" ? /\bthe\b/i : /\b(el|la|los)\b/i)
    }
  })

  it("refers only to ids on the page and labels every field", () => {
    for (const page of VIEWS.map(refundPage)) {
      const known = ids(page)
      expect(new Set(known).size).toBe(known.length)
      const pointed = [
        ...all(page, / for="([^"]*)"/g),
        ...all(page, / href="#([^"]*)"/g),
        ...all(page, / aria-describedby="([^"]*)"/g).flatMap((list) => list.split(" ")),
        ...all(page, / list="([^"]*)"/g),
      ]
      expect(pointed.filter((id) => !known.includes(id))).toEqual([])
      const controls = tags(page).filter(
        (tag) => /^<(input|select)/.test(tag) && !/radio/.test(tag)
      )
      const labelled = all(page, /<label for="([^"]*)"/g)
      expect(controls.flatMap((tag) => all(tag, / id="([^"]*)"/g))).toEqual(labelled)
    }
  })
})

describe("the form", () => {
  it("shows the amount, the order, the shopper's initials and the store", () => {
    expect(words(refundPage(formView()))).toContain(
      "Tienda Ñandú te envía un reembolso Reembolso de $ 54.000 COP Pedido #1042 Para C. P."
    )
    expect(words(refundPage(formView({}, "en")))).toContain(
      "Tienda Ñandú is sending you a refund Refund of COP 54,000 Order #1042 For C. P."
    )
    const bare = { ...REFUND, order: null, person: null }
    expect(words(refundPage(formView({ refund: bare })))).not.toMatch(/Pedido|Para/)
  })

  it("asks for the account, for the method if there are several, and for unknown personal fields", () => {
    const ask = (known: object, methods: string[]) =>
      asked(refundPage(formView({ fields: refundFields(CO, known, methods, "es") })))
    const account = ["bank", "account_type", "account_number"]
    expect(ask(PERSON, ["BANK_TRANSFER"])).toEqual(account)
    expect(ask(PERSON, METHODS)).toEqual(["payment_method", ...account])
    expect(ask({}, ["BREB"]).sort()).toEqual(
      REFUND_FIELD_NAMES.filter((name) => name !== "payment_method").sort()
    )
    const { email: _, ...others } = PERSON
    expect(ask(others, ["BREB"])).toEqual([...account, "email"])
  })

  it("shows only the initials of a known person", () => {
    const page = refundPage(formView({ fields: refundFields(CO, PERSON, METHODS, "es") }))
    expect(words(page)).toContain("Usa una cuenta a nombre de C. P. :")
    for (const secret of Object.values(PERSON).filter((text) => text.length > 2)) {
      expect(page).not.toContain(secret)
    }
  })

  it("offers the methods, banks, account types and documents of the country", () => {
    const offered = (country: typeof CO, methods: string[]) => {
      const page = refundPage(formView({ fields: refundFields(country, {}, methods, "es") }))
      return all(page, /<(?:option|input\s+type="radio"\s+name="\w+")\s+value="([^"]*)"/g)
    }
    expect(offered(CO, ["BREB", "BANK_TRANSFER"])).toEqual([
      ...["BANK_TRANSFER", "BREB", "BANCOLOMBIA", "NEQUI", "AHORRO", "CORRIENTE"],
      ...["", "CC", "CE", "PPN", "NIT"],
    ])
    expect(offered(PE, ["BANK_TRANSFER"])).toEqual([
      ...["BCP", "YAPE", "PLIN", "AHORRO", "CORRIENTE", "WALLET", "", "DNI", "RUC", "CE", "PPN"],
    ])
  })

  it("preselects the usual method, but no account type and no document type", () => {
    const chosen = (values: FormView["values"]) =>
      all(refundPage(formView({ values })), /value="(\w*)"[^>]*\s(?:checked|selected)/g)
    expect(chosen({})).toEqual(["BANK_TRANSFER"])
    expect(chosen({ payment_method: "PSE" })).toEqual(["BANK_TRANSFER"])
    expect(chosen(VALUES)).toEqual(["BREB", "CORRIENTE", "CC"])
  })

  it("brings up the keyboard that can write the account", () => {
    const keyboard = (methods: string[]) =>
      /id="account_number"[^>]* inputmode="(\w+)"/.exec(
        refundPage(formView({ fields: refundFields(CO, {}, methods, "es") }))
      )?.[1]
    expect(keyboard(["BANK_TRANSFER"])).toBe("numeric")
    expect(keyboard(["TRANSFIYA"])).toBe("tel")
    expect(keyboard(METHODS)).toBe("text")
  })

  it("is sent by POST and repeats typed values only in their fields", () => {
    const page = refundPage(formView({ values: VALUES, wrong: ["bank"] }))
    expect(tags(page).filter((tag) => tag.startsWith("<form"))).toEqual([
      expect.stringMatching(/^<form\s+method="post"\s+class="card">$/),
    ])
    for (const name of ["bank", "account_number", "legal_doc", "email", "full_name"] as const) {
      expect(page.split(VALUES[name])).toHaveLength(2)
      expect(page).toMatch(new RegExp(`name="${name}"\\s+value="${VALUES[name]}"`))
    }
    expect(page).toMatch(/autocomplete="off"[^>]*autocorrect/)
  })

  it("reports each refused field at the top with a link and beside the field", () => {
    const { problems } = readPayoutDestination({}, CO, CO.payout.methods[0], "destination")
    const wrong = wrongFields(problems)
    expect(wrong).toEqual(REFUND_FIELD_NAMES.filter((name) => name !== "payment_method"))
    for (const language of ["es", "en"] as const) {
      const empty = refundPage(formView({ wrong }, language))
      const typed = refundPage(formView({ wrong, values: VALUES }, language))
      for (const name of wrong) {
        const said = (page: string) =>
          new RegExp(`<a href="#${name}"\\s*>([^<]+)</a`).exec(page)?.[1].trim() ?? ""
        expect(said(empty)).toMatch(/^(?:Escribe|Elige|Write|Choose) /)
        expect(said(typed)).not.toBe(said(empty))
        expect(said(typed)).not.toBe("")
        for (const page of [empty, typed]) {
          expect(page.split(said(page))).toHaveLength(3)
          expect(ids(page)).toContain(`${name}-error`)
        }
      }
      expect(tags(empty).filter((tag) => /aria-invalid="true"/.test(tag))).toHaveLength(
        wrong.length
      )
      expect(empty).toMatch(/role="alert"\s+tabindex="-1"\s+autofocus/)
      expect(empty).toMatch(/<title>Error: /)
    }
  })

  it("shows no error when no field is refused", () => {
    const page = refundPage(formView({ values: VALUES }))
    expect(page).not.toMatch(/aria-invalid="|role="alert"|-error"|autofocus/)
  })
})

describe("the other refund pages", () => {
  const REFUND_OR_NONE = [REFUND, null]

  it("thank the shopper and show only the last four digits of the account", () => {
    const thanks = {
      state: "thanks",
      refund: REFUND,
      bank: "NEQUI",
      account_last_four: "2233",
    } as const
    expect(words(refundPage({ language: "es", ...thanks }))).toContain("NEQUI, terminada en 2233")
    expect(words(refundPage({ language: "en", ...thanks }))).toContain("NEQUI, ending in 2233")
    const none = refundPage({ language: "es", ...thanks, account_last_four: "" })
    expect(words(none)).toContain(" NEQUI ")
  })

  it("say what happened and have no fields", () => {
    for (const refund of REFUND_OR_NONE) {
      for (const state of ["given", "busy"] as const) {
        expect(asked(refundPage({ language: "es", state, refund }))).toEqual([])
      }
    }
    const say = (state: "given" | "busy") =>
      words(refundPage({ language: "es", state, refund: REFUND }))
    expect(say("given")).toContain("Para C. P. Ya tenemos tus datos")
    expect(say("busy")).toContain("Intentar de nuevo")
  })

  it("do not say whether an unknown link was ever valid", () => {
    const page = refundPage({ language: "es", state: "unknown" })
    expect(words(page)).toContain("Este enlace ya no sirve")
    expect(page).not.toMatch(/Tienda|54\.000|1042/)
  })

  it("have, as the form does, the HTTP status of their state", () => {
    const refund = REFUND
    const status = (view: RefundPageView) => refundPageStatus(view)
    expect(status(formView())).toBe(200)
    expect(status(formView({ wrong: ["bank"] }))).toBe(400)
    expect(status(formView({ again: true }))).toBe(503)
    expect(status({ language: "es", state: "given", refund })).toBe(410)
    expect(status({ language: "es", state: "busy", refund: null })).toBe(503)
    expect(status({ language: "es", state: "unknown" })).toBe(404)
  })
})

describe("an amount", () => {
  it.each([
    ["54000", "COP", "es", "$ 54.000"],
    ["54000", "COP", "en", "COP 54,000"],
    ["1234567.5", "COP", "es", "$ 1.234.567,5"],
    ["999", "COP", "es", "$ 999"],
    ["1254.5", "PEN", "es", "S/ 1,254.50"],
    ["12", "PEN", "en", "PEN 12.00"],
    ["9007199254740993.01", "MXN", "es", "$ 9,007,199,254,740,993.01"],
    ["5", "USD", "es", "USD 5.00"],
  ] as const)("of %s %s in %s is %s", (amount, currency, language, shown) => {
    expect(shownAmount(amount, currency, language).replace("\u00a0", " ")).toBe(shown)
  })
})
