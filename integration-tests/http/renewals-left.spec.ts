import { breakWriting, type Writing } from "../support/gate"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals that their worker left unfinished", {}, (shop) => {
  /** Every place at which an operator's process may die, as a writing that fails. */
  const DEATHS: [string, Writing][] = [
    ["opening the period", ofCycle("NEW.leased_until is not null")],
    ["leasing it", ofCycle("NEW.cart_id is not null")],
    ["making its cart", { table: "payin_card_transaction", event: "insert" }],
    ["preparing its hold", ofHold("NEW.sent_at is not null")],
    ["holding its money", ofCycle("NEW.order_id is not null")],
    ["making its order", ofHold("NEW.status = 'capturing'")],
    ["capturing its money", ofCycle("NEW.status = 'paid'")],
  ]

  function ofCycle(when: string): Writing {
    return { table: "payin_cycle", event: "update", when }
  }

  function ofHold(when: string): Writing {
    return { table: "payin_card_transaction", event: "update", when }
  }

  /** A dead process notes no error and gives no lease back. */
  async function dieAfter(death: Writing): Promise<{ mend(): Promise<void> }> {
    const silent =
      "NEW.attempts > OLD.attempts or (OLD.leased_until is not null and NEW.leased_until is null)"
    const ofPeriods = death.table === "payin_cycle"
    const broken = [
      await breakWriting(shop.pg, ofCycle(ofPeriods ? `${death.when} or ${silent}` : silent)),
    ]
    if (!ofPeriods) {
      broken.push(await breakWriting(shop.pg, death))
    }
    return {
      async mend() {
        for (const one of broken) {
          await one.mend()
        }
      },
    }
  }

  async function askFor(id: string, key: string) {
    const admin = await shop.admin()
    return admin.post(`/admin/payin/subscriptions/${id}/renew`).set("Idempotency-Key", key).send({})
  }

  it.each(DEATHS)(
    "go on in the job when an operator's process died after %s: one order, held and captured once",
    async (_place, death) => {
      const club = await CoffeeClub.of(shop)
      const { subscription } = await club.join()
      const dead = await dieAfter(death)
      expect((await askFor(subscription.id, "died")).status).toBe(500)
      await dead.mend()
      await club.pass(0.01)
      await club.until(subscription.id, ({ next_number }) => next_number === 2)
      await club.renew(2)
      const orders = await club.orders()
      expect(orders.filter(({ status }) => status !== "canceled")).toHaveLength(2)
      expect(shop.sandbox.cards.authorizations()).toHaveLength(2)
      expect(shop.sandbox.cards.captures()).toHaveLength(2)
      expect(await shop.anomalies()).toEqual([])
    }
  )

  it("go on also where nothing renews by itself, and where the next try is days away", async () => {
    const club = await CoffeeClub.of(shop, { payin_periodicity: "custom" })
    const { subscription } = await club.join()
    await club.pass(1)
    expect(await club.find(subscription.id)).toMatchObject({ next_date: null, due_after: null })
    shop.sandbox.injectFault({ operation: "card_authorize", kind: "declined", times: 1 })
    expect((await askFor(subscription.id, "refused")).body.renewal.outcome).toBe("refused")
    await club.pass(0.1)
    const dead = await dieAfter(ofHold("NEW.status = 'capturing'"))
    expect((await askFor(subscription.id, "died")).status).toBe(500)
    await dead.mend()
    await club.pass(0.01)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    expect(await club.orders()).toHaveLength(2)
    expect(await club.find(subscription.id)).toMatchObject({ next_date: null, due_after: null })
  })
})
