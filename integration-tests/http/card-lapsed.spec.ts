import { noteText } from "../../src/domain/operator/system-note"
import { cardCheckout, cardRow, subscriptionsOf } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const DAY_MS = 86_400_000

withShop("a card hold that nobody told of", {}, (shop) => {
  const post = new CardPost(shop)

  async function days(count: number): Promise<void> {
    shop.advanceClock(count * DAY_MS)
    await shop.sandbox.advanceClock(count * DAY_MS)
    await post.sweep()
    await post.sweep()
  }

  const unanswered = (operation: "card_authorize" | "card_capture") =>
    shop.sandbox.injectFault({ operation, kind: "reset_after", times: 1 })

  async function questions() {
    const asked: { status: string; note: string | null }[] = await shop
      .pg("payin_anomaly")
      .where({ kind: "card_unknown" })
    return asked.map(({ status, note }) => [status, note && noteText(note).en])
  }

  it("lapses after seven days at checkout: its order ends, its question is closed, and nothing is captured", async () => {
    unanswered("card_authorize")
    const { cart, reference } = await cardCheckout(shop)
    await shop.complete(cart.id).expect(200)
    await days(6.9)
    expect(await cardRow(shop, reference)).toMatchObject({ status: "unknown" })
    expect(await questions()).toMatchObject([["open", null]])

    await days(0.2)
    const row = await cardRow(shop, reference)
    expect(row).toMatchObject({ status: "released", status_cause: "lapses", authorized_at: null })
    expect(await questions()).toEqual([["resolved", expect.stringContaining("7 days")]])
    const [order_id] = await shop.ordersOf(cart.id)
    const order = await shop.pg("order").where({ id: order_id }).first("status")
    expect(order).toEqual({ status: "canceled" })
    expect(shop.sandbox.cards.captures()).toEqual([])
    // Whatever the bank still holds goes with the card, which nothing else needs.
    await shop.run("payin-renew")
    const card = await subscriptionsOf(shop).cards.find(row.card_id)
    expect(card).toMatchObject({ status: "canceled" })
  })

  it("gives way to a fresh one under a new reference when it was a renewal's, and is charged once", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.untilDue(subscription.id)
    unanswered("card_authorize")
    await shop.until(async () => {
      await club.renew()
      return (await club.period(subscription.id))?.hold?.status === "unknown" ? true : null
    })
    const lapsed = (await club.period(subscription.id))?.hold
    await days(6.9)
    await club.renew()
    expect((await club.period(subscription.id))?.hold).toMatchObject({ id: lapsed?.id })

    await days(0.2)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    const now = await club.period(subscription.id)
    expect(now?.hold).toMatchObject({ status: "captured", kind: "preauthorization" })
    expect(now?.hold?.reference).not.toBe(lapsed?.reference)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)

    await post.tell("transaction.authorized", String(lapsed?.reference))
    await post.digested()
    expect(await cardRow(shop, String(lapsed?.reference))).toMatchObject({ status: "released" })
    expect(await shop.anomalies("open")).toMatchObject([{ kind: "status_changed_after_final" }])
    await post.tell("transaction.declined", String(lapsed?.reference))
    await post.digested()
    expect(await shop.anomalies("open")).toHaveLength(1)
    expect(shop.sandbox.cards.captures()).toHaveLength(2)
  })

  it("stays with a person when its capture is what nobody told of", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    await club.untilDue(subscription.id)
    unanswered("card_capture")
    await shop.until(async () => {
      await club.renew()
      return (await club.period(subscription.id))?.hold?.status === "capture_unknown" ? true : null
    })
    await days(30)
    await club.renew()
    const now = await club.period(subscription.id)
    expect(now?.hold).toMatchObject({ status: "capture_unknown" })
    expect(now?.cycle).toMatchObject({ status: "open" })
    expect(await questions()).toMatchObject([["open", null]])
  })
})
