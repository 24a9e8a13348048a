import { majorAmount } from "../../src/domain/money/amount"
import { end, type EndDeps } from "../../src/workflows/settle/end"
import type { PaymentSnapshot } from "../../src/medusa/payment-snapshot"
import type { WaitingOrder } from "../../src/domain/order/waiting"
import { withModules } from "../support/modules/modules"
import { expectPersonAsked, shownAnomalies } from "../support/modules/unasked"
import { AMOUNT, PayIns } from "../support/modules/payin"

const WAITING: WaitingOrder = {
  ...{ id: "order_1", status: "pending", payment_collections: [], renewal: null },
  ...{ cards: [], coming: [] },
  ...{
    outstanding: AMOUNT,
    paid: majorAmount("0"),
    fulfillments: 0,
    payments: 0,
    had_other_payment: false,
    is_asked: false,
    other_sessions: 0,
  },
}

withModules("the end of a link whose account was taken out", {}, (modules) => {
  const payIns = new PayIns(modules)

  /** Medusa, with or without an order that waits. */
  function deps(order: WaitingOrder | null) {
    const told: string[] = []
    const place: Partial<PaymentSnapshot> = { cart_id: "cart_1" }
    const all: EndDeps = {
      ledger: modules.ledger,
      medusa: {
        afterCompletion: async () => undefined,
        endSession: async () => void told.push("session ended"),
        cancelOrder: async () => void told.push("order canceled"),
      },
      inMedusa: (call) => call(),
      read: {
        place: async () =>
          order === null ? null : Object.assign(Object.create(place), { order: { id: order.id } }),
        waitingOrder: async () => order,
      },
      fetchStatus: (row) => Promise.reject(new Error(`there is no account "${row.account}"`)),
      isConfigured: (account) => modules.gateway.has(account),
      isOfMerchant: () => true,
      requeueRenewal: async () => undefined,
      options: { onPaymentFailed: "cancel_order", notKnown: modules.gateway.options.notKnown },
      logger: modules.container.resolve("logger"),
    }
    return { all, told }
  }

  async function lapsed() {
    const { id } = await payIns.pending({ account: "gone" })
    await modules.advance(3 * 3600)
    await modules.ledger.lookups.lapse(5)
    return id
  }

  it("leaves the waiting order to a person, because nobody can say whether money came", async () => {
    const id = await lapsed()
    const { all, told } = deps(WAITING)
    expect(await end(all, id)).toBe("postponed")
    expect(told).toEqual([])
    expect((await payIns.find(id)).end_after).not.toBeNull()
  })

  it("asks a person about its order, which nobody cancels, once nobody looks for its money any more", async () => {
    const id = await lapsed()
    const { all, told } = deps(WAITING)
    await modules.advance(29 * 86_400)
    expect(await end(all, id)).toBe("postponed")
    expect(await shownAnomalies(modules)).toEqual([])
    await modules.advance(86_400)
    await expectPersonAsked(modules, { deps: all, told, id })
  })

  it("asks a person also where each of two such links waits for the other one", async () => {
    const id = await lapsed()
    const coming = [{ id: "payin_other", is_settled: false, is_late: false }]
    const { all, told } = deps({ ...WAITING, coming })
    await modules.advance(29 * 86_400)
    expect(await end(all, id)).toBe("postponed")
    expect(await shownAnomalies(modules)).toEqual([])
    told.length = 0
    await modules.advance(86_400)
    await expectPersonAsked(modules, { deps: all, told, id })
  })

  it("cancels no order, and asks nobody, where the store keeps its orders", async () => {
    const id = await lapsed()
    const { all, told } = deps(WAITING)
    await modules.advance(30 * 86_400)
    const options = { ...all.options, onPaymentFailed: "keep_order" } as const
    expect(await end({ ...all, options }, id)).toBe("ended")
    expect(told).toEqual(["session ended"])
    expect(await shownAnomalies(modules)).toEqual([])
  })

  it("comes as soon as a person canceled the order", async () => {
    const id = await lapsed()
    const { all, told } = deps({ ...WAITING, status: "canceled" })
    expect(await end(all, id)).toBe("ended")
    expect(told).toEqual(["session ended"])
    const { end_after, lookup_after } = await payIns.find(id)
    expect(end_after).toBeNull()
    // Its money is still looked for when the account is back.
    expect(lookup_after).not.toBeNull()
  })

  it("cancels the order at once where a person dealt with the link's money", async () => {
    const id = await lapsed()
    await payIns.overwrite(id, { excluded_at: new Date() })
    const { all, told } = deps(WAITING)
    expect(await end(all, id)).toBe("released")
    expect(told).toEqual(["session ended", "order canceled"])
  })

  it("never comes where the money arrived after all, and nobody tries again", async () => {
    const id = await lapsed()
    await payIns.overwrite(id, { status: "approved" })
    const { all, told } = deps(WAITING)
    expect(await end(all, id)).toBe("paid")
    expect(told).toEqual([])
    expect(await payIns.find(id)).toMatchObject({ end_after: null, ended_at: null })
  })

  it("comes once more where the link moved after Medusa was told", async () => {
    const id = await lapsed()
    const { all } = deps(null)
    const endSession = async () => {
      await payIns.overwrite(id, { status: "rejected" })
    }
    expect(await end({ ...all, medusa: { ...all.medusa, endSession } }, id)).toBe("ended")
    expect(await payIns.find(id)).toMatchObject({ end_after: expect.any(Date), ended_at: null })
    expect(await end(all, id)).toBe("ended")
    expect(await payIns.find(id)).toMatchObject({ end_after: null, ended_at: expect.any(Date) })
  })

  it("comes at once without an order", async () => {
    const id = await lapsed()
    expect(await end(deps(null).all, id)).toBe("ended")
    expect(await payIns.find(id)).toMatchObject({ end_after: null, ended_at: expect.any(Date) })
  })
})
