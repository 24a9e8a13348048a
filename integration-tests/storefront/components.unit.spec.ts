import { createElement, type ReactElement } from "react"
import { PayInCard, PayInPayment, PayInReturn } from "../../src/storefront"
import {
  createPayInClient,
  type Followed,
  type PayInField,
  type PayInInstructions,
  type PayInSession,
} from "../../src/storefront/client"
import { fieldsOfMethod } from "../../src/storefront/payment/fields-of-method"
import { hasExpired, instructedIn } from "../../src/storefront/payment/instructed"
import { HowToPay } from "../../src/storefront/payment/how-to-pay"
import { nextOf } from "../../src/storefront/payment/next-page"
import { MethodChoice } from "../../src/storefront/payment/method-choice"
import { returnAddress } from "../../src/storefront/return-address"
import { PayNow } from "../../src/storefront/return/pay-now"
import { PaymentNow } from "../../src/storefront/return/payment-now"
import { amountText } from "../../src/storefront/shown/amount"
import { TAILWIND } from "../../src/storefront/shown/class-names"
import { AskedFields } from "../../src/storefront/shown/fields"
import { joined } from "../../src/storefront/shown/read-form"
import { TEXTS, textsOf } from "../../src/storefront/texts"

const { renderToStaticMarkup: markupOf } = jest.requireActual<{
  renderToStaticMarkup(element: ReactElement): string
}>("react-dom/server")

const store = { baseUrl: "http://medusa.example", publishableKey: "pk_1" }
const cart = { id: "cart_1", region_id: "reg_1", total: 50_000 }
const es = { texts: textsOf("es"), classes: TAILWIND }
const payment: Followed = {
  ...{ status: "pending", payment_url: "http://pay.example/1", order_id: null, message: null },
  instructions: null,
}

function flat(tree: object, prefix = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[prefix + name, value]]
        : Object.entries(flat(value, `${prefix}${name}.`))
    )
  )
}

describe("the texts of the components", () => {
  it("exist in both languages, are all translated and fill in the same values", () => {
    const spanish = flat(TEXTS.es)
    const english = flat(TEXTS.en)
    const values = (text: string) => text.match(/\{\w+\}/g) ?? []
    expect(Object.keys(spanish)).toEqual(Object.keys(english))
    for (const [name, text] of Object.entries(spanish)) {
      expect({ name, text: english[name] }).not.toEqual({ name, text })
      expect({ name, values: values(english[name]) }).toEqual({ name, values: values(text) })
    }
  })

  it("give way to the shop's own words, one by one", () => {
    const own = textsOf("en", { pay: "Buy now", fields: { legal_doc: "Your ID" } })
    expect([own.pay, own.fields.legal_doc]).toEqual(["Buy now", "Your ID"])
    expect([own.wait, own.fields.email]).toEqual([TEXTS.en.wait, TEXTS.en.fields.email])
  })

  it.each(["es", "en"] as const)("show the status of a payment in %s", (locale) => {
    const texts = textsOf(locale)
    const say = (now: Followed | null) =>
      markupOf(
        createElement(PaymentNow, { payment: now, texts, classes: TAILWIND, againUrl: "/again" })
      )
    expect(say(null)).toContain(texts.wait)
    expect(say(payment)).toContain(texts.backToPayment)
    expect(say({ ...payment, order_id: "order_1" })).toContain(texts.placed)
    expect(say({ ...payment, status: "approved" })).toContain(texts.paid)
    expect(say({ ...payment, status: "rejected" })).toContain(texts.notPaid)
    expect(say({ ...payment, status: "rejected", message: "No funds" })).toContain("No funds")
    expect(say({ ...payment, status: "unknown" })).toContain(texts.unknown)
  })
})

