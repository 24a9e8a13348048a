import payinPrune from "../../src/jobs/payin-prune"
import { expectPaidOnce } from "../support/books"
import { CANARY } from "../support/personal-data"
import { withShop } from "../support/shop"

withShop("unpaid links", {}, (shop) => {
  /** As if everything there is had been asked for so many days ago. */
  async function age(days: number, change: object = {}): Promise<void> {
    const created_at = shop.pg.raw("now() - ? * interval '1 day'", [days])
    await shop.pg("payin_transaction").update({ ...change, created_at })
  }

  /** What is kept of the payer. */
  async function payer(reference: string): Promise<unknown> {
    const { id, customer_sealed } = await shop.row(reference)
    const context = { table: "payin_transaction", row: id, column: "customer_sealed" }
    return JSON.parse(shop.ledger.sealer.open(customer_sealed, context))
  }

  const somebody = expect.objectContaining({ legal_doc: CANARY.co.legal_doc })

  it("an unpaid link's payer data is erased after its retention; data of a paid or open link is kept", async () => {
    const paid = await shop.checkout()
    shop.sandbox.settle(paid.reference, { status: "APPROVED" })
    await shop.captured(paid.cart.id)
    const open = await shop.checkout()
    const rejected = await shop.checkout("co", { description: "Regalo para Ana" })
    shop.sandbox.settle(rejected.reference, { status: "REJECTED" })
    for (const { reference } of [paid, rejected]) await shop.digested(reference)

    await age(179)
    await payinPrune(shop.container)
    expect(await payer(rejected.reference)).toEqual(somebody)

    await age(181, { lookup_after: null })
    await payinPrune(shop.container)
    expect(await payer(rejected.reference)).toEqual({})
    const { reference } = rejected
    expect(await shop.row(reference)).toMatchObject({ description: reference, payment_url: null })
    for (const kept of [paid, open]) expect(await payer(kept.reference)).toEqual(somebody)
    expect(await shop.poll(rejected.session.id)).toMatchObject({ status: "rejected" })
  })

  it("a payer whose data was erased still gets the order when the money comes later", async () => {
    const { cart, reference } = await shop.checkout()
    await age(181, { lapsed_at: shop.pg.raw("now() - interval '180 days'"), lookup_after: null })
    await payinPrune(shop.container)
    expect(await payer(reference)).toEqual({})
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.captured(cart.id)
    await shop.digested(reference)
    await expectPaidOnce(shop, cart.id)
  })

  it("an unpaid link's payer data is kept for a refund while an anomaly of the payment is open", async () => {
    const { reference } = await shop.checkout()
    shop.sandbox.settle(reference, { status: "REJECTED" })
    await shop.digested(reference)
    const { id } = await shop.row(reference)
    await shop.pg("payin_anomaly").insert({
      ...{ id: "payano_late", kind: "status_changed_after_final", status: "open", subject: id },
      ...{ transaction_id: id, facts: "{}" },
    })
    await age(181)
    await payinPrune(shop.container)
    expect(await payer(reference)).toEqual(somebody)
  })
})
