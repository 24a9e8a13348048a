import { CATALOG, COUNTRY_CODES, type Method, METHODS } from "../catalog"
import { METHOD_NAMES } from "../pages/method-names"
import { Receiver } from "./support/receiver"
import { lookup, open, press, ticketOf, type Wanted } from "./support/shop"
import { servedSandbox } from "./support/served"

const REDIRECT = "https://shop.example/checkout/return?cart=1&amp;x=2"

const receiver = new Receiver()
const sandbox = servedSandbox(receiver)

const start = (payment_method: string, wanted: Wanted = {}) =>
  ticketOf(sandbox, { payment_method, ipn_url: receiver.url, ...wanted })

const statusOf = (ticket: string) => sandbox.transaction(ticket)?.status

const cardForm = (number: string, fields: Record<string, string> = {}) => ({
  number,
  holder: "Ana Restrepo",
  expiry: "12/35",
  cvv: "123",
  installments: "1",
  ...fields,
})

const approve = (ticket: string) => press(sandbox, ticket, "outcome", { outcome: "approve" })
const payAt = (bank: string) => async (ticket: string) => {
  await press(sandbox, ticket, "bank", { bank })
  return press(sandbox, ticket, "pay")
}

/** How its page is paid; what is paid elsewhere, the sandbox's own controls do. The compiler asks for each. */
const PAID: Record<Method, (ticket: string) => Promise<unknown>> = {
  ALL_METHODS: async (ticket) => {
    await press(sandbox, ticket, "method", { method: "TRANSFIYA" })
    return press(sandbox, ticket, "pay")
  },
  PSE: payAt("BANCO CONDOR"),
  BANK_TRANSFER: payAt("BANCO VICUNA"),
  TRANSFIYA: (ticket) => press(sandbox, ticket, "pay"),
  CARD: async (ticket) => {
    await press(sandbox, ticket, "card", cardForm("4111111111111111"))
    await sandbox.advanceClock(1_500)
  },
  ...{
    EFECTY: approve,
    CASH: approve,
    OXXO: approve,
    CASH_BANK: approve,
    PAGOEFECTIVO: approve,
    CASH_STORE: approve,
    CASH_ALL: approve,
  },
  ...{ BREB: approve, QR: approve, SPEI: approve },
}

it.each(METHODS)("%s has its name on its page, and can be paid there", async (method) => {
  const country = COUNTRY_CODES.find((one) => CATALOG[one].methods.includes(method))
  const ticket = await start(method, { country })
  const { text } = await open(sandbox, ticket)
  expect(text.toLowerCase()).toContain(METHOD_NAMES[method].name.es.toLowerCase())
  await PAID[method](ticket)
  expect(statusOf(ticket)).toBe("APPROVED")
})