describe("the return page", () => {
  const say = (now: Followed) =>
    markupOf(createElement(PaymentNow, { payment: now, ...es, againUrl: "/again" }))

  it("leads to where it can be paid again after a rejection, and nowhere from an unknown address", () => {
    expect(say({ ...payment, status: "rejected" })).toContain('href="/again"')
    expect(say({ ...payment, status: "unknown" })).not.toContain("href")
  })

  const key = { type: "key", key: "@tienda123", expires_at: "2199-01-01T12:00:00.000Z" } as const
  const { client, locale } = { client: createPayInClient(store), locale: "es" } as const
  const shownNow = { client, baseUrl: store.baseUrl, locale, ...es }
  const howToPay = (instructions: PayInInstructions | null) =>
    markupOf(
      createElement(PayNow, {
        ...{ shown: shownNow, sessionId: "payses_1", cartId: "cart_1", instructions },
        againUrl: "/again",
      })
    )

  it("shows a key that waits to be paid, and to pay exactly, before it knows the amount", () => {
    expect(howToPay(key)).toContain("@tienda123")
    expect(howToPay(key)).toContain(TEXTS.es.copy)
    expect(howToPay(key)).toContain(TEXTS.es.payExactlyTotal)
  })

  it.each(["Confirma en <tu banco>", "Convenio: 119999 · Referencia: 123456789012"])(
    "shows what the service says, and adds nothing that only a bank's app or only a voucher is: %s",
    (text) => {
      const shown = howToPay({ type: "confirmation", text })
      expect(shown).toContain(TEXTS.es.payThus)
      expect(shown).toContain(text.replace("<", "&lt;").replace(">", "&gt;"))
      expect(shown.replace(/Confirma en &lt;tu banco&gt;/, "")).not.toContain("banco")
    }
  )

  it("shows no key whose time is over, and what to do then", () => {
    const shown = howToPay({ ...key, expires_at: "2026-01-01T12:00:00.000Z" })
    expect(shown).not.toContain("@tienda123")
    expect(shown).toContain(TEXTS.es.keyExpired)
    expect(shown).toContain('href="/again"')
    expect(howToPay(key)).not.toContain('href="/again"')
    expect(howToPay(null)).toBe("")
  })

  it.each(["in_review", "canceled"] as const)(
    "does not ask to pay again while the store decides: %s",
    (status) => {
      const shown = say({ ...payment, status, payment_url: null, message: "The store looks." })
      expect(shown).toContain("The store looks.")
      expect(shown).not.toContain("href")
    }
  )

  it("is one live region from the beginning", () => {
    const shown = markupOf(createElement(PayInReturn, { store }))
    expect(shown).toContain('role="status"')
    expect(shown).toContain(TEXTS.es.wait)
  })
})

describe("the payment step", () => {
  const method = {
    ...{ payment_method: "PSE", label: "PSE", description: "From your account", icon: "/i.svg" },
    ...{ min: null, max: null, document_types: ["CC"], available: true },
    ...{ reason: null, reason_text: null, paid_later: false, direct: true },
    fields: ["legal_doc_type", "legal_doc", "phone_number", "bank", "person_type"].map((name) => ({
      ...{ name, label: name },
    })),
  }

  it("is a form in the shopper's language before anything is fetched", () => {
    const shown = markupOf(createElement(PayInPayment, { store, cart, returnUrl: "/return" }))
    expect(shown).toContain(TEXTS.es.payWith)
    expect(shown).toMatch(/<button type="submit" [^>]*class="payin-button [^"]*"[^>]*>Pagar</)
    const own = markupOf(
      createElement(PayInPayment, {
        ...{ store: { ...store, locale: "en-US" }, cart, returnUrl: "/return" },
        classNames: { button: "buy" },
        texts: { payWith: "How do you want to pay?" },
      })
    )
    expect(own).toContain('class="buy"')
    expect(own).toContain(">Pay</button>")
    expect(own).toContain("How do you want to pay?")
    expect(own).toContain(TAILWIND.fieldset)
  })

  it("names a method by its label, and says why it cannot be chosen", () => {
    const choice = (reason_text: string | null) =>
      markupOf(
        createElement(MethodChoice, {
          shown: { baseUrl: store.baseUrl, classes: TAILWIND },
          method: { ...method, available: reason_text === null, reason_text },
          checked: false,
          onChoose: () => undefined,
        })
      )
    const [, id] = /aria-labelledby="([^"]+)"/.exec(choice(null)) ?? []
    expect(choice(null)).toContain(`<span id="${id}">PSE</span>`)
    expect(choice("Disponible hasta $ 2.000.000.")).toMatch(/disabled=""[\s\S]*Disponible hasta/)
  })

  it("asks at once for what nobody but the shopper knows", () => {
    const names = (fields: PayInField[]) => fields.map(({ name }) => name)
    const first = fieldsOfMethod(method)
    expect(names(first)).toEqual(["legal_doc_type", "legal_doc", "bank", "person_type"])
    const more = [{ name: "legal_doc", label: "Document" }, method.fields[2]]
    expect(names(joined(first, more))).toEqual([
      ...["legal_doc_type", "bank", "person_type", "legal_doc", "phone_number"],
    ])
  })
})

