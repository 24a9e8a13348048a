import { majorAmount } from "../../src/domain/money/amount"
import { expectPaidOnce } from "../support/books"
import { capture, cardOrder, cardRow, subscriptionsOf } from "../support/card-checkout"
import { CardPost } from "../support/card-webhooks"
import { breakWriting } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

const MINUTES = 60_000

withShop("a capture whose process was killed", {}, (shop) => {
  const post = new CardPost(shop)
  const captures = () => shop.sandbox.cards.captures().map(({ amount }) => amount)

  /** Core's Capture as a kill leaves it: written before the provider is asked, and nothing after it. */
  async function begun(paymentId: string, amount = 60_000): Promise<void> {
    await shop.pg("capture").insert({
      id: `capt_${paymentId}`,
      payment_id: paymentId,
      amount,
      raw_amount: { value: String(amount), precision: 20 },
    })
  }

  /** Time goes by for Medusa's Captures, whose age is read as Medusa wrote it. */
  async function minutesPass(): Promise<void> {
    await shop.pg("capture").update({ created_at: shop.pg.raw("now() - interval '3 minutes'") })
    shop.advanceClock(3 * MINUTES)
  }

  /** Several sweeps: a pass that the new order began may still hold the row, and a sweep leaves it. */
  async function sweptUntilUndone(): Promise<void> {
    await minutesPass()
    await shop.until(async () => {
      await post.sweep()
      return (await shop.pg("capture").whereNull("deleted_at")).length === 0 ? true : null
    })
  }

  it("before the service was asked is undone minutes later, and an operator can capture again", async () => {
    const { cart, payment_id } = await cardOrder(shop)
    const admin = await shop.admin()
    await begun(payment_id)
    // Core counts what was begun, so it refuses by itself; and it may be under way.
    await capture(admin, payment_id).expect(400)
    await post.sweep()
    await capture(admin, payment_id).expect(400)

    await sweptUntilUndone()
    await capture(admin, payment_id).expect(200)

    expect(captures()).toEqual([60_000])
    await expectPaidOnce(shop, cart.id)
    expect(await shop.anomalies()).toEqual([])
  })

  it("is undone also on a second payment that two completions at the same moment made of one hold", async () => {
    const { payment_id, session } = await cardOrder(shop)
    // The first one's session was replaced by the other's.
    await shop.pg.raw(
      `insert into payment_session select (jsonb_populate_record(s,
         jsonb_build_object('id', 'payses_twin', 'deleted_at', now()))).*
       from payment_session s where id = ?`,
      [session.id]
    )
    await shop.pg.raw(
      `insert into payment select (jsonb_populate_record(p,
         '{"id": "pay_twin", "payment_session_id": "payses_twin"}')).*
       from payment p where id = ?`,
      [payment_id]
    )
    await begun("pay_twin", 30_000)
    await sweptUntilUndone()
    await capture(await shop.admin(), payment_id).expect(200)
    expect(captures()).toEqual([60_000])
  })

  it.each([60_000, 25_000])(
    "after the card was charged COP %s is booked once, and nothing is charged again",
    async (amount) => {
      const { order, payment_id, reference } = await cardOrder(shop)
      const row = await cardRow(shop, reference)
      const { cardMoves } = subscriptionsOf(shop)
      const taken = majorAmount(amount)
      await begun(payment_id, amount)
      await cardMoves.move(row.id, {
        ...{ to: "capturing", cause: "claimed" },
        values: { capture_amount: taken },
      })
      await cardMoves.move(row.id, {
        ...{ to: "captured", cause: "answered" },
        values: { captured_amount: taken },
      })

      await minutesPass()
      await shop.until(async () => {
        await post.sweep()
        return (await cardRow(shop, reference)).apply_after === null ? true : null
      })

      expect(captures()).toEqual([])
      const { transactions, payment_collections } = await shop.order(order.id)
      expect(transactions.map((one: { amount: unknown }) => Number(one.amount))).toEqual([amount])
      expect(payment_collections[0].payments[0].captures).toHaveLength(1)
      expect(await shop.anomalies()).toEqual([])
    }
  )

  it("in the middle of a renewal is undone, and the renewal is charged once and its period paid", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const broken = await breakWriting(shop.pg, {
      ...{ table: "payin_card_transaction", event: "update" },
      when: "NEW.status = 'capturing'",
    })
    await club.untilDue(subscription.id)
    const [{ order_id }] = await shop.until(async () => {
      await club.renew()
      const cycles = await club.cycles(subscription.id)
      return cycles.at(0)?.order_id ? cycles : null
    })
    const renewal = await shop.order(String(order_id))
    await begun(renewal.payment_collections[0].payments[0].id)
    await broken.mend()

    await club.pass(0.01)
    await minutesPass()
    await post.sweep()
    await club.until(subscription.id, ({ next_number }) => next_number === 2)

    expect(captures()).toEqual([60_000, 60_000])
    expect((await club.cycles(subscription.id)).map(({ status }) => status)).toEqual(["paid"])
    expect(await shop.anomalies()).toEqual([])
  })
})
