import { randomUUID } from "node:crypto"
import { createSandbox } from "../../index"
import {
  authorizationBody,
  authorized,
  call,
  subscribed,
  subscriptionBody,
  type CardAct,
} from "./support/card-shop"
import { servedSandbox } from "../../__tests__/support/served"

const sandbox = servedSandbox()

type Case = [string, Record<string, unknown>, string]

async function refuses(act: CardAct, body: unknown, text: string) {
  const answer = await call(sandbox, act, body)
  expect(answer.body).toEqual({ code: "VALIDATION_ERROR", status: false, message: text })
  expect(answer.status).toBe(422)
}

describe("create subscription", () => {
  const TOP = ["token", "plan_name", "periodicity", "start_date"]
  const CUSTOMER = [
    "legal_doc",
    "legal_doc_type",
    "phone_code",
    "phone_number",
    "email",
    "full_name",
  ]
  it.each(TOP)("needs %s, as text", async (field) => {
    await refuses(
      "subscribe",
      subscriptionBody({ [field]: undefined }),
      `El campo ${field} es obligatorio.`
    )
    await refuses(
      "subscribe",
      subscriptionBody({ [field]: "" }),
      `El campo ${field} es obligatorio.`
    )
    await refuses(
      "subscribe",
      subscriptionBody({ [field]: 5 }),
      `El campo ${field} debe ser una cadena de texto.`
    )
  })
  it.each(CUSTOMER)("needs customer_data.%s, as text", async (field) => {
    const name = `customer_data.${field}`
    for (const [value, text] of [
      [undefined, `El campo ${name} es obligatorio.`],
      [null, `El campo ${name} es obligatorio.`],
      [5, `El campo ${name} debe ser una cadena de texto.`],
    ]) {
      await refuses("subscribe", subscriptionBody({ customer: { [field]: value } }), String(text))
    }
  })

  it.each<[string, number]>([
    ["token", 60],
    ["plan_name", 20],
  ])("takes %s up to %d characters", async (field, max) => {
    const long = subscriptionBody({ [field]: "x".repeat(max + 1) })
    await refuses("subscribe", long, `El campo ${field} no puede tener más de ${max} caracteres.`)
    const fits = await call(sandbox, "subscribe", subscriptionBody({ [field]: "x".repeat(max) }))
    expect(fits.status).toBe(200)
  })
  it.each<[string, number, string]>([
    ["legal_doc", 15, "1"],
    ["phone_code", 4, "+573"],
    ["phone_number", 20, "3"],
    ["email", 255, `${"x".repeat(243)}@example.com`],
    ["full_name", 50, "x"],
  ])("takes customer_data.%s up to %d characters", async (field, max, example) => {
    const fits = example.length >= max ? example : example.repeat(max)
    const good = await call(sandbox, "subscribe", subscriptionBody({ customer: { [field]: fits } }))
    expect(good.body.code).toBe("CREATED")
    const text = `El campo customer_data.${field} no puede tener más de ${max} caracteres.`
    await refuses("subscribe", subscriptionBody({ customer: { [field]: `${fits}1` } }), text)
  })

  it.each<Case>([
    [
      "customer_data as text",
      { customer_data: "x" },
      "El campo customer_data debe ser un arreglo.",
    ],
    ["no customer_data", { customer_data: undefined }, "El campo customer_data es obligatorio."],
    ["an unknown periodicity", { periodicity: "hourly" }, "El campo periodicity no es válido."],
    [
      "a date of another form",
      { start_date: "31/01/2030" },
      "El campo start_date debe tener el formato YYYY-MM-DD.",
    ],
    [
      "a day that does not exist",
      { start_date: "2030-02-29" },
      "El campo start_date debe tener el formato YYYY-MM-DD.",
    ],
    [
      "the passport type of pay-ins",
      { customer: { legal_doc_type: "PPN" } },
      "El campo customer_data.legal_doc_type no es válido.",
    ],
    [
      "a code without +",
      { customer: { phone_code: "57" } },
      "El campo customer_data.phone_code no es válido.",
    ],
    [
      "no e-mail",
      { customer: { email: "ana" } },
      "El campo customer_data.email debe ser un correo electrónico válido.",
    ],
  ])("refuses %s", async (_title, fields, text) => {
    await refuses("subscribe", subscriptionBody(fields), text)
    expect(sandbox.cards.subscriptions()).toEqual([])
  })

  it("accepts eleven periodicities and five document types, or only those that the settings list", async () => {
    const rhythms =
      "daily weekly biweekly monthly threefortnights bimonthly quarterly fourmonths halfyearly yearly custom"
    for (const periodicity of rhythms.split(" ")) {
      const answer = await call(sandbox, "subscribe", subscriptionBody({ periodicity }))
      expect(answer.body.code).toBe("CREATED")
    }
    for (const legal_doc_type of ["CC", "CE", "NIT", "TI", "PAS"]) {
      const body = subscriptionBody({ customer: { legal_doc_type } })
      expect((await call(sandbox, "subscribe", body)).body.code).toBe("CREATED")
    }
    sandbox.configure({ cards: { periodicities: ["monthly"], documentTypes: ["CC", "CE", "PPN"] } })
    const passport = subscriptionBody({ customer: { legal_doc_type: "PPN" } })
    expect((await call(sandbox, "subscribe", passport)).body.code).toBe("CREATED")
    const daily = subscriptionBody({ periodicity: "daily" })
    expect((await call(sandbox, "subscribe", daily)).status).toBe(422)
  })

  it("refuses a start in the past, by Colombia's date, only when set so", async () => {
    const now = Date.parse("2027-03-02T04:30:00Z")
    const own = createSandbox({ now: () => now, cards: { pastStart: "refuse" } })
    await own.start()
    const start = (start_date: string) => call(own, "subscribe", subscriptionBody({ start_date }))
    expect((await start("2027-03-01")).body.code).toBe("CREATED")
    expect((await start("2027-02-28")).body.message).toBe("El campo start_date no es válido.")
    await own.stop()
    const past = subscriptionBody({ start_date: "2001-01-01" })
    expect((await call(sandbox, "subscribe", past)).body.code).toBe("CREATED")
  })
})

