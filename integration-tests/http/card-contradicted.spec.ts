import { capture, cardOrder, cardRow } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"

withShop("a webhook that comes while the service is asked", {}, (shop) => {
  const post = new CardPost(shop)
  const until = (reference: string, status: string) =>
    shop.until(async () => ((await cardRow(shop, reference)).status === status ? true : null))

  /** Holds back such calls until the returned function is called. */
  function hold(call: string): () => void {
    let serve = () => {}
    const served = new Promise<void>((resolve) => (serve = resolve))
    shop.proxy.meet((path) => (path.endsWith(call) ? served : undefined))
    return () => serve()
  }

  it("waits for the answer of a capture, and changes nothing when it was of an earlier try", async () => {
    const { payment_id, reference } = await cardOrder(shop)
    const serve = hold("/card/capture")
    const capturing = capture(await shop.admin(), payment_id).then(({ status }) => status)
    await until(reference, "capturing")
    await post.tell("transaction.declined", reference, {
      ...{ transaction_id: "an-earlier-try", transaction_type: "COMPLETION_TRANSACTION" },
      linked_transaction_id: (await cardRow(shop, reference)).transaction_id,
    })
    await post.digested()
    expect(await cardRow(shop, reference)).toMatchObject({ status: "capturing" })
    serve()

    expect(await capturing).toBe(200)
    await shop.workUntil(async () => {
      const waiting: unknown[] = await shop.pg("payin_event").where({ status: "received" })
      return waiting.length === 0 ? true : null
    })
    expect(await cardRow(shop, reference)).toMatchObject({ status: "captured" })
    expect(await shop.row(reference)).toMatchObject({ approved_amount: "60000" })
    expect(await shop.anomalies()).toEqual([])
  })
})
