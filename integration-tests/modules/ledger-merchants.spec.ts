import { majorAmount } from "../../src/domain/money/amount"
import {
  isOfMerchant,
  merchantPrint,
  merchantPrints,
} from "../../src/domain/installation/merchant-print"
import { end, type EndDeps } from "../../src/workflows/settle/end"
import type { PaymentSnapshot } from "../../src/medusa/payment-snapshot"
import type { WaitingOrder } from "../../src/domain/order/waiting"
import { withModules } from "../support/modules/modules"
import { expectPersonAsked } from "../support/modules/unasked"
import { AMOUNT, PayIns, type Wanted } from "../support/modules/payin"

const BEFORE = merchantPrint({ username: "the merchant before", merchantId: null })

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

withModules("a link of another merchant than the account's credentials", {}, (modules) => {
  const payIns = new PayIns(modules)
  const isPresent = (row: { account: string; sent_to: string | null }) =>
    isOfMerchant(row, merchantPrints(modules.gateway.options.accounts))

  /** The service knows it under the earlier credentials only. */
  async function made(wanted: Wanted = {}) {
    const { id } = await payIns.pending(wanted)
    return payIns.overwrite(id, { sent_to: BEFORE })
  }

  /** What Medusa is told of the end, with or without an order that waits. */
  function medusa(order: WaitingOrder | null) {
    const told: string[] = []
    const place: Partial<PaymentSnapshot> = { cart_id: "cart_1" }
    const deps: EndDeps = {
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
      fetchStatus: (row) => payIns.fetchStatus(row),
      isConfigured: () => true,
      isOfMerchant: isPresent,
      requeueRenewal: async () => undefined,
      options: { onPaymentFailed: "cancel_order", notKnown: modules.gateway.options.notKnown },
      logger: modules.container.resolve("logger"),
    }
    return { deps, told }
  }

  /** The present merchant said often and long enough that it does not know it. */
  async function askedInVain(id: string) {
    for (let times = 0; times < 5; times += 1) {
      await modules.advance(3600)
      await payIns.fetchStatus(await payIns.find(id))
    }
    await modules.ledger.lookups.lapse(5)
  }

  it("keeps its order, whatever often the present merchant does not know it", async () => {
    const { id } = await made()
    await askedInVain(id)
    const { deps, told } = medusa(WAITING)
    expect(await end(deps, id)).toBe("postponed")
    expect(told).toEqual([])
    expect(await payIns.find(id)).toMatchObject({ status: "pending", not_known_count: 0 })
  })

  it("asks a person about its order, which nobody cancels, once nobody looks for its money any more", async () => {
    const { id } = await made()
    await askedInVain(id)
    const { deps, told } = medusa(WAITING)
    await modules.advance(29 * 86_400)
    expect(await end(deps, id)).toBe("postponed")
    await modules.advance(86_400)
    await expectPersonAsked(modules, { deps, told, id })
  })

  it("ends its session without an order, and is watched on", async () => {
    const { id } = await made()
    await askedInVain(id)
    const { deps, told } = medusa(null)
    expect(await end(deps, id)).toBe("ended")
    expect(told).toEqual(["session ended"])
    expect(await payIns.find(id)).toMatchObject({
      ...{ status: "pending", end_after: null },
      lookup_after: expect.any(Date),
    })
  })

  it("lets its order go where the merchant is the same", async () => {
    const { id } = await payIns.pending()
    await askedInVain(id)
    const { deps, told } = medusa(WAITING)
    expect(await end(deps, id)).toBe("released")
    expect(told).toEqual(["session ended", "order canceled"])
  })

  it("keeps its order where the service accepted it by its second version, until a person has decided", async () => {
    const { id } = await payIns.pending({ api_version: "v2" })
    await askedInVain(id)
    const { deps, told } = medusa(WAITING)
    expect(await end(deps, id)).toBe("postponed")
    expect(told).toEqual([])
    await modules.ledger.anomalies.closeOfPayIn({ transaction_id: id }, "looked at")
    await modules.pg("payin_anomaly").update({ action: "ignore" })
    expect(await end(deps, id)).toBe("released")
    expect(told).toEqual(["session ended", "order canceled"])
  })

  it("does not fail although its create was never answered", async () => {
    const { id } = await payIns.open()
    await payIns.overwrite(id, { sent_to: BEFORE })
    await askedInVain(id)
    expect((await payIns.find(id)).status).toBe("creating")
  })

  it("is of the present merchant after all once that one knows it, as under a new user name", async () => {
    const { id, reference } = await payIns.linked()
    await payIns.overwrite(id, { sent_to: BEFORE })
    expect(await modules.ledger.lookups.ofOtherMerchants()).toHaveLength(1)
    modules.sandbox.settle(reference, { status: "APPROVED", notify: false })
    const { transaction } = await payIns.fetchStatus(await payIns.find(id))
    expect(transaction.status).toBe("approved")
    expect(isPresent(transaction)).toBe(true)
    expect(await modules.ledger.lookups.ofOtherMerchants()).toEqual([])
  })

  it("is shown with what waits, and with no other", async () => {
    await payIns.pending()
    await payIns.pending({ account: "gone" })
    expect(await modules.ledger.lookups.ofOtherMerchants()).toEqual([])
    await made()
    await made()
    const third = await made()
    await payIns.overwrite(third.id, { sent_to: merchantPrint({ username: "z", merchantId: "9" }) })
    const ended = await payIns.said(await payIns.pending(), { status: "rejected" })
    await payIns.overwrite(ended.id, { sent_to: BEFORE })
    expect(await modules.ledger.lookups.ofOtherMerchants()).toEqual([
      { account: "co", count: 3, currency: "COP", amount: "180000" },
    ])
  })
})
