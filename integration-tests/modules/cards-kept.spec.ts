import { CARD_CANCEL_BACKOFF_SECONDS } from "../../src/domain/time/schedule"
import type { Card } from "../../src/modules/subscriptions/card-rows"
import { expectDueIn } from "../support/modules/clock"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { promisesOfQueue } from "../support/modules/queue"
import { CANARY } from "../support/personal-data"

withModules("a card that is kept", {}, (modules) => {
  const till = new CardTill(modules)
  const cards = () => modules.subscriptions.cards
  const unneeded = () => modules.subscriptions.unneededCards

  async function chosen(customer_id: string | null = null): Promise<Card> {
    return till.card((await till.chosen({ customer_id })).card_id)
  }

  const kept = (customer_id: string | null = null) => till.kept({ customer_id })

  async function saved(customer_id: string): Promise<Card> {
    const { id } = await kept(customer_id)
    await cards().save(id)
    return till.card(id)
  }

  it("stores its token and its customer's data encrypted, and decrypts both", async () => {
    const card = await chosen()
    const row = JSON.stringify(await modules.pg("payin_card").where({ id: card.id }).first())
    for (const secret of ["tok_test_approved", ...Object.values(CANARY.co)]) {
      if (secret.length > 3) expect(row).not.toContain(secret)
    }
    expect(cards().tokenOf(card)).toBe("tok_test_approved")
    expect(cards().customerOf(card)).toEqual(CANARY.co)
  })

  it("opens the token of no other card", async () => {
    const [one, other] = [await chosen(), await chosen()]
    expect(() => cards().tokenOf({ ...one, token_sealed: other.token_sealed })).toThrow()
  })

  it("is saved only for a signed-in shopper who agreed and only once the service keeps it", async () => {
    const [guest, early, own] = [await kept(), await chosen("cus_1"), await kept("cus_1")]
    const unasked = await till.kept({ customer_id: "cus_1", save_card: false })
    for (const { id } of [guest, early, own, unasked]) await cards().save(id)
    expect((await cards().savedOf("cus_1", "co")).map(({ id }) => id)).toEqual([own.id])
    const first = (await till.card(own.id)).saved_at
    await modules.advance(60)
    await cards().save(own.id)
    expect((await till.card(own.id)).saved_at).toEqual(first)
    expect((await till.card(own.id)).save_agreed_at).not.toBeNull()
    for (const { id } of [guest, unasked]) {
      expect((await till.card(id)).save_agreed_at).toBeNull()
    }
    for (const { id } of [guest, early, unasked]) {
      expect(await till.card(id)).toMatchObject({ saved_at: null })
    }
  })

  it("is offered to its shopper alone, in its account, the newest first", async () => {
    const first = await saved("cus_1")
    await modules.advance(60)
    const second = await saved("cus_1")
    expect((await cards().savedOf("cus_1", "co")).map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    expect(await cards().savedOf("cus_2", "co")).toEqual([])
    expect(await cards().savedOf("cus_1", "pe")).toEqual([])
    expect(await cards().findSaved(first.id, "cus_1", "co")).toMatchObject({ id: first.id })
    expect(await cards().findSaved(first.id, "cus_2", "co")).toBeNull()
    expect(await cards().findSaved(first.id, "cus_1", "pe")).toBeNull()
  })

  it("is not offered once it ended", async () => {
    const { id } = await saved("cus_1")
    await cards().ended(id, "canceled")
    expect(await cards().savedOf("cus_1", "co")).toEqual([])
    expect(await cards().findSaved(id, "cus_1", "co")).toBeNull()
  })

  it("keeps the status and the time of its first end", async () => {
    const { id } = await kept()
    await cards().ended(id, "canceled")
    const { canceled_at } = await till.card(id)
    await cards().ended(id, "expired")
    await cards().failed(id, "late")
    await cards().stays(id)
    expect(await till.card(id)).toMatchObject({ status: "canceled", canceled_at, last_error: null })
  })

  it("fails only before the service keeps it, and keeps no token then", async () => {
    const [never, active] = [await chosen(), await kept()]
    await cards().failed(never.id, "no")
    await cards().failed(active.id, "no")
    expect(await till.card(never.id)).toMatchObject({
      ...{ status: "failed", token_sealed: null, last_error: "no" },
    })
    expect(await till.card(active.id)).toMatchObject({ status: "active" })
  })

  it("is found by its subscription id at the service, in its account alone", async () => {
    const { id, subscription_id } = await kept()
    expect(await cards().findBySubscription("co", subscription_id ?? "")).toMatchObject({ id })
    expect(await cards().findBySubscription("pe", subscription_id ?? "")).toBeNull()
  })

  async function manyKept(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let one = 0; one < count; one++) ids.push((await kept()).id)
    return ids
  }

  /** A card that the service is to forget. */
  async function unwanted(): Promise<Card> {
    const { id } = await kept()
    await modules.pg("payin_card").where({ id }).update({ cancel_after: modules.pg.fn.now() })
    return till.card(id)
  }

  describe("the queue of unneeded cards", () => {
    promisesOfQueue(modules, {
      ...{ table: "payin_card", due: "cancel_after", fill: manyKept },
      claim: async (limit) => (await unneeded().claim(limit)).map(({ id }) => id),
      seconds: CARD_CANCEL_BACKOFF_SECONDS[0],
    })

    it("retries a card after growing waits", async () => {
      const { id } = await unwanted()
      for (const seconds of CARD_CANCEL_BACKOFF_SECONDS) {
        const [card] = await unneeded().claim(5)
        await expectDueIn(modules, seconds, async () => {
          await unneeded().later(card)
          return (await till.card(id)).cancel_after
        })
        await modules.advance(seconds)
      }
      expect(await till.card(id)).toMatchObject({
        cancel_attempts: CARD_CANCEL_BACKOFF_SECONDS.length,
      })
    })

    it("hands out no card that is to stay or has ended", async () => {
      const [stays, ends] = [await unwanted(), await unwanted()]
      await unneeded().keep(stays)
      await cards().ended(ends.id, "canceled")
      await unneeded().later(ends)
      await modules.advance(86_400)
      expect(await unneeded().claim(5)).toEqual([])
    })
  })
})
