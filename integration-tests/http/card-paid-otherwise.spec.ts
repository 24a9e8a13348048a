import { randomUUID } from "node:crypto"
import { expectPaidOnce } from "../support/books"
import { onlySession, postCard } from "../support/card-checkout"
import { CANARY } from "../support/personal-data"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"

const CARD = { token: "tok_test_approved", customer_data: CANARY.co }

withShop("a card of a cart whose link was paid", {}, (shop) => {
  /** Money that is approved and cannot be booked for a while. */
  async function arrives(reference: string): Promise<() => Promise<void>> {
    const broken = await breakWriting(shop.pg, { table: "order", event: "insert" })
    shop.sandbox.settle(reference, { status: "APPROVED" })
    await shop.until(async () => ((await shop.row(reference)).status === "approved" ? true : null))
    const { id } = await shop.row(reference)
    const lease = await shop.until(() => shop.ledger.leases.acquire(id, randomUUID()))
    await broken.mend()
    return async () => {
      await shop.ledger.leases.release(lease)
      shop.advanceClock(3_600_000)
      await shop.sweep()
    }
  }

  it("is not chosen any more: its post is told that money is arriving, and the order comes", async () => {
    const { cart, collection_id, reference } = await shop.checkout()
    const book = await arrives(reference)
    const { status, body } = await postCard(shop, collection_id, CARD)
    expect([status, body.code]).toEqual([409, "money_arriving"])
    await book()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
  })

  it("is not asked although it was chosen before, and the link's order comes", async () => {
    const { cart, collection_id, reference } = await shop.checkout()
    onlySession((await postCard(shop, collection_id, CARD).expect(200)).body)
    const book = await arrives(reference)
    await shop.complete(cart.id)
    expect(shop.sandbox.cards.authorizations()).toEqual([])
    await book()
    await shop.captured(cart.id)
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies("open")).toEqual([])
  })
})
