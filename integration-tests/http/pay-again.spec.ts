import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import request from "supertest"
import { getPayAgainLink, getPaymentLink } from "../../src/exports"
import { BackOffice } from "../support/back-office"
import { CANARY, shopperEmail } from "../support/personal-data"
import { withShop } from "../support/shop"
import { ONE_TRY } from "../support/shop-settings"

/** What one more bag of coffee costs. */
const GRAIN = 48_000
const DAY = 86_400_000
const { legal_doc_type, legal_doc } = CANARY.co
const DOCUMENT = { legal_doc_type, legal_doc }
const PERSON = {
  ...{ legal_doc_type, legal_doc: CANARY.pe.legal_doc, full_name: CANARY.pe.full_name },
  ...{ phone_code: "57", phone_number: CANARY.co.phone_number, email: shopperEmail("otra") },
}
const OTHER = { ...PERSON, payer: "other" }

withShop("paying again", ONE_TRY, (shop) => {
  let office: BackOffice
  beforeEach(async () => {
    office = await BackOffice.of(shop)
  })

  /** A paid order that grew by one bag of coffee: it owes the price of it, and its payer is known. */
  async function grown(): Promise<string> {
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const order = await shop.captured(cart.id)
    await office.edit(order.id, { "CAFE-GRANO": 2 })
    return order.id
  }

  async function addressOf(orderId: string): Promise<URL> {
    const link = await getPayAgainLink(shop.container, orderId)
    return new URL(link?.url ?? "")
  }

  /** What a browser without any key or cookie of ours does. */
  const open = (at: URL) => request(shop.url).get(at.pathname).set("Accept-Language", "es-CO")
  const post = (at: URL, fields: object, shown = String(GRAIN)) =>
    request(shop.url)
      .post(at.pathname)
      .set("Accept-Language", "es-CO")
      .type("form")
      .send({ shown, payment_method: "PSE", ...fields })
  const rowsOf = (order_id: string) =>
    shop.pg("payin_transaction").where({ order_id }).orderBy("created_at")
  const newest = async (order_id: string) => (await rowsOf(order_id)).at(-1)
  const payerOf = (row: { id: string; customer_sealed: string }): unknown =>
    JSON.parse(
      shop.ledger.sealer.open(row.customer_sealed, {
        ...{ table: "payin_transaction", row: row.id, column: "customer_sealed" },
      })
    )
  const created = () => shop.sandbox.counters().create

  async function settled(reference: string, status: "APPROVED" | "REJECTED") {
    shop.sandbox.settle(reference, { status })
    await shop.digested(reference)
  }

  it("leads from one lasting address to the service, for exactly what the order owes", async () => {
    const order_id = await grown()
    const before = created()
    const at = await addressOf(order_id)
    expect(at.origin).toBe(shop.url)
    expect((await addressOf(order_id)).href).toBe(at.href)

    const page = await open(at).expect(200).expect("cache-control", "no-store")
    expect(page.headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'.*form-action 'self' https:/
      ),
    })
    const { display_id } = await shop.pg("order").where({ id: order_id }).first("display_id")
    for (const shown of ["$\u00a048.000", `#${display_id}`, "C. P.", 'value="PSE"']) {
      expect(page.text).toContain(shown)
    }
    for (const hidden of [CANARY.co.email, CANARY.co.legal_doc, CANARY.co.full_name, "CAFE"]) {
      expect(page.text).not.toContain(hidden)
    }
    const english = await open(at).set("Accept-Language", "en").expect(200)
    expect(english.text).toContain("COP\u00a048,000")
    expect(created()).toBe(before)

    const led = await post(at, {}).expect(303)
    const row = await newest(order_id)
    expect(led.headers).toMatchObject({
      ...{ location: row.payment_url, "referrer-policy": "no-referrer" },
    })
    expect(row).toMatchObject({ requested_amount: String(GRAIN), payment_method: "PSE" })
    await settled(row.reference, "APPROVED")
    await shop.until(async () => ((await shop.row(row.reference)).settled_at ? true : null))
    expect(await office.shown(order_id)).toMatchObject({
      summary: { pending_difference: 0, paid_total: 108_000 },
    })
    expect(await getPayAgainLink(shop.container, order_id)).toBeNull()
    expect((await open(at).expect(410)).text).toContain("No hay nada por pagar")
    expect((await post(at, {}).expect(410)).text).toContain("No hay nada por pagar")
    expect(created()).toBe(before + 1)
    expect(await shop.anomalies()).toEqual([])
  })

  it("offers a payment that waits again in place of a second one, also an operator's", async () => {
    const order_id = await grown()
    const described = { payment_method: "PSE", description: "One more bag" }
    const { body } = await office.link(order_id, described).expect(200)
    const at = await addressOf(order_id)
    const before = created()
    expect((await open(at)).text).toContain(`href="${body.payment_link.payment_url}"`)
    const led = await Promise.all([1, 2, 3].map(() => post(at, {}).expect(303)))
    expect(new Set(led.map(({ headers }) => headers.location))).toEqual(
      new Set([body.payment_link.payment_url])
    )
    expect(created()).toBe(before)
  })

  it("books one of two tabs, and shows a person the money of the other", async () => {
    const order_id = await grown()
    const at = await addressOf(order_id)
    await post(at, { payment_method: "PSE" }).expect(303)
    const first = await newest(order_id)
    await post(at, { payment_method: "BREB" }).expect(303)
    const second = await newest(order_id)
    expect(second.reference).not.toBe(first.reference)
    expect((await shop.row(first.reference)).superseded_at).not.toBeNull()

    await settled(second.reference, "APPROVED")
    await shop.until(async () => ((await shop.row(second.reference)).settled_at ? true : null))
    await settled(first.reference, "APPROVED")
    const anomalies = await shop.until(async () => {
      const found = await shop.anomalies()
      return found.length > 0 ? found : null
    })
    expect(anomalies).toMatchObject([{ kind: "duplicate_payment" }])
    expect(await office.shown(order_id)).toMatchObject({ summary: { paid_total: 108_000 } })
  })

  it("says why a payment did not come, and takes another one on the same page", async () => {
    const order_id = await grown()
    const at = await addressOf(order_id)
    await post(at, {}).expect(303)
    const first = await newest(order_id)
    await settled(first.reference, "REJECTED")
    expect((await open(at).expect(200)).text).toContain("El pago anterior no llegó")
    expect((await addressOf(order_id)).href).toBe(at.href)
    await post(at, {}).expect(303)
    const second = await newest(order_id)
    expect(second.reference).not.toBe(first.reference)
    expect(second.requested_amount).toBe(String(GRAIN))
  })

  it("asks for no amount that the page did not show, and shows the new one", async () => {
    const order_id = await grown()
    const at = await addressOf(order_id)
    const before = created()
    await office.edit(order_id, { "CAFE-GRANO": 3 })
    const changed = await post(at, {}).expect(409)
    expect(changed.text).toContain("El valor cambió")
    expect(changed.text).toContain("$\u00a096.000")
    expect((await post(at, {}, "").expect(409)).text).toContain("El valor cambió")
    expect(created()).toBe(before)
    await post(at, {}, "96000").expect(303)
    expect((await newest(order_id)).requested_amount).toBe("96000")
  })

  it("makes no payment of an order that was paid or canceled while the page was open", async () => {
    const paid = await grown()
    const at = await addressOf(paid)
    const canceled = await grown()
    const before = created()
    await office.markAsPaid(paid)
    expect((await post(at, {}).expect(410)).text).toContain("No hay nada por pagar")

    const other = await addressOf(canceled)
    await cancelOrderWorkflow(shop.container).run({ input: { order_id: canceled } })
    expect((await open(other).expect(410)).text).toContain("El pedido se canceló")
    expect((await post(other, {}).expect(410)).text).toContain("El pedido se canceló")
    expect(await getPayAgainLink(shop.container, canceled)).toBeNull()
    expect(created()).toBe(before)
  })

  it("asks for what is unknown alone, keeps what was typed, and takes another person in full", async () => {
    const draft = await office.draft()
    const at = await addressOf(draft)
    const before = created()
    expect((await open(at)).text).toMatch(/name="legal_doc"[^>]* required/)
    const kept = await post(at, { ...DOCUMENT, legal_doc: "!!" }).expect(400)
    expect(kept.text).toContain("Revisa el número")
    expect(kept.text).toContain('value="!!"')
    const half = await post(at, { payer: "other", ...DOCUMENT }).expect(400)
    expect(half.text).toContain("Escribe el nombre de quien paga")
    for (const payment_method of ["OXXO", "CARD ", "", "'"]) {
      await post(at, { ...DOCUMENT, payment_method }).expect(400)
    }
    expect(created()).toBe(before)
    await post(at, { ...OTHER, payment_method: "PSE" }).expect(303)
    const row = await newest(draft)
    expect(payerOf(row)).toEqual(PERSON)
    expect(row.payer_typed_by).toBeNull()
  })

  it("never leads the buyer to a payment that somebody else began in another name", async () => {
    const order_id = await grown()
    const at = await addressOf(order_id)
    await post(at, OTHER).expect(303)
    const strangers = await newest(order_id)
    const page = await open(at).expect(200)
    expect(page.text).not.toContain(strangers.payment_url)
    expect(page.text).toContain('A nombre de <b class="nowrap">C. P.</b>')
    const led = await post(at, {}).expect(303)
    expect(led.headers.location).not.toBe(strangers.payment_url)
    const payer = payerOf(await newest(order_id))
    expect(payer).toMatchObject({ email: CANARY.co.email, legal_doc })
    expect(await getPaymentLink(shop.container, { order_id })).toMatchObject({
      url: (await newest(order_id)).payment_url,
    })
    // Who began the other one goes on with it.
    expect((await post(at, OTHER).expect(303)).headers.location).toBe(strangers.payment_url)
  })

  it("hands nobody else the payment that somebody began in another name, neither operators nor the store's mail", async () => {
    const order_id = await grown()
    await post(await addressOf(order_id), OTHER).expect(303)
    const { payment_url, session_id } = await newest(order_id)
    for (const asked of [{ order_id }, { session_id: String(session_id) }]) {
      expect(await getPaymentLink(shop.container, asked)).toBeNull()
    }
    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link.payment_url).not.toBe(payment_url)
    expect(payerOf(await newest(order_id))).toMatchObject({ email: CANARY.co.email, legal_doc })
    expect(await getPaymentLink(shop.container, { order_id })).toMatchObject({
      url: body.payment_link.payment_url,
    })
  })

  it("nor the payment that somebody who knows the buyer's e-mail began in another name", async () => {
    const order_id = await grown()
    const [first] = await rowsOf(order_id)
    const { full_name } = PERSON
    const stranger = { ...PERSON, email: CANARY.co.email, payer: "other" }
    await post(await addressOf(order_id), stranger).expect(303)
    const { payment_url } = await newest(order_id)
    expect(payerOf(await newest(order_id))).toMatchObject({ email: CANARY.co.email, full_name })
    expect(await getPaymentLink(shop.container, { order_id })).toBeNull()
    const page = await open(await addressOf(order_id)).expect(200)
    expect(page.text).not.toContain(payment_url)
    const { body } = await office.link(order_id).expect(200)
    expect(body.payment_link.payment_url).not.toBe(payment_url)
    expect(payerOf(await newest(order_id))).toEqual(payerOf(first))
  })

  it("leads the buyer to the payment in the name by which the cart was paid, whoever the order names", async () => {
    const order_id = await grown()
    const [first] = await rowsOf(order_id)
    await shop.pg("order_address").update({ first_name: "Otra", last_name: "Persona" })
    await shop.pg("customer").update({ first_name: "Otra", last_name: "Persona" })
    await post(await addressOf(order_id), {}).expect(303)
    expect(payerOf(await newest(order_id))).toEqual(payerOf(first))
    expect(await getPaymentLink(shop.container, { order_id })).toMatchObject({
      url: (await newest(order_id)).payment_url,
    })
  })

  it("counts an operator who copied the address as one who could have typed the payer", async () => {
    const draft = await office.draft()
    const path = `/admin/payin/orders/${draft}/pay-again-link`
    const made = await office.http.post(path).send({}).expect(200)
    expect(made.body).toEqual({ url: (await addressOf(draft)).href })
    await post(new URL(made.body.url), DOCUMENT).expect(303)
    const { payer_typed_by } = await newest(draft)
    expect(payer_typed_by).toEqual([expect.stringMatching(/^user_/)])
  })

  it("gives operators no address of an order that is unknown or owes nothing", async () => {
    const ask = (id: string) =>
      office.http.post(`/admin/payin/orders/${id}/pay-again-link`).send({})
    await ask("order_none").expect(404)
    await ask("%00").expect(404)
    const { cart, reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "APPROVED" })
    const order = await shop.captured(cart.id)
    const refused = await ask(order.id).expect(409)
    expect(refused.body).toMatchObject({ type: "conflict", code: "nothing_owed" })
    expect(await getPayAgainLink(shop.container, order.id)).toBeNull()
    expect(await getPayAgainLink(shop.container, "order_none")).toBeNull()
  })

  it("makes no 13th payment of those that can still be paid, and goes on with the last one", async () => {
    const draft = await office.draft()
    const at = await addressOf(draft)
    const person = (nth: number) => ({ ...OTHER, legal_doc: String(1_020_304_000 + nth) })
    for (let nth = 0; nth < 12; nth += 1) {
      await post(at, person(nth)).expect(303)
    }
    const before = created()
    const refused = await post(at, person(12)).expect(429)
    expect(refused.text).toContain("Ya hay muchos pagos empezados")
    expect(created()).toBe(before)
    await post(at, person(11)).expect(303)
    expect(created()).toBe(before)
  })

  it("says that a payment could not be started, keeps the form, and starts it later", async () => {
    const draft = await office.draft()
    const at = await addressOf(draft)
    shop.sandbox.injectFault({ operation: "create", kind: "error_before" })
    const failed = await post(at, DOCUMENT).expect(503)
    expect(failed.text).toContain("El pago no se pudo iniciar")
    expect(failed.text).toContain(`value="${DOCUMENT.legal_doc}"`)
    await post(at, DOCUMENT).expect(303)
  })

  it("opens nothing by a guess, by a hostile post or after 30 days", async () => {
    const order_id = await grown()
    const at = await addressOf(order_id)
    for (const guess of ["0".repeat(32), "x", "..%2f..", "%00"]) {
      const page = await open(new URL(`/payin/pay/${guess}`, shop.url)).expect(404)
      expect(page.text).toContain("Este enlace ya no sirve")
      await post(new URL(`/payin/pay/${guess}`, shop.url), {}).expect(404)
    }
    await open(new URL("/payin/pay/%ff", shop.url)).expect(404)
    const browser = () => request(shop.url).post(at.pathname)
    await browser().type("text/plain").send("shown=48000").expect(415)
    await browser()
      .type("form")
      .send({ shown: "9".repeat(70_000) })
      .expect(413)
    await browser().type("json").send("[]").expect(415)
    const script = await post(at, { payer: "other", full_name: '"><script>' }).expect(400)
    expect(script.text).not.toContain("<script>")

    shop.advanceClock(30 * DAY + 60_000)
    await open(at).expect(404)
    await post(at, {}).expect(404)
    expect((await addressOf(order_id)).href).not.toBe(at.href)
  })

  it("hands out no address while the installation is held: it may be a copy of the store", async () => {
    const draft = await office.draft()
    const at = await addressOf(draft)
    await shop.pg("payin_installation").update({ callback_url: "https://living.shop.example" })
    try {
      expect(await getPayAgainLink(shop.container, draft)).toBeNull()
      const path = `/admin/payin/orders/${draft}/pay-again-link`
      const refused = await office.http.post(path).send({}).expect(409)
      expect(refused.body.code).toBe("installation_held")
      // Pay-ins go on (docs/decisions/0033-one-living-installation.md).
      await open(at).expect(200)
    } finally {
      await shop.pg("payin_installation").delete()
    }
    expect((await addressOf(draft)).href).toBe(at.href)
  })
})
