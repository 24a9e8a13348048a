import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import payinOrphans from "../../src/jobs/payin-orphans"
import { BackOffice } from "../support/back-office"
import { closeGate } from "../support/gate"
import { locksReleased } from "../support/order-locks"
import { withShop } from "../support/shop"
import { refundee, sold, type Sale } from "../support/sold"
import { PayoutDriver } from "../support/payout-driver"

const TOTAL = 60_000
const GRAIN = 48_000

withShop("refunds of orders that are being changed", {}, (shop) => {
  const payoutDriver = new PayoutDriver(shop)
  const desk = refundee(shop, payoutDriver)

  const refund = async ({ order }: Sale, amount: number, key: string = randomUUID()) =>
    (await desk.http())
      .post(`/admin/payin/orders/${order.id}/refund`)
      .set("Idempotency-Key", key)
      .send({ amount })
  const drawer = async ({ payment }: Pick<Sale, "payment">, amount: number) =>
    (await desk.http()).post(`/admin/payments/${payment.id}/refund`).send({ amount })
  const cancel = async ({ order }: Sale) =>
    (await desk.http()).post(`/admin/orders/${order.id}/cancel`)
  const openEdit = async (order_id: string) =>
    (await desk.http()).post("/admin/order-edits").send({ order_id }).expect(200)
  const dropEdit = async (order_id: string) =>
    (await desk.http()).delete(`/admin/order-edits/${order_id}`).expect(200)

  /** What Medusa shows of the order's money. */
  async function books({ order: { id } }: Sale) {
    const entries: { amount: string }[] = await shop
      .pg("order_transaction")
      .where({ order_id: id, reference: "refund" })
      .whereNull("deleted_at")
    const office = await BackOffice.of(shop)
    const { summary } = await office.shown(id)
    return {
      given_back: entries.map(({ amount }) => -Number(amount)),
      outstanding: summary.pending_difference,
    }
  }
  const RIGHT = (...given_back: number[]) => ({ given_back, outstanding: 0 })

  async function age(by = "2 minutes"): Promise<void> {
    for (const table of ["refund", "order_change"]) {
      await shop.pg(table).update({ created_at: shop.pg.raw(`created_at - interval '${by}'`) })
    }
  }
  /** Two processes look at once, and one of them once more. */
  async function sweep(): Promise<void> {
    await locksReleased(shop)
    await Promise.all([payinOrphans(shop.container), payinOrphans(shop.container)])
    await payinOrphans(shop.container)
  }

  /** What Medusa leaves when it dies right behind its entry of the refund. */
  async function deadBehindEntry({ payment, order }: Sale, amount: number): Promise<void> {
    const refunded = await shop.container
      .resolve(Modules.PAYMENT)
      .refundPayment({ payment_id: payment.id, amount })
    await shop.container.resolve(Modules.ORDER).addOrderTransactions({
      order_id: order.id,
      amount: -amount,
      currency_code: "cop",
      reference: "refund",
      reference_id: refunded.refunds?.at(-1)?.id,
    })
  }

  it("are refused by the plugin's route while a change is open, book nothing, and succeed once it is closed", async () => {
    const sale = await sold(shop)
    await openEdit(sale.order.id)
    const refused = await refund(sale, 20_000, "key-open")
    expect([refused.status, refused.body.reason]).toEqual([409, "order_changing"])
    expect(await shop.pg("refund")).toEqual([])
    expect(await desk.payouts(sale)).toEqual([])
    await dropEdit(sale.order.id)
    expect((await refund(sale, 20_000, "key-open")).status).toBe(201)
    expect(await books(sale)).toEqual(RIGHT(20_000))
  })

  it("are refused by Medusa's own drawer and cancel while a change is open, with nothing booked", async () => {
    const sale = await sold(shop)
    await openEdit(sale.order.id)
    for (const answer of [await drawer(sale, 20_000), await cancel(sale)]) {
      expect([answer.status, answer.body.code]).toEqual([409, "order_changing"])
    }
    expect(await shop.pg("refund")).toEqual([])
    expect(await desk.booked(sale)).toMatchObject({ transactions: 1, balance: TOTAL })
    await dropEdit(sale.order.id)
    expect((await drawer(sale, 20_000)).status).toBe(200)
    expect((await cancel(sale)).status).toBe(200)
    expect(await books(sale)).toEqual(RIGHT(20_000, 40_000))
  })

  it.each(["our route", "Medusa's own drawer"])(
    "complete an earlier refund without order transaction with its own amount when the next comes by %s",
    async (road) => {
      const sale = await sold(shop)
      // Core dies right behind its Refund.
      const { id: payment_id } = sale.payment
      await shop.container.resolve(Modules.PAYMENT).refundPayment({ payment_id, amount: 30_000 })

      const next = road === "our route" ? await refund(sale, 18_000) : await drawer(sale, 18_000)

      expect(next.status).toBeLessThan(300)
      expect(await books(sale)).toEqual(RIGHT(30_000, 18_000))
    }
  )

  it("of another provider's payments are left to Medusa", async () => {
    const { cart } = await shop.checkout("co", { payment_method: "EFECTY" })
    const completed = await shop.complete(cart.id).expect(200)
    const order_id: string = completed.body.order.id
    const http = await desk.http()
    const made = await http
      .post("/admin/payment-collections")
      .send({ order_id, amount: TOTAL })
      .expect(200)
    const collection: string = made.body.payment_collection.id
    await http
      .post(`/admin/payment-collections/${collection}/mark-as-paid`)
      .send({ order_id })
      .expect(200)
    const payment = await shop.pg("payment").where({ payment_collection_id: collection }).first()
    await openEdit(order_id)
    const answer = await drawer({ payment }, 1_000)
    expect([answer.status, answer.body.code ?? null]).toEqual([400, null])
  })

  it("are booked once when a change opens after the check, and leave nothing owed once it is closed", async () => {
    const sale = await sold(shop)
    const gate = await closeGate(shop.pg, { table: "payin_payout", event: "insert" })
    const pressed = refund(sale, 20_000, "key-race").then((answer) => answer)
    await gate.arrived()
    await openEdit(sale.order.id)
    await gate.open()
    const answer = await pressed
    expect([answer.status, answer.body.refund_id]).toEqual([201, expect.stringMatching(/^ref_/)])
    const again = await refund(sale, 20_000, "key-race")
    expect([again.status, again.body.refund_id]).toEqual([201, answer.body.refund_id])
    expect((await refund(sale, 20_000)).status).toBe(409)
    await age()
    await sweep()
    expect(await books(sale)).toEqual({ given_back: [20_000], outstanding: 20_000 })
    await dropEdit(sale.order.id)
    await sweep()
    expect(await books(sale)).toEqual(RIGHT(20_000))
    expect(await desk.payouts(sale)).toHaveLength(1)
  })

  it("of a cancel that met a change are booked once, and the order can be canceled afterwards", async () => {
    const sale = await sold(shop)
    const gate = await closeGate(shop.pg, { table: "payin_payout", event: "insert" })
    const pressed = cancel(sale).then((answer) => answer)
    await gate.arrived()
    await openEdit(sale.order.id)
    await gate.open()
    expect((await pressed).status).toBe(400)
    await dropEdit(sale.order.id)
    await age()
    await sweep()
    expect(await books(sale)).toEqual(RIGHT(TOTAL))
    expect((await cancel(sale)).status).toBe(200)
    await age()
    await sweep()
    expect(await books(sale)).toEqual(RIGHT(TOTAL))
    expect(await desk.payouts(sale)).toHaveLength(1)
  })

  it("of a cancel are booked once, and later sweeps add nothing", async () => {
    const sale = await sold(shop)
    expect((await refund(sale, 15_000)).status).toBe(201)
    expect((await cancel(sale)).status).toBe(200)
    await age()
    await sweep()
    expect(await books(sale)).toEqual(RIGHT(15_000, 45_000))
  })

  it("whose process died after their order transaction are completed by a sweep, and nothing stays owed", async () => {
    const sale = await sold(shop)
    expect((await refund(sale, 5_000)).status).toBe(201)
    await deadBehindEntry(sale, 25_000)
    expect(await books(sale)).toEqual({ given_back: [5_000, 25_000], outstanding: 25_000 })
    await age()
    await sweep()
    expect(await books(sale)).toEqual(RIGHT(5_000, 25_000))
    expect((await refund(sale, 10_000)).status).toBe(201)
    expect(await books(sale)).toEqual(RIGHT(5_000, 25_000, 10_000))
  })

  it("whose process died while Medusa wrote the credit line are completed, and the next refund succeeds", async () => {
    const sale = await sold(shop)
    await deadBehindEntry(sale, 25_000)
    await shop.container
      .resolve(Modules.ORDER)
      .createOrderChange({ order_id: sale.order.id, change_type: "credit_line" })
    await age()
    await sweep()
    expect(await books(sale)).toEqual(RIGHT(25_000))
    expect((await drawer(sale, 10_000)).status).toBe(200)
  })

  it("of money owed to the buyer write off no debt, even when the order grows later", async () => {
    const sale = await sold(shop)
    const office = await BackOffice.of(shop)
    await office.edit(sale.order.id, { "CAFE-GRANO": 0 })
    await deadBehindEntry(sale, GRAIN)
    await office.edit(sale.order.id, { "MOCHILA-DESIERTO": 1 })
    const grown = await books(sale)
    expect(grown.outstanding).toBeGreaterThan(0)
    await age()
    await sweep()
    expect(await books(sale)).toEqual(grown)
  })

  it("kept incomplete for an hour by an open change are a status problem until they are complete", async () => {
    const sale = await sold(shop)
    await deadBehindEntry(sale, 25_000)
    await openEdit(sale.order.id)
    const problems = async () => {
      const { body } = await (await desk.http()).get("/admin/payin/status").expect(200)
      const found: { code: string; message: string }[] = body.problems
      return found.filter(({ code }) => code === "refund_incomplete")
    }
    await age()
    await sweep()
    expect(await problems()).toEqual([])
    await age("1 hour")
    const [problem] = await problems()
    expect(problem.message).toContain(sale.order.id)
    await dropEdit(sale.order.id)
    await sweep()
    expect(await problems()).toEqual([])
    expect(await books(sale)).toEqual(RIGHT(25_000))
  })
})