describe("PSE", () => {
  it("leads from the bank through confirmation and payment back to the shop", async () => {
    const ticket = await start("PSE")
    const banks = await open(sandbox, ticket)
    expect(banks.status).toBe(200)
    expect(banks.text).toContain("Pague con PSE")
    expect(banks.text.match(/name="bank"/g)).toHaveLength(6)
    expect(banks.text).toContain('value="JURIDICA"')

    const chosen = await press(sandbox, ticket, "bank", {
      bank: "BANCO ORQUIDEA",
      person_type: "JURIDICA",
    })
    expect(chosen.status).toBe(303)
    expect(chosen.headers.location).toBe(`/pay/${ticket}`)
    const confirm = await open(sandbox, ticket)
    expect(confirm.text).toContain("Banco Orquídea")
    expect(confirm.text).toMatch(/Pagar\s+\$\s50\.000/)

    expect((await press(sandbox, ticket, "pay")).status).toBe(303)
    const result = await open(sandbox, ticket)
    expect(result.text).toContain("Pago aprobado")
    expect(result.text).toContain(`content="4;url=${REDIRECT}"`)
    expect(result.text).toContain(`href="${REDIRECT}"`)
    await sandbox.idle()
    expect(receiver.received[0].body).toMatchObject({
      top_status: "APPROVED",
      top_bank_name: "BANCO ORQUIDEA",
    })
  })

  it("asks again when no bank was chosen", async () => {
    const ticket = await start("PSE")
    const answer = await press(sandbox, ticket, "bank", { bank: "MY POCKET" })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain("Elija un banco para continuar.")
    await press(sandbox, ticket, "pay")
    expect(statusOf(ticket)).toBe("PENDING")
  })

  it("lets the shopper change the bank", async () => {
    const ticket = await start("PSE")
    await press(sandbox, ticket, "bank", { bank: "BANCO CONDOR" })
    await press(sandbox, ticket, "back")
    expect((await open(sandbox, ticket)).text).toContain("Pague con PSE")
  })

  it("goes straight back to the shop when no result page is wanted", async () => {
    sandbox.configure({ returnAfterSeconds: 0 })
    const ticket = await start("PSE")
    await press(sandbox, ticket, "bank", { bank: "BANCO CONDOR" })
    await press(sandbox, ticket, "pay")
    const answer = await open(sandbox, ticket)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe("https://shop.example/checkout/return?cart=1&x=2")
  })

  it("cannot be paid twice: a second press changes and sends nothing", async () => {
    const ticket = await start("PSE")
    await press(sandbox, ticket, "bank", { bank: "BANCO CONDOR" })
    await Promise.all([press(sandbox, ticket, "pay"), press(sandbox, ticket, "pay")])
    await press(sandbox, ticket, "outcome", { outcome: "reject" })
    await sandbox.idle()
    expect(statusOf(ticket)).toBe("APPROVED")
    expect(receiver.received).toHaveLength(1)
  })
})