describe("the fields that a session asks for", () => {
  const banks = { banks: null, failed: false, reload: () => undefined }
  const asked = (field: PayInField, more: object = {}) =>
    markupOf(
      createElement(AskedFields, {
        ...{ fields: [field], ...es, banks, wrong: null, problemId: "why", ...more },
      })
    )
  const document = { name: "legal_doc", label: "Document", max: 20 }

  it("have a label, a border, and a mark with its reason when they are wrong", () => {
    const fine = asked(document)
    const [, id] = /<label for="([^"]+)">Número de documento</.exec(fine) ?? []
    expect(fine).toContain(`<input id="${id}"`)
    expect(fine).toMatch(/class="[^"]*\bborder\b/)
    expect(fine).toContain('aria-invalid="false"')
    expect(asked(document, { wrong: "legal_doc" })).toMatch(
      /aria-invalid="true"[^>]*aria-describedby="why"/
    )
  })

  it("show a kind of person in words", () => {
    const field = { name: "person_type", label: "Person", options: ["NATURAL", "JURIDICA"] }
    expect(asked(field)).toContain('<option value="JURIDICA">Empresa</option>')
  })

  it("let the shopper choose a bank by its name", () => {
    const list = [{ code: "1007", name: "BANCO CONDOR", image: null }]
    const shown = asked({ name: "bank", label: "Bank" }, { banks: { ...banks, banks: list } })
    expect(shown).toContain(TEXTS.es.chooseBank)
    expect(shown).toContain('<option value="1007">BANCO CONDOR</option>')
    expect(shown).toContain('required=""')
  })

  it("wait for the banks, and offer to ask again when they do not come", () => {
    const bank = { name: "bank", label: "Bank" }
    expect(asked(bank)).toContain(TEXTS.es.wait)
    const failed = asked(bank, { banks: { ...banks, failed: true } })
    expect(failed).toContain(TEXTS.es.noBanks)
    expect(failed).toContain(TEXTS.es.reload)
    // Codes that the session named are better than nothing.
    const coded = asked({ ...bank, options: ["1007"] }, { banks: { ...banks, failed: true } })
    expect(coded).toContain('<option value="1007">1007</option>')
  })
})

describe("a payment on the shop's own page", () => {
  const key = {
    instructions: { type: "key", key: "@tienda123", expires_at: "2026-01-01T12:00:00.000Z" },
    sum: { amount: "150000", currency: "COP" },
  } as const
  const shown = (expired: boolean) =>
    markupOf(
      createElement(HowToPay, { ...key, shown: { ...es, locale: "es" }, expired, focused: true })
    )

  it("shows the key, a button that copies it, and to pay exactly the amount", () => {
    expect(shown(false)).toContain("@tienda123")
    expect(shown(false)).toContain(TEXTS.es.copy)
    expect(shown(false)).toMatch(/Paga exactamente \$\s150\.000\./)
  })

  it("says the exact amount beside the numbers of a voucher", () => {
    const voucher = { type: "confirmation", text: "Convenio: 119999" } as const
    const markup = markupOf(
      createElement(HowToPay, {
        ...{ ...key, instructions: voucher, expired: false, focused: true },
        shown: { ...es, locale: "es" },
      })
    )
    expect(markup).toMatch(/Convenio: 119999.*Paga exactamente \$\s150\.000\./)
  })

  it("hides a key that has expired: nobody should pay to it", () => {
    expect(shown(true)).toBe("")
    const at = Date.parse(key.instructions.expires_at)
    expect([at - 1, at].map((now) => hasExpired(key.instructions, now))).toEqual([false, true])
  })

  it("is found again in a cart that the page fetched, unless it ended", () => {
    const data = {
      ...{ session_id: "payses_1", payment_url: null, amount: "150000", currency: "COP" },
      ...{ status: "pending", instructions: key.instructions },
    }
    const found = (changed: object, now = 0, provider_id = "pp_payin_co") => {
      const sessions = [{ provider_id, data: { ...data, ...changed } }]
      const collection = { id: "paycol_1", payment_sessions: sessions }
      return instructedIn({ ...cart, payment_collection: collection }, now)?.session_id ?? null
    }
    expect(found({})).toBe("payses_1")
    expect(found({ instructions: { type: "confirmation", text: "Confirma" } })).toBe("payses_1")
    expect(found({ status: "rejected" })).toBeNull()
    expect(found({ instructions: null })).toBeNull()
    expect(found({ instructions: { type: "later_kind" } })).toBeNull()
    expect(found({}, Date.parse(key.instructions.expires_at))).toBeNull()
    expect(instructedIn(cart, 0)).toBeNull()
    // Medusa answers the data that a client wrote under its manual provider.
    expect(found({}, 0, "pp_system_default")).toBeNull()
  })

  it("leads to no other address than a page's", () => {
    const page = (payment_url: string) => {
      const data = {
        ...{ session_id: "payses_1", payment_url, amount: "150000", currency: "COP" },
        ...{ status: "pending", instructions: key.instructions },
      }
      const sessions = [{ provider_id: "pp_payin_co", data }]
      const collection = { id: "paycol_1", payment_sessions: sessions }
      return instructedIn({ ...cart, payment_collection: collection }, 0)?.payment_url
    }
    expect(page("https://pay.example/1")).toBe("https://pay.example/1")
    expect(page("javascript:alert(1)")).toBeNull()
  })

  it.each([
    ["150000", "COP", "es", /^\$\s150\.000$/],
    ["50.5", "PEN", "es", /^S\/\s50\.50$/],
    ["150000", "COP", "en", /^COP\s150,000$/],
  ] as const)("writes %s %s in %s as the shopper does", (amount, currency, locale, text) => {
    expect(amountText(amount, currency, locale)).toMatch(text)
  })
})

