import { merchantPrint } from "../../src/domain/installation/merchant-print"
import type { AnomalyKind } from "../../src/domain/anomaly/kinds"
import type { Transaction } from "../../src/modules/ledger/rows"
import { majorAmount } from "../../src/domain/money/amount"
import { comingLinks } from "../../src/workflows/settle/coming-links"
import { reasonNotToCancel, type WaitingOrder } from "../../src/domain/order/waiting"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"

const BEFORE = merchantPrint({ username: "the merchant before", merchantId: null })

withModules("links that may still pay an order whose payment failed", {}, (modules) => {
  const payIns = new PayIns(modules)
  const coming = ({ payment_collection_id }: Transaction) =>
    comingLinks(modules, [payment_collection_id])

  async function lapsed(values: Record<string, unknown> = {}): Promise<Transaction> {
    const { id } = await payIns.pending()
    const now = new Date()
    return payIns.overwrite(id, { lapsed_at: now, looked_up_at: now, ...values })
  }

  async function asked(row: Transaction, kind: AnomalyKind, facts: Record<string, unknown>) {
    const { id, account } = row
    await modules.ledger.anomalies.open({
      ...{ kind, subject: id, account, transaction_id: id, facts },
    })
  }

  it("are those that can be paid, and not those that lapsed", async () => {
    const row = await payIns.pending()
    expect(await coming(row)).toEqual([{ id: row.id, is_settled: false, is_late: false }])
    expect(await coming(await lapsed())).toEqual([])
    // The service did not answer since.
    expect(await coming(await lapsed({ looked_up_at: null }))).toHaveLength(1)
  })

  it("are lapsed ones too that nobody can be asked about", async () => {
    for (const blind of [{ account: "taken out" }, { sent_to: BEFORE }]) {
      const row = await lapsed(blind)
      expect(await coming(row)).toMatchObject([{ id: row.id, is_late: false }])
    }
  })

  it("are lapsed ones too while a person is asked what the service means", async () => {
    const row = await lapsed()
    await asked(row, "unknown_status", { reason: "foreign", said: "HELD" })
    expect(await coming(row)).toMatchObject([{ id: row.id, is_late: false }])
  })

  it("are rejected ones too whose late money waits for a person", async () => {
    const row = await payIns.said(await payIns.pending(), {
      ...{ status: "rejected", service_status: "REJECTED" },
    })
    expect(await coming(row)).toEqual([])
    await asked(row, "status_changed_after_final", { said: "approved" })
    expect(await coming(row)).toMatchObject([{ id: row.id, is_late: true }])
    await modules.ledger.anomalies.closeOfPayIn({ transaction_id: row.id }, "it was nothing")
    expect(await coming(row)).toEqual([])
  })
})

const UNPAID: WaitingOrder = {
  ...{ id: "order_1", status: "pending", payment_collections: [], renewal: null },
  ...{ outstanding: majorAmount("60000"), paid: majorAmount("0") },
  ...{
    fulfillments: 0,
    payments: 0,
    had_other_payment: false,
    is_asked: false,
    other_sessions: 0,
    cards: [],
    coming: [],
  },
}

describe("an order whose payment failed", () => {
  it("may be canceled when nothing else pays it", () => {
    expect(reasonNotToCancel(UNPAID)).toBeNull()
  })

  it.each<[string, Partial<WaitingOrder>, string]>([
    ["is no longer pending", { status: "canceled" }, "not_waiting"],
    ["holds a payment", { payments: 1 }, "paid"],
    ["was paid in part without a payment", { paid: majorAmount("1000") }, "paid"],
    ["owes nothing", { outstanding: majorAmount("0") }, "owes_nothing"],
    ["was fulfilled", { fulfillments: 1 }, "fulfilled"],
    ["waits for another provider", { other_sessions: 1 }, "other_provider"],
    ["waits for a card", { cards: [{ cycle_id: null, is_told: false }] }, "other_link"],
    [
      "waits for a person, who was asked about a link that nobody could ask about",
      { is_asked: true },
      "asked",
    ],
    ["belongs to a renewal", { renewal: "paycyc_1" }, "renewal"],
  ])("is kept when it %s", (_, facts, kept) => {
    expect(reasonNotToCancel({ ...UNPAID, ...facts })).toBe(kept)
  })
})
