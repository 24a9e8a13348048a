import { capture, cardCheckout, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"

withShop("an answer that contradicts a webhook", {}, (shop) => {
  const post = new CardPost(shop)
  const open = async () => (await shop.anomalies("open")).map(({ kind }) => kind)
  const until = (reference: string, status: string) =>
    shop.until(async () => ((await cardRow(shop, reference)).status === status ? true : null))

  /** Holds back such calls until the returned function is called. */
  function hold(call: string): () => void {
    let serve = () => {}
    const served = new Promise<void>((resolve) => (serve = resolve))
    shop.proxy.meet((path) => (path.endsWith(call) ? served : undefined))
    return () => serve()
  }

  it("of a hold is shown to a person with the service's name of it: it may hold money", async () => {
    const { cart, reference } = await cardCheckout(shop)
    const serve = hold("/card/authorize")
    const completing = shop.complete(cart.id)
    const answered = completing.then(({ status }) => status)
    await shop.until(async () => ((await cardRow(shop, reference)).sent_at ? true : null))
    await post.tell("transaction.declined", reference)
    await until(reference, "declined")
    serve()

    expect(await answered).toBeGreaterThanOrEqual(400)
    expect(await open()).toEqual(["status_changed_after_final"])
    const [{ facts }] = await shop.anomalies("open")
    const [{ transaction_id }] = shop.sandbox.cards.authorizations()
    expect(facts).toMatchObject({ said: "authorized", shown: { transaction_id } })
    expect(await shop.ordersOf(cart.id)).toEqual([])
  })

  it("of a capture is believed when the webhook was of an earlier try: the money is booked", async () => {
    const { payment_id, reference } = await cardOrder(shop)
    const serve = hold("/card/capture")
    const capturing = capture(await shop.admin(), payment_id).then(({ status }) => status)
    await until(reference, "capturing")
    await post.tell("transaction.declined", reference, {
      ...{ transaction_id: "an-earlier-try", transaction_type: "COMPLETION_TRANSACTION" },
      linked_transaction_id: (await cardRow(shop, reference)).transaction_id,
    })
    await until(reference, "authorized")
    serve()

    expect(await capturing).toBe(200)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "60000" })
    expect(await shop.anomalies()).toEqual([])
  })
})
