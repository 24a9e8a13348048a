import { setTimeout as sleep } from "node:timers/promises"
import request from "supertest"
import type { PayoutDestination } from "../../src/domain/payout/destination"
import { getRefundLink } from "../../src/exports"
import { AfterSales } from "../support/after-sales"
import { signedInCustomer } from "../support/people"
import { breakWriting } from "../support/gate"
import { PayoutDesk } from "../support/payout-desk"
import { CANARY } from "../support/personal-data"
import { withShop, type Shop } from "../support/shop"
import { LOW_LIMIT } from "../support/shop-settings"
import { DESTINATION, PayoutDriver } from "../support/payout-driver"

const DAY = 86_400_000
const ACCOUNT = {
  payment_method: "BANK_TRANSFER",
  bank: "bancolombia",
  account_type: "AHORRO",
  account_number: DESTINATION.account_number,
}
const OTHER_ACCOUNT = {
  bank: "BANCOLOMBIA",
  account_number: "55667788990",
  account_type: "CORRIENTE",
}
const OTHER = { ...ACCOUNT, account_number: OTHER_ACCOUNT.account_number }
const GIVEN = "Este enlace ya se usó"
const THANKS = "¡Listo!"
const NO_LONGER = "Este enlace ya no sirve"

/** A sale of 60,000 that is through, and a refund of a part of it. */
async function refunded(shop: Shop, amount = 25_000) {
  const { cart, reference } = await shop.checkout("co")
  shop.sandbox.settle(reference, { status: "APPROVED" })
  const order = await shop.captured(cart.id)
  await shop.digested(reference)
  const [payment] = order.payment_collections[0].payments
  const admin = await shop.admin()
  await admin.post(`/admin/payments/${payment.id}/refund`).send({ amount }).expect(200)
  const row = await shop.pg("payin_payout").where({ order_id: order.id }).first("id")
  const payout: { id: string } = row
  return { payout_id: payout.id, order_id: String(order.id), reference }
}

