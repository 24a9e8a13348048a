import { withPauses } from "../support/background"
import { cardCheckout } from "../support/card-checkout"
import { withShop } from "../support/shop"
import { CoffeeClub } from "../support/subscriber"

/** A process of its own: the pauses grow with what other specs let the service refuse before. */
const OWN_PROCESS = { options: { card: { holdDays: 7 } } }

withShop("renewals in the service's bad hours", OWN_PROCESS, (shop) => {
  let calm = () => {}
  beforeEach(() => {
    calm = withPauses(shop.gateway)
  })
  afterEach(() => calm())

  const seconds = (count: number) => shop.advanceClock(count * 1000)
  const asked = () => shop.sandbox.cards.authorizations().length

  /** A shopper's call meets the service as it is. */
  async function shopper(): Promise<void> {
    const { cart } = await cardCheckout(shop)
    await shop.complete(cart.id)
  }

  /** Of another hour in each test: the pauses of the one before are over by then. */
  let hours = 0
  async function untilDue(club: CoffeeClub, id: string): Promise<void> {
    await club.untilDue(id)
    seconds(++hours * 3_600)
  }

  async function due(club: CoffeeClub) {
    const { subscription } = await club.join()
    await untilDue(club, subscription.id)
    return { id: subscription.id, before: await club.find(subscription.id) }
  }

  it("stay due, and count no try, while the service asks for a pause", async () => {
    const club = await CoffeeClub.of(shop)
    const { id, before } = await due(club)
    shop.sandbox.injectFault({
      ...{ operation: "card_authorize", kind: "rate_limited", times: 1, retryAfterSeconds: 50 },
    })
    await shopper()
    const then = asked()
    await club.renew(2)
    expect(await club.find(id)).toEqual(before)
    expect(await club.cycles(id)).toEqual([])
    expect(asked()).toBe(then)

    seconds(51)
    await club.until(id, ({ next_number }) => next_number === 2)
    expect((await club.period(id))?.cycle).toMatchObject({ status: "paid", attempts: 0 })
  })

  it("leave one hold unknown, not one for each of them, while the service does not answer holds", async () => {
    const club = await CoffeeClub.of(shop)
    const ids: string[] = []
    for (let one = 0; one < 4; one++) ids.push((await club.join()).subscription.id)
    for (const id of ids) await untilDue(club, id)
    const fault = { operation: "card_authorize", kind: "reset_after", times: "always" } as const
    shop.sandbox.injectFault(fault)
    await shopper()
    const unknown = async () =>
      (await shop.pg("payin_card_transaction").where({ status: "unknown" })).length
    expect(await unknown()).toBe(1)

    await club.renew(3)
    expect(await unknown()).toBe(1)
    seconds(6)
    await club.renew(3)
    expect(await unknown()).toBe(2)
    seconds(10)
    await club.renew(3)
    expect(await unknown()).toBe(2)
    seconds(25)
    await club.renew(3)
    expect(await unknown()).toBe(3)
    expect((await Promise.all(ids.map((id) => club.cycles(id)))).flat()).toHaveLength(2)
  })

  it("that a pause met in the middle go on after it, and count no try", async () => {
    const club = await CoffeeClub.of(shop)
    const { id } = await due(club)
    shop.sandbox.injectFault({
      ...{ operation: "card_capture", kind: "rate_limited", times: 1, retryAfterSeconds: 50 },
    })
    await club.renew()
    expect(await club.period(id)).toMatchObject({
      ...{ cycle: { status: "open", attempts: 0 }, hold: { status: "authorized" } },
    })
    seconds(51)
    await club.until(id, ({ next_number }) => next_number === 2)
  })
})