describe("the other methods", () => {
  it("BANK_TRANSFER in Peru lists banks and asks for no person type", async () => {
    const ticket = await start("BANK_TRANSFER", { country: "PE" })
    const page = await open(sandbox, ticket)
    expect(page.text.match(/name="bank"/g)).toHaveLength(5)
    expect(page.text).not.toContain("person_type")
    await press(sandbox, ticket, "bank", { bank: "BANCO VICUNA" })
    expect((await open(sandbox, ticket)).text).toMatch(/Pagar\s+S\/\s189\.90/)
    await press(sandbox, ticket, "pay")
    expect(statusOf(ticket)).toBe("APPROVED")
  })

  it("TRANSFIYA shows only the last digits of the shopper's mobile number", async () => {
    const ticket = await start("TRANSFIYA")
    const page = await open(sandbox, ticket)
    expect(page.text).toContain("4567")
    expect(page.text).not.toContain("3001234567")
    await press(sandbox, ticket, "pay")
    expect(statusOf(ticket)).toBe("APPROVED")
  })

  it.each<[string, Wanted, RegExp]>([
    ["EFECTY", {}, /data-code>\s*\d{4} \d{4} \d{4}\s*</],
    ["CASH", {}, /data-code>\s*\d{4} \d{4} \d{4} \d{2}\s*</],
    ["CASH", { country: "PE" }, /data-code>\s*\d{4} \d{4} \d{4} \d{2}\s*</],
    ["OXXO", { country: "MX" }, /data-code>\s*\d{4} \d{4} \d{4} \d{2}\s*</],
    ["CASH_BANK", { country: "MX" }, /data-code>\s*\d{4} \d{4} \d{4} \d{2}\s*</],
    ["CASH_STORE", { country: "MX" }, /data-code>\s*\d{4} \d{4} \d{4} \d{2}\s*</],
    ["CASH_ALL", { country: "MX" }, /data-code>\s*\d{4} \d{4} \d{4} \d{2}\s*</],
    ["PAGOEFECTIVO", { country: "PE" }, /data-code>\s*\d{4} \d{4}\s*</],
  ])("%s (%p) is a voucher with a number, a barcode and steps", async (method, wanted, number) => {
    const ticket = await start(method, wanted)
    const page = await open(sandbox, ticket)
    expect(page.text).toMatch(number)
    expect(page.text).toContain('class="paper barcode"')
    expect(page.text.match(/<ol class="how">/g)).toHaveLength(1)
    expect((await open(sandbox, ticket)).text.match(number)).toEqual(page.text.match(number))
    await press(sandbox, ticket, "pay")
    expect(statusOf(ticket)).toBe("PENDING")
    await press(sandbox, ticket, "outcome", { outcome: "approve" })
    expect(statusOf(ticket)).toBe("APPROVED")
  })

  it("QR shows a code to scan", async () => {
    const ticket = await start("QR", { country: "PE" })
    const page = await open(sandbox, ticket)
    expect(page.text).toMatch(/class="paper qr"\s*>\s*<svg\s+viewBox="0 0 (\d+) \1"/)
    await press(sandbox, ticket, "outcome", { outcome: "approve" })
    expect(statusOf(ticket)).toBe("APPROVED")
  })

  it("BREB shows a key to copy, and the payer may pay another amount", async () => {
    const ticket = await start("BREB")
    const page = await open(sandbox, ticket)
    const [key] = /@SBX\d{6}/.exec(page.text) ?? []
    expect(page.text).toContain(`data-copy="${key}"`)
    const wrong = await press(sandbox, ticket, "outcome", { outcome: "approve", amount: "1,5" })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain("mayor que cero")
    await press(sandbox, ticket, "outcome", { outcome: "approve", amount: "49000" })
    await sandbox.idle()
    expect((await lookup(sandbox, ticket)).body.data).toMatchObject({
      status: "APPROVED",
      amount: 49_000,
    })
    expect(receiver.received[0].body.top_amount).toBe(49_000)
  })

  it("EFECTY does not let the payer change the amount", async () => {
    const ticket = await start("EFECTY")
    await press(sandbox, ticket, "outcome", { outcome: "approve", amount: "1" })
    expect(sandbox.transaction(ticket)).toMatchObject({ status: "APPROVED", paid_amount: null })
  })

  it("SPEI shows a CLABE with a right check digit", async () => {
    const ticket = await start("SPEI", { country: "MX" })
    const [, clabe] = /data-copy="(\d{18})"/.exec((await open(sandbox, ticket)).text) ?? []
    const sum = Array.from(clabe.slice(0, 17)).reduce(
      (total, digit, index) => total + ((Number(digit) * [3, 7, 1][index % 3]) % 10),
      0
    )
    expect(Number(clabe[17])).toBe((10 - (sum % 10)) % 10)
  })
})

describe("ALL_METHODS", () => {
  it("offers the methods of the country and continues as the chosen method", async () => {
    const ticket = await start("ALL_METHODS")
    const page = await open(sandbox, ticket)
    const offered = CATALOG.CO.methods.filter((method) => method !== "ALL_METHODS")
    expect(page.text.match(/name="method"/g)).toHaveLength(offered.length)
    await press(sandbox, ticket, "method", { method: "EFECTY" })
    const voucher = await open(sandbox, ticket)
    expect(voucher.text).toContain("Pague en un punto Efecty")
    expect(voucher.text).toContain("Cambiar de medio de pago")
    expect(sandbox.transaction(ticket)).toMatchObject({
      payment_method: "ALL_METHODS",
      chosen_method: "EFECTY",
    })
  })

  it("lets the shopper choose again", async () => {
    const ticket = await start("ALL_METHODS")
    await press(sandbox, ticket, "method", { method: "EFECTY" })
    await press(sandbox, ticket, "back")
    expect((await open(sandbox, ticket)).text).toContain("¿Cómo quiere pagar?")
  })

  it("neither offers nor accepts a method whose limits the amount breaks", async () => {
    const ticket = await start("ALL_METHODS", { amount: 1_500 })
    const page = await open(sandbox, ticket)
    expect(page.text.match(/disabled/g)?.length).toBeGreaterThanOrEqual(2)
    expect(page.text).toMatch(/Desde \$\s2\.000/)
    expect((await press(sandbox, ticket, "method", { method: "PSE" })).status).toBe(422)
    expect((await press(sandbox, ticket, "method", { method: "QR" })).status).toBe(422)
    expect((await press(sandbox, ticket, "method")).status).toBe(422)
    expect(sandbox.transaction(ticket)?.chosen_method).toBe("ALL_METHODS")
  })
})

