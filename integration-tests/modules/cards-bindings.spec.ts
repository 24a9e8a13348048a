import { majorAmount } from "../../src/domain/money/amount"
import { CARD_CALL_SECONDS } from "../../src/domain/time/schedule"
import type { CardStatus } from "../../src/domain/card/state"
import type { SessionOpener } from "../../src/domain/session/opener"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { openPeriod, preparedHold } from "../support/modules/subscriptions"

const COLLECTION = "paycol_shared"
const JOB: SessionOpener = { is_job: true, customer_id: null }
const shopper = (customer_id: string | null): SessionOpener => ({ is_job: false, customer_id })

withModules("a session that pays by card", {}, (modules) => {
  const till = new CardTill(modules)
  const bindings = () => modules.subscriptions.cardBindings
  const transactions = () => modules.subscriptions.cardTransactions

  /** A session of the shared collection that wants the same as the usual hold. */
  const session = (session_id: string, change = {}) =>
    till.hold({ payment_collection_id: COLLECTION, session_id, ...change })

  /** What an earlier session of the shared collection left, in a state. */
  async function earlier(status: CardStatus, change = {}) {
    const { id } = await till.chosen({ payment_collection_id: COLLECTION, ...change })
    const { pg } = modules
    await pg("payin_card_transaction").where({ id }).update({ status, sent_at: pg.fn.now() })
    return id
  }

  describe("a new hold", () => {
    it("replaces a hold of its collection whose request was not sent", async () => {
      const first = await till.chosen({ payment_collection_id: COLLECTION })
      const second = await till.chosen({ payment_collection_id: COLLECTION })
      expect(await till.row(first.id)).toMatchObject({ status: "error", status_cause: "not_sent" })
      expect(second).toMatchObject({ status: "creating", sent_at: null })
      expect(await transactions().claim(first.id)).toBeNull()
    })

    it("waits until no other hold of its collection is being requested", async () => {
      const first = await till.chosen({ payment_collection_id: COLLECTION })
      const { values, card } = till.wanted({ payment_collection_id: COLLECTION })
      await transactions().claim(first.id)
      expect(await bindings().open(values, card)).toBeNull()
      expect(await transactions().isUnderWay(COLLECTION)).toBe(true)
      expect(await till.row(first.id)).toMatchObject({ status: "creating" })

      await modules.advance(CARD_CALL_SECONDS)
      expect(await transactions().isUnderWay(COLLECTION)).toBe(false)
      expect(await bindings().open(values, card)).toMatchObject({ status: "creating" })
    })

    it("leaves no card behind when the hold cannot be written", async () => {
      const first = await till.chosen()
      const { values, card } = till.wanted({ reference: first.reference })
      await expect(bindings().open(values, card)).rejects.toThrow("payin_card_transaction")
      expect(await modules.subscriptions.cards.find(values.card_id)).toBeNull()
    })

    it("is not opened on a retired card", async () => {
      const { id, card_id } = await till.chosen()
      await modules.subscriptions.cards.made(card_id, "sub_1")
      const { values } = till.wanted({ card_id })
      await modules.pg("payin_card_transaction").where({ id }).update({ status: "error" })
      await modules.subscriptions.cards.retire(card_id, null)
      expect(await bindings().open(values, null)).toBeNull()
      await modules.subscriptions.cards.stays(card_id)
      expect(await bindings().open(values, null)).toMatchObject({ card_id })
    })

    it("is refused for a session that has a hold already", async () => {
      const { id: card_id } = await till.kept()
      await till.chosen({ session_id: "payses_same" })
      const { values } = till.wanted({ session_id: "payses_same", card_id })
      await expect(bindings().open(values, null)).rejects.toThrow("card_transaction_session")
    })
  })

  describe("the adoption of an earlier hold", () => {
    it.each(["unknown", "authorized", "capturing", "capture_unknown"] as const)(
      "adopts a hold of the same amount that is %s",
      async (status) => {
        const id = await earlier(status)
        const wanted = session("payses_new")
        expect(await bindings().adopt(wanted, JOB)).toMatchObject({ id, session_id: "payses_new" })
      }
    )

    it("adopts a hold whose answer is awaited and no hold whose request was not sent", async () => {
      const { id } = await till.chosen({ payment_collection_id: COLLECTION })
      expect(await bindings().adopt(session("payses_1"), JOB)).toBeNull()
      await transactions().sending(there(await transactions().claim(id)), async () => {})
      expect(await bindings().adopt(session("payses_2"), JOB)).toMatchObject({ id })
    })

    it.each(["declined", "error", "released", "captured"] as const)(
      "does not adopt a hold that is %s",
      async (status) => {
        await earlier(status)
        expect(await bindings().adopt(session("payses_new"), JOB)).toBeNull()
      }
    )

    it.each([
      ["another amount", { order_amount: majorAmount("60000.01") }],
      ["another collection", { payment_collection_id: "paycol_other" }],
      ["another currency", { currency: "USD" }],
      ["another account", { account: "pe" }],
    ])("does not adopt a hold of %s", async (_what, change) => {
      await earlier("authorized")
      expect(await bindings().adopt(session("payses_new", change), JOB)).toBeNull()
    })

    it("does not adopt a hold that is being voided", async () => {
      const id = await earlier("authorized")
      await transactions().wantRelease(id)
      expect(await bindings().adopt(session("payses_new"), JOB)).toBeNull()
    })

    it("adopts a hold on the same customer's card or a guest's card and on no other customer's card", async () => {
      await earlier("authorized", { customer_id: "cus_1" })
      expect(await bindings().adopt(session("payses_2"), shopper("cus_2"))).toBeNull()
      expect(await bindings().adopt(session("payses_1"), shopper("cus_1"))).not.toBeNull()
      await earlier("authorized", { customer_id: null })
      expect(await bindings().adopt(session("payses_3"), shopper("cus_2"))).toMatchObject({
        customer_id: null,
      })
    })

    it("adopts for a guest no hold on the card of somebody who signed in", async () => {
      const id = await earlier("authorized", { customer_id: "cus_1" })
      expect(await bindings().adopt(session("payses_2"), shopper(null))).toBeNull()
      expect(await bindings().adopt(session("payses_2"), JOB)).toMatchObject({ id })
    })

    it("adopts for a guest the hold of a guest", async () => {
      const id = await earlier("authorized", { customer_id: null })
      expect(await bindings().adopt(session("payses_2"), shopper(null))).toMatchObject({ id })
    })

    it("adopts the newest of several holds", async () => {
      await earlier("authorized")
      const newest = await earlier("unknown")
      expect(await bindings().adopt(session("payses_new"), JOB)).toMatchObject({ id: newest })
    })

    it("gives captured money to one of two sessions that adopt it at the same moment", async () => {
      const id = await earlier("captured")
      const [first, second] = [session("payses_a"), session("payses_b")]
      const [taken] = await bindings().takenFor(first, JOB)
      expect(taken.id).toBe(id)
      const taking = await Promise.all([
        bindings().takeOver(taken, first),
        bindings().takeOver(taken, second),
      ])
      expect(taking.filter((row) => row !== null)).toHaveLength(1)
    })
  })

  it("has the other holds of its collection voided, and keeps its own hold and captured money", async () => {
    const others = [await earlier("authorized"), await earlier("unknown")]
    const own = await earlier("authorized", { session_id: "payses_own" })
    const captured = await earlier("captured")
    await bindings().voidOthers(session("payses_own"))
    for (const id of others) {
      expect((await till.row(id)).release_wanted_at).not.toBeNull()
    }
    expect(await till.row(own)).toMatchObject({ release_wanted_at: null })
    expect(await till.row(captured)).toMatchObject({ release_wanted_at: null })
  })

  it("leaves the prepared hold of a renewal unchanged when a storefront requests another hold", async () => {
    const { cycle, subscription } = await openPeriod(modules)
    const prepared = preparedHold({ payment_collection_id: COLLECTION })
    const hold = await modules.subscriptions.renewalHolds.prepare(cycle, subscription, prepared)
    await till.chosen({ payment_collection_id: COLLECTION })
    expect(await till.row(there(hold).id)).toMatchObject({ status: "creating" })
  })

  describe("the binding of a renewal's hold", () => {
    const wanted = (session_id: string, change = {}) =>
      session(session_id, { order_amount: preparedHold().order_amount, ...change })

    it("binds the prepared hold of its collection to one of three sessions", async () => {
      const { cycle, subscription } = await openPeriod(modules)
      const prepared = preparedHold({ payment_collection_id: COLLECTION })
      const hold = await modules.subscriptions.renewalHolds.prepare(cycle, subscription, prepared)
      const bound = await Promise.all(
        ["payses_a", "payses_b", "payses_c"].map((id) => bindings().bindPrepared(wanted(id)))
      )
      expect(bound.flatMap((row) => row?.id ?? [])).toEqual([hold?.id])
    })

    it("binds no hold of another amount and no hold that a storefront requested", async () => {
      const { id } = await till.chosen({ payment_collection_id: COLLECTION })
      await modules.pg("payin_card_transaction").where({ id }).update({ session_id: null })
      expect(await bindings().bindPrepared(wanted("payses_a"))).toBeNull()
      const { cycle, subscription } = await openPeriod(modules)
      const prepared = preparedHold({ payment_collection_id: COLLECTION })
      await modules.subscriptions.renewalHolds.prepare(cycle, subscription, prepared)
      const less = { order_amount: majorAmount("1") }
      expect(await bindings().bindPrepared(wanted("payses_a", less))).toBeNull()
    })
  })
})