const MONEY: Case[] = [
  ["no subscription", { subscription_id: undefined }, "El campo subscription_id es obligatorio."],
  [
    "a subscription that is no UUID",
    { subscription_id: "x" },
    "El campo subscription_id no es válido.",
  ],
  [
    "too long an id",
    { subscription_id: "x".repeat(37) },
    "El campo subscription_id no puede tener más de 36 caracteres.",
  ],
  ["no reference", { reference_id: undefined }, "El campo reference_id es obligatorio."],
  [
    "too long a reference",
    { reference_id: "x".repeat(37) },
    "El campo reference_id no puede tener más de 36 caracteres.",
  ],
  ["no currency", { currency: undefined }, "El campo currency es obligatorio."],
  ["another currency", { currency: "USD" }, "El campo currency no es válido."],
  [
    "too long a currency",
    { currency: "PESO" },
    "El campo currency no puede tener más de 3 caracteres.",
  ],
  ["no amount", { amount: undefined }, "El campo amount es obligatorio."],
  ["amount as text", { amount: "50000" }, "El campo amount debe ser un número."],
  ["amount below zero", { amount: -0.01 }, "El campo amount debe ser al menos 0."],
  ["no tax", { tax: undefined }, "El campo tax es obligatorio."],
  ["tax as text", { tax: "0" }, "El campo tax debe ser un número."],
  ["tax below zero", { tax: -1 }, "El campo tax debe ser al menos 0."],
]

describe("preauthorize and renew", () => {
  it.each(MONEY)("refuse %s", async (_title, fields, text) => {
    const id = await subscribed(sandbox)
    await refuses("authorize", authorizationBody(id, fields), text)
    const linked_transaction_id = await authorized(sandbox, id)
    await refuses("renew", authorizationBody(id, { linked_transaction_id, ...fields }), text)
    expect(sandbox.cards.authorizations()).toHaveLength(1)
  })

  it.each<Case>([
    ["no original", {}, "El campo linked_transaction_id es obligatorio."],
    [
      "an original that is no UUID",
      { linked_transaction_id: "x" },
      "El campo linked_transaction_id no es válido.",
    ],
    [
      "too long an original",
      { linked_transaction_id: "x".repeat(37) },
      "El campo linked_transaction_id no puede tener más de 36 caracteres.",
    ],
  ])("refuse a renewal with %s", async (_title, fields, text) => {
    await refuses("renew", authorizationBody(await subscribed(sandbox), fields), text)
  })
})

describe("capture and cancel", () => {
  it.each<[CardAct, Record<string, unknown>, string]>([
    ["capture", { amount: 1, tax: 0 }, "El campo transaction_id es obligatorio."],
    [
      "capture",
      { transaction_id: "x", amount: 1, tax: 0 },
      "El campo transaction_id no es válido.",
    ],
    ["capture", { transaction_id: randomUUID(), tax: 0 }, "El campo amount es obligatorio."],
    ["capture", { transaction_id: randomUUID(), amount: 1 }, "El campo tax es obligatorio."],
    [
      "capture",
      { transaction_id: randomUUID(), amount: -1, tax: 0 },
      "El campo amount debe ser al menos 0.",
    ],
    [
      "capture",
      { transaction_id: randomUUID(), amount: "1", tax: 0 },
      "El campo amount debe ser un número.",
    ],
    [
      "capture",
      { transaction_id: randomUUID(), amount: 1, tax: "0" },
      "El campo tax debe ser un número.",
    ],
    [
      "capture",
      { transaction_id: randomUUID(), amount: 1, tax: -1 },
      "El campo tax debe ser al menos 0.",
    ],
    [
      "cancel",
      { subscription_id: "x".repeat(37) },
      "El campo subscription_id no puede tener más de 36 caracteres.",
    ],
    ["cancel", {}, "El campo subscription_id es obligatorio."],
    ["cancel", { subscription_id: 5 }, "El campo subscription_id debe ser una cadena de texto."],
    ["cancel", { subscription_id: "x" }, "El campo subscription_id no es válido."],
  ])("%s refuses %j", refuses)
})