describe("where a session is paid", () => {
  const instructions = { type: "confirmation", text: "Convenio: 119999" } as const
  const session: PayInSession = {
    session_id: "payses_1",
    status: "pending",
    payment_method: "EFECTY",
    payment_url: "https://pay.example/1",
    ...{ amount: "150000", currency: "COP", reference: "pin_1", ticket: "1" },
    ...{ fields: null, instructions: null, expires_at: null },
  }
  const place = { cartId: "cart_1", returnUrl: "/return", page: "https://shop.example/checkout" }
  const next = (changed: object, paidLater: boolean, orderId: string | null) =>
    nextOf({ placeOrder: async () => orderId }, { ...session, ...changed }, { ...place, paidLater })
  const back = "https://shop.example/return?session_id=payses_1&cart_id=cart_1"

  it.each([
    ["on its page", {}, false, { address: "https://pay.example/1" }],
    ["by the return page where it has no page", { payment_url: null }, false, { address: back }],
    ["by the return page once it is an order", {}, true, { address: back }],
    [
      "by the return page once it is an order, also where the service says how: its cart is gone",
      { instructions },
      true,
      { address: back },
    ],
  ])("is %s", async (_, changed, paidLater, where) => {
    expect(await next(changed, paidLater, "order_1")).toEqual(where)
  })

  it("is here where the service says how, while there is no order", async () => {
    expect(await next({ instructions }, false, null)).toMatchObject({ here: { instructions } })
    expect(await next({ instructions }, true, null)).toMatchObject({ here: { instructions } })
  })
})

describe("the address of the return page", () => {
  const ids = { sessionId: "payses_1", cartId: "cart_1" }

  it.each([
    ["/co/payin/return", "https://shop.example/co/payin/return?session_id=payses_1&cart_id=cart_1"],
    ["https://x.example/r?a=1", "https://x.example/r?a=1&session_id=payses_1&cart_id=cart_1"],
  ])("of %s names the payment and the cart", (returnUrl, address) => {
    expect(returnAddress(returnUrl, ids, "https://shop.example/co/checkout?step=1")).toBe(address)
  })
})

describe("the card form", () => {
  it("asks whether to keep the card only of a signed-in shopper, and not checked beforehand", () => {
    const form = (signedIn: boolean) =>
      markupOf(createElement(PayInCard, { store, cart, script: "/sdk.js", signedIn }))
    expect(form(false)).not.toContain("save_card")
    expect(form(true)).toContain(TEXTS.es.keepCard)
    expect(form(true)).not.toMatch(/save_card"[^>]*checked/)
  })
})