withShop("the refund page", LOW_LIMIT, (shop) => {
  const payoutDriver = new PayoutDriver(shop)

  async function link(payoutId: string): Promise<URL> {
    const made = await getRefundLink(shop.container, payoutId)
    return new URL(made?.url ?? "")
  }

  /** What a browser without any key of ours does. */
  const open = (at: URL) => request(shop.url).get(at.pathname).set("Accept-Language", "es-CO")
  const post = (at: URL, fields: object) =>
    request(shop.url).post(at.pathname).set("Accept-Language", "es-CO").type("form").send(fields)
  const asked = (html: string) => [
    ...new Set([...html.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, name]) => name)),
  ]

  async function destination(payoutId: string): Promise<PayoutDestination | null> {
    const { id, destination_sealed } = await payoutDriver.payout(payoutId)
    const { destinations } = payoutDriver.payouts
    return destination_sealed === null
      ? null
      : destinations.open("payin_payout", { id, destination_sealed })
  }

  it.each([
    ["an edit", ""],
    ["a transfer to a guest", "/transfer/guest"],
  ])(
    "lets nobody approve a refund to an account given on it who gave the order another e-mail by %s",
    async (_how, road) => {
      payoutDriver.fill(1_000_000)
      const desk = await PayoutDesk.open(shop)
      const { payout_id, order_id } = await refunded(shop, 60_000)
      await desk.checker
        .post(`/admin/orders/${order_id}${road}`)
        .send({ email: "another@shop.example" })
        .expect(200)
      await payoutDriver.runIn(31)
      await post(await link(payout_id), OTHER).expect(200)
      expect(await payoutDriver.payout(payout_id)).toMatchObject({
        ...{ status: "awaiting_approval", destination_from: "page" },
      })
      const refused = await desk.tryApprove(payout_id)
      expect(refused.status).toBe(409)
      expect(payoutDriver.taken(payout_id)).toEqual([])
    }
  )

  it("lets nobody approve a refund to an account given on it who gave the customer another e-mail", async () => {
    payoutDriver.fill(1_000_000)
    const desk = await PayoutDesk.open(shop)
    const third = await shop.admin()
    const { payout_id, order_id } = await refunded(shop, 60_000)
    const { customer_id } = await shop.pg("order").where({ id: order_id }).first("customer_id")
    await desk.checker
      .post(`/admin/customers/${customer_id}`)
      .send({ email: "another@shop.example" })
      .expect(200)
    await payoutDriver.runIn(31)
    await post(await link(payout_id), OTHER).expect(200)
    expect((await desk.tryApprove(payout_id)).status).toBe(409)
    expect((await desk.tryApprove(payout_id, third)).status).toBe(200)
  })

  it.each([
    ["with another e-mail", true],
    ["without a word about its e-mail", false],
  ])(
    "lets nobody approve a refund to an account given on it after a customer took the order over %s",
    async (_how, withEmail) => {
      payoutDriver.fill(1_000_000)
      const desk = await PayoutDesk.open(shop)
      const { payout_id, order_id } = await refunded(shop, 60_000)
      const { token } = await signedInCustomer(shop.container)
      await (await AfterSales.of(shop)).takeOver(order_id, token, withEmail)
      await payoutDriver.runIn(31)
      await post(await link(payout_id), OTHER).expect(200)
      const refused = await desk.tryApprove(payout_id)
      expect([refused.status, refused.body.code]).toEqual([409, "unknown_maker"])
      expect(refused.body.message).toContain("a customer's account took its order over")
      expect(payoutDriver.taken(payout_id)).toEqual([])
    }
  )

  it.each(["before", "after"])(
    "keeps who gave the former customer another e-mail when a customer with the order's own e-mail takes it over %s the account is given",
    async (when) => {
      payoutDriver.fill(1_000_000)
      const desk = await PayoutDesk.open(shop)
      const third = await shop.admin()
      const { payout_id, order_id } = await refunded(shop, 60_000)
      const { customer_id, email } = await shop.pg("order").where({ id: order_id }).first()
      await desk.checker
        .post(`/admin/customers/${customer_id}`)
        .send({ email: "another@shop.example" })
        .expect(200)
      await payoutDriver.runIn(31)
      const at = await link(payout_id)
      const takeOver = async () => {
        const { token } = await signedInCustomer(shop.container, email)
        await (await AfterSales.of(shop)).takeOver(order_id, token, false)
      }
      if (when === "before") await takeOver()
      await post(at, OTHER).expect(200)
      if (when === "after") await takeOver()
      const refused = await desk.tryApprove(payout_id)
      expect([refused.status, refused.body.code]).toEqual([409, "second_person"])
      expect((await desk.tryApprove(payout_id, third)).status).toBe(200)
    }
  )

  it.each(["before", "after"])(
    "keeps who could read its mail when the store's own code moves the order %s the account is given",
    async (when) => {
      payoutDriver.fill(1_000_000)
      const desk = await PayoutDesk.open(shop)
      const third = await shop.admin()
      const { payout_id, order_id } = await refunded(shop, 60_000)
      const { customer_id } = await shop.pg("order").where({ id: order_id }).first("customer_id")
      await desk.checker
        .post(`/admin/customers/${customer_id}`)
        .send({ email: "another@shop.example" })
        .expect(200)
      await payoutDriver.runIn(31)
      const at = await link(payout_id)
      const move = async () => {
        const other = await signedInCustomer(shop.container)
        await shop.pg("order").where({ id: order_id }).update({ customer_id: other.customer_id })
        await shop.pg("order_cart").where({ order_id }).delete()
      }
      if (when === "before") await move()
      await post(at, OTHER).expect(200)
      if (when === "after") await move()
      expect((await payoutDriver.payout(payout_id)).makers).toHaveLength(2)
      const refused = await desk.tryApprove(payout_id)
      expect([refused.status, refused.body.code]).toEqual([409, "second_person"])
      expect((await desk.tryApprove(payout_id, third)).status).toBe(200)
    }
  )

  it("keeps who could read its mail for the rest of a refund that was paid short, though a colleague corrected the account", async () => {
    payoutDriver.fill(1_000_000)
    const desk = await PayoutDesk.open(shop)
    const [third, fourth] = [await shop.admin(), await shop.admin()]
    const { payout_id, order_id } = await refunded(shop, 60_000)
    await desk.checker
      .post(`/admin/orders/${order_id}`)
      .send({ email: "another@shop.example" })
      .expect(200)
    await payoutDriver.runIn(31)
    await post(await link(payout_id), OTHER).expect(200)
    await desk
      .post(`/${payout_id}/destination`, { destination: { ...DESTINATION, ...OTHER_ACCOUNT } })
      .expect(200)
    expect((await desk.tryApprove(payout_id, third)).status).toBe(200)
    await payoutDriver.run()
    const [{ reference }] = payoutDriver.taken(payout_id)
    shop.sandbox.approvePayout(reference, { amount: 5_000, notify: false })
    await payoutDriver.bringIn(11, payout_id, "approved")

    const { version } = await desk.look(payout_id)
    const ordered = await desk.post(`/${payout_id}/pay-rest`, { version }, undefined, third)
    expect(ordered.body.payout).toMatchObject({ amount: "55000", status: "awaiting_approval" })
    const rest: { id: string } = ordered.body.payout
    const refused = await desk.tryApprove(rest.id)
    expect([refused.status, refused.body.code]).toEqual([409, "second_person"])
    expect((await desk.tryApprove(rest.id, fourth)).status).toBe(200)
  })

  it("asks the shopper for the account alone, and the money goes there", async () => {
    const [needed, paid] = ["payin.refund_destination_needed", "payin.refund_paid"].map((name) =>
      shop.listen(name)
    )
    payoutDriver.fill(1_000_000)
    const { payout_id, order_id } = await refunded(shop)
    await payoutDriver.runIn(31)
    const event = await shop.until(async () => needed.data.at(0) ?? null)
    expect(event).toMatchObject({ id: payout_id, status: "awaiting_destination", order_id })
    const at = await link(payout_id)
    expect(at.origin).toBe(shop.url)

    const page = await open(at).expect(200).expect("cache-control", "no-store")
    expect(page.headers["content-security-policy"]).toMatch(/default-src 'none'/)
    expect(page.headers["referrer-policy"]).toBe("strict-origin")
    const { display_id } = await shop.pg("order").where({ id: order_id }).first("display_id")
    for (const shown of ["$\u00a025.000", `#${display_id}`, "C. P."]) {
      expect(page.text).toContain(shown)
    }
    expect(asked(page.text)).toEqual(Object.keys(ACCOUNT))
    for (const secret of Object.values(CANARY.co).filter((text) => text.length > 4)) {
      expect(page.text).not.toContain(secret)
    }

    const thanked = await post(at, ACCOUNT).expect(200)
    expect(thanked.text).toContain(THANKS)
    expect(thanked.text).toContain(`BANCOLOMBIA, terminada en ${ACCOUNT.account_number.slice(-4)}`)
    expect(thanked.text).not.toContain(ACCOUNT.account_number)
    expect(await payoutDriver.payout(payout_id)).toMatchObject({ status: "queued" })
    expect(await destination(payout_id)).toEqual(DESTINATION)
    const deeds = await payoutDriver.payouts.audit.of(payout_id)
    expect(deeds.map(({ action, actor_type }) => [action, actor_type])).toEqual([
      ["created", "user"],
      ["released", "system"],
      ["link_made", "system"],
      ["destination_given", "shopper"],
    ])

    await payoutDriver.run()
    const [taken] = payoutDriver.taken(payout_id)
    expect(taken).toMatchObject({ amount: 25_000, bank: "BANCOLOMBIA" })
    shop.sandbox.approvePayout(taken.reference, { notify: false })
    await payoutDriver.bringIn(11, payout_id, "approved")
    await shop.until(async () => paid.data.at(0) ?? null)
    expect((await open(at).expect(410)).text).toContain(GIVEN)
    expect((await post(at, OTHER).expect(410)).text).toContain(GIVEN)
    expect(await destination(payout_id)).toEqual(DESTINATION)
  })

  it("accepts the account while the refund is held; a large refund still needs a second person", async () => {
    payoutDriver.fill(1_000_000)
    const { payout_id } = await refunded(shop, 60_000)
    const at = await link(payout_id)
    expect(await payoutDriver.payout(payout_id)).toMatchObject({ status: "held" })
    expect((await post(at, ACCOUNT).expect(200)).text).toContain(THANKS)
    expect(await payoutDriver.payout(payout_id)).toMatchObject({ status: "held" })
    expect((await open(at).expect(410)).text).toContain(GIVEN)

    await payoutDriver.runIn(31)
    expect(await payoutDriver.payout(payout_id)).toMatchObject({ status: "awaiting_approval" })
    await payoutDriver.approve(payout_id)
    await payoutDriver.run()
    expect(payoutDriver.taken(payout_id)).toMatchObject([{ amount: 60_000 }])
  })

  it("shows the form again with the entered values when a field is wrong, and keeps nothing", async () => {
    const { payout_id } = await refunded(shop)
    const at = await link(payout_id)
    const wrong = async (fields: object) => {
      const { text } = await post(at, { ...ACCOUNT, ...fields }).expect(400)
      return [...text.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)
    }
    const typed = { bank: "<b>", account_number: "12", account_type: "WALLET" }
    expect(await wrong(typed)).toEqual(["bank", "account_type", "account_number"])
    expect((await post(at, { ...ACCOUNT, ...typed })).text).toContain('value="&lt;b&gt;"')
    expect(await wrong({ payment_method: "SERVICE" })).toEqual(["payment_method"])
    expect(await wrong({ payment_method: "TRANSFIYA", account_number: "@ana" })).toEqual([
      "account_number",
    ])
    expect((await post(at, {}).expect(400)).text).toContain("Falta algo por revisar")
    expect(await payoutDriver.payout(payout_id)).toMatchObject({
      version: 1,
      account_last_four: null,
    })
    expect((await post(at, ACCOUNT).expect(200)).text).toContain(THANKS)
  })

  it("asks for the person when the payer's data is removed, and ignores another person for a known payer", async () => {
    const known = await refunded(shop)
    const other = { ...CANARY.co, full_name: "Otra Persona", legal_doc: "5566778899" }
    await post(await link(known.payout_id), { ...ACCOUNT, ...other }).expect(200)
    expect(await destination(known.payout_id)).toEqual(DESTINATION)

    const { payout_id, reference } = await refunded(shop)
    await shop.pg("payin_transaction").where({ reference }).update({ customer_sealed: "removed" })
    const at = await link(payout_id)
    expect(asked((await open(at).expect(200)).text).sort()).toEqual(
      [...Object.keys(ACCOUNT), ...Object.keys(CANARY.co)].sort()
    )
    const { text } = await post(at, { ...ACCOUNT, ...other, email: "no" }).expect(400)
    expect(text).toContain('value="Otra Persona"')
    await post(at, { ...ACCOUNT, ...other }).expect(200)
    expect(await destination(payout_id)).toEqual({ ...DESTINATION, ...other })
  })

  it("closes after seven days, and a new address accepts the account", async () => {
    const { payout_id } = await refunded(shop)
    const at = await link(payout_id)
    shop.advanceClock(6 * DAY)
    await open(at).expect(200)
    shop.advanceClock(DAY + 1000)
    expect((await open(at).expect(404)).text).toContain(NO_LONGER)
    expect((await post(at, ACCOUNT).expect(404)).text).toContain(NO_LONGER)
    expect(await destination(payout_id)).toBeNull()
    expect((await post(await link(payout_id), ACCOUNT).expect(200)).text).toContain(THANKS)
  })

  it("closes once an operator gives the destination or the refund is withdrawn", async () => {
    const { payout_id } = await refunded(shop)
    const desk = await PayoutDesk.open(shop)
    const path = `/admin/payin/payouts/${payout_id}`
    const made = await desk.maker.post(`${path}/destination-link`).send({}).expect(200)
    expect(made.body).toEqual({
      url: expect.stringMatching(new RegExp(`^${shop.url}/payin/refund/[0-9a-f]{32}$`)),
      expires_at: expect.stringMatching(/Z$/),
    })
    const days = (Date.parse(made.body.expires_at) - Date.now()) / DAY
    expect(Math.round(days)).toBe(7)
    const at = new URL(made.body.url)
    await open(at).expect(200)
    await desk.maker.post(`${path}/destination`).send({ destination: DESTINATION }).expect(200)
    expect((await open(at).expect(410)).text).toContain(GIVEN)
    for (const fields of [OTHER, ACCOUNT]) {
      expect((await post(at, fields).expect(410)).text).toContain(GIVEN)
    }
    expect(await destination(payout_id)).toEqual(DESTINATION)
    const refused = await desk.maker.post(`${path}/destination-link`).send({})
    expect([refused.status, refused.body.type]).toEqual([409, "conflict"])
    expect(await getRefundLink(shop.container, payout_id)).toBeNull()
    await desk.maker.post("/admin/payin/payouts/payout_none/destination-link").expect(404)

    const gone = await refunded(shop)
    const late = await link(gone.payout_id)
    await payoutDriver.payouts.releases.withdraw(gone.payout_id, "Medusa undid the refund.")
    expect((await open(late).expect(404)).text).toContain(NO_LONGER)
    await post(late, ACCOUNT).expect(404)
    await desk.maker.post(`/admin/payin/payouts/${gone.payout_id}/destination-link`).expect(409)
  })

  it("answers 404 at an address that was never issued", async () => {
    const { payout_id } = await refunded(shop)
    const { pathname } = await link(payout_id)
    const strangers = [
      `/payin/refund/${"0".repeat(32)}`,
      `/payin/refund/${"f".repeat(5000)}`,
      `/payin/refund/${payout_id}`,
      "/payin/refund/%00",
      "/payin/refund/%ff",
      "/payin/refund/'%20or%20'1'='1",
      pathname.slice(0, -1),
      `${pathname}0`,
      `${pathname}/more`,
    ]
    for (const path of strangers) {
      const at = new URL(path, shop.url)
      expect([path, (await open(at)).status]).toEqual([path, 404])
      expect([path, (await post(at, ACCOUNT)).status]).toEqual([path, 404])
    }
    expect(await destination(payout_id)).toBeNull()
  })

  it("keeps nothing of a body that is no form, and refuses a body that is too large", async () => {
    const { payout_id } = await refunded(shop)
    const at = await link(payout_id)
    const send = (type: string, body: string) =>
      request(shop.url).post(at.pathname).set("Content-Type", type).send(body)
    const form = new URLSearchParams(ACCOUNT).toString()
    expect((await send("application/json", "{")).status).toBe(415)
    expect((await send("application/json", `[${JSON.stringify(form)}]`)).status).toBe(415)
    expect((await send("application/json", '{"bank":{"a":1},"__proto__":{}}')).status).toBe(400)
    expect((await send("text/plain", form)).status).toBe(415)
    const large = await send("application/x-www-form-urlencoded", `${form}&x=${"y".repeat(70_000)}`)
    expect([large.status, large.text.includes("No pudimos guardar")]).toEqual([413, true])
    expect(await destination(payout_id)).toBeNull()
    const odd = `${form}&bank=OTHER&__proto__=1&constructor=2&account_number[]=3`
    await send("application/x-www-form-urlencoded", odd).expect(200)
    expect(await destination(payout_id)).toEqual(DESTINATION)
  })

  it("takes the same fields from a storefront that posts JSON, once", async () => {
    const { payout_id } = await refunded(shop)
    const at = await link(payout_id)
    const send = () => request(shop.url).post(at.pathname).send(ACCOUNT)
    expect((await send().expect(200)).text).toContain(THANKS)
    expect((await send().expect(410)).text).toContain(GIVEN)
    expect(await destination(payout_id)).toEqual(DESTINATION)
  })

  it("confirms one of several accounts that are posted at once: the one that was kept", async () => {
    const { payout_id } = await refunded(shop)
    const [one, two] = [await link(payout_id), await link(payout_id)]
    const posts = [one, two, one, two].map((at, index) =>
      post(at, { ...ACCOUNT, account_number: `556677889${index}0` })
    )
    const pages = await Promise.all(posts)
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410])
    const { account_last_four } = await payoutDriver.payout(payout_id)
    const [thanked] = pages.filter(({ status }) => status === 200)
    expect(thanked.text).toContain(`terminada en ${account_last_four}`)
    for (const at of [one, two]) {
      expect((await open(at)).text).toContain(GIVEN)
    }
  })

  it("explains that the store is busy, and accepts the same details a moment later", async () => {
    const { payout_id } = await refunded(shop)
    const at = await link(payout_id)
    const broken = await breakWriting(shop.pg, { table: "payin_payout", event: "update" })
    const again = await post(at, ACCOUNT).expect(503)
    expect(again.text).toContain("No pudimos guardar tus datos")
    expect(again.text).toContain(`value="${ACCOUNT.account_number}"`)
    await broken.mend()

    await shop.pg.raw("alter table payin_destination_link rename to payin_away")
    const busy = await open(at).expect(503)
    expect(busy.text).toContain("Danos un momento")
    expect(busy.headers["cache-control"]).toBe("no-store")
    await post(at, ACCOUNT).expect(503)
    await shop.pg.raw("alter table payin_away rename to payin_destination_link")
    expect((await post(at, ACCOUNT).expect(200)).text).toContain(THANKS)
  })

  it("keeps its address and the account number out of the log for every kind of request", async () => {
    const { payout_id } = await refunded(shop)
    const written = jest.spyOn(process.stdout, "write")
    const { pathname } = await link(payout_id)
    const token = pathname.slice(pathname.lastIndexOf("/") + 1)
    const agent = request(shop.url)
    await agent.get(pathname)
    await agent.get(`${pathname}?again=1`)
    await agent.get(`${pathname}/more`)
    await agent.get(`/PAYIN/Refund/${token}`)
    await agent.get(`${pathname}%ff`)
    await agent.put(pathname).type("json").send("{")
    await agent.post(pathname).type("json").send("{")
    await agent.post(pathname).type("form").send("a=b&".repeat(50_000))
    await agent.post(pathname).type("form").send({})
    await agent.post(pathname).type("form").send(ACCOUNT).expect(200)
    const log = await shop.until(async () => {
      const lines = written.mock.calls.map(([line]) => String(line))
      const requests = lines.filter((line) => /payin\/refund/i.test(line))
      return requests.length < 10 ? null : lines.join("")
    })
    await sleep(200)
    written.mockRestore()
    expect(log).toContain("/payin/refund/[redacted]")
    expect(log).not.toContain(token)
    expect(log).not.toContain(ACCOUNT.account_number)
  })
})