describe("CARD", () => {
  it.each([
    ["4111 1111 1111 1111", "APPROVED", "VISA", "1111"],
    ["4000000000000002", "REJECTED", "VISA", "0002"],
  ] as const)(
    "%s ends as %s after a delay and notifies with top_card",
    async (number, status, brand, last) => {
      const ticket = await start("CARD")
      expect((await press(sandbox, ticket, "card", cardForm(number))).status).toBe(303)
      expect(statusOf(ticket)).toBe("PENDING")
      expect((await open(sandbox, ticket)).text).toContain("Procesando su pago")
      await sandbox.advanceClock(1_500)
      await sandbox.idle()
      expect(receiver.received[0].body).toMatchObject({
        top_status: status,
        top_card: {
          bank: expect.any(String),
          bin: number.replace(/ /g, "").slice(0, 6),
          country: "CO",
          lastFourDigits: last,
          type: expect.any(String),
          brand,
        },
      })
    }
  )

  it.each([
    ["5555555555554444", "APPROVED"],
    ["5105105105105100", "REJECTED"],
  ] as const)("%s asks for the code, any six digits, and ends as %s", async (number, status) => {
    const ticket = await start("CARD")
    await press(sandbox, ticket, "card", cardForm(number))
    expect((await open(sandbox, ticket)).text).toContain("Código de un solo uso")
    for (const code of ["", "12345", "abcdef", "1234567"]) {
      const wrong = await press(sandbox, ticket, "challenge", { code })
      expect(wrong.status).toBe(422)
      expect(wrong.text).toContain("El código tiene seis dígitos.")
    }
    await press(sandbox, ticket, "challenge", { code: "424242" })
    await sandbox.advanceClock(1_500)
    expect(statusOf(ticket)).toBe(status)
  })

  it("the challenge can be left for another card", async () => {
    const ticket = await start("CARD")
    await press(sandbox, ticket, "card", cardForm("5555555555554444"))
    await press(sandbox, ticket, "back")
    expect((await open(sandbox, ticket)).text).toContain("Número de tarjeta")
    expect(sandbox.transaction(ticket)?.card).toBeNull()
  })

  it.each<[string, Record<string, string>, string]>([
    ["no number", { number: "" }, "Escriba el número"],
    ["a card that is no test card", { number: "4242424242424242" }, "solo funcionan las tarjetas"],
    ["no holder", { holder: " " }, "nombre del titular"],
    ["an expired card", { expiry: "01/20" }, "fecha futura"],
    ["a month that does not exist", { expiry: "13/35" }, "fecha futura"],
    ["another CVV", { cvv: "999" }, "En el sandbox es 123"],
  ])("refuses %s beside its field", async (_title, fields, message) => {
    const ticket = await start("CARD")
    const answer = await press(sandbox, ticket, "card", cardForm("4111111111111111", fields))
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(message)
    expect(answer.text).toContain('aria-invalid="true"')
    expect(statusOf(ticket)).toBe("PENDING")
  })

  it("does not repeat the typed number and CVV, nor store the number", async () => {
    const ticket = await start("CARD")
    const typed = cardForm("4242424242424242", { cvv: "987" })
    const answer = await press(sandbox, ticket, "card", typed)
    expect(answer.text).not.toContain("4242424242424242")
    expect(answer.text).not.toContain("987")
    await press(sandbox, ticket, "card", cardForm("4111111111111111"))
    expect(JSON.stringify(sandbox.transaction(ticket))).not.toContain("4111111111111111")
  })

  it("lists its test cards on the page", async () => {
    const page = await open(sandbox, await start("CARD"))
    expect(page.text.match(/data-fill="/g)).toHaveLength(4)
  })
})
