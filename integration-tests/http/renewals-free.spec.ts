import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

withShop("renewals that cost nothing", {}, (shop) => {
  /** Goods and their delivery cost nothing, until the answer is called. */
  async function giveAllAway(): Promise<() => Promise<void>> {
    const free = async (target_type: "items" | "shipping_methods", code: string) => {
      const { result } = await createPromotionsWorkflow(shop.container).run({
        input: {
          promotionsData: [
            {
              code,
              ...{ type: "standard", status: "active", is_automatic: true, is_tax_inclusive: true },
              application_method: {
                ...{ type: "percentage", target_type, allocation: "across", value: 100 },
              },
            },
          ],
        },
      })
      return result[0].id
    }
    const ids = [await free("items", "ANIVERSARIO"), await free("shipping_methods", "ENVIO")]
    return async () => {
      await shop.pg("promotion").whereIn("id", ids).update({ status: "inactive" })
    }
  }

  it("make one order, charge no card and close the period as paid; the next period is charged again", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const ends = await giveAllAway()
    await club.untilDue(subscription.id)
    await club.until(subscription.id, ({ next_number }) => next_number === 2)
    await club.renew(2)
    const orders = await club.orders()
    expect(orders.map(({ status, total }) => [status, total])).toEqual([
      ["pending", 60_000],
      ["pending", 0],
    ])
    const [cycle] = await club.cycles(subscription.id)
    expect(cycle).toMatchObject({ status: "paid", order_id: orders[1].id, attempts: 0 })
    expect(shop.sandbox.cards.authorizations()).toHaveLength(1)

    await ends()
    await club.untilDue(subscription.id)
    const after = await club.until(subscription.id, ({ next_number }) => next_number === 3)
    expect(after).toMatchObject({ status: "active", amount: "60000" })
    expect((await club.orders()).map(({ total }) => total)).toEqual([60_000, 0, 60_000])
    expect(shop.sandbox.cards.captures().map(({ amount }) => amount)).toEqual([60_000, 60_000])
  })

  it("after a released hold do not renew the canceled transaction: the next charge is a new preauthorization", async () => {
    const club = await CoffeeClub.of(shop)
    const { subscription } = await club.join()
    const { id } = subscription
    const { hold } = await club.held(id)
    await club.voidHold(hold.id)
    await club.pass(0.01)
    await shop.until(async () => {
      await club.renew()
      return (await club.period(id))?.cycle.next_try ? true : null
    })
    const ends = await giveAllAway()
    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 2)
    await ends()
    await club.untilDue(id)
    await club.until(id, ({ next_number }) => next_number === 3)
    const holds = await club.subscriptions.listPayinCardTransactions({})
    expect(holds.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "preauthorization captured",
      "preauthorization captured",
      "renewal released",
    ])
  })
})
