import { majorAmount } from "../../src/domain/money/amount"
import { newReference } from "../../src/domain/row/reference"
import type { CardPayment } from "../../src/modules/ledger/card-payments"
import { withModules } from "../support/modules/modules"
import { together } from "../support/modules/together"
import { CANARY } from "../support/personal-data"

const payment = (more: Partial<CardPayment> = {}): CardPayment => ({
  account: "co",
  provider_id: "pp_payin-card_co",
  payment_collection_id: "paycol_1",
  session_id: "payses_1",
  cart_id: "cart_1",
  order_id: "order_1",
  customer_id: null,
  country: "CO",
  currency: "COP",
  description: "Plan",
  reference: newReference("card"),
  captured: majorAmount("59999"),
  booked: majorAmount("59998.6"),
  captured_at: new Date("2026-05-01T10:00:00Z"),
  brand: "VISA",
  last_four: "4242",
  customer_data: CANARY.co,
  ...more,
})

withModules("a card payment in the ledger", {}, (modules) => {
  const book = (more: Partial<CardPayment> = {}) => modules.ledger.cardPayments.book(payment(more))

  it("is stored as approved and settled, and nothing more is due for it", async () => {
    const row = await book()
    expect(row).toMatchObject({
      payment_method: "CARD",
      status: "approved",
      status_cause: "captured",
      status_changed_at: new Date("2026-05-01T10:00:00Z"),
      order_amount: "59998.6",
      requested_amount: "59999",
      approved_amount: "59999",
      approved_currency: "COP",
      card: { brand: "VISA", type: null, last_four: "4242" },
    })
    const context = { table: "payin_transaction", row: row.id, column: "customer_sealed" }
    expect(JSON.parse(modules.ledger.sealer.open(row.customer_sealed, context))).toEqual(CANARY.co)
    await modules.advance(3600)
    expect(await modules.ledger.application.claim(5)).toEqual([])
    expect(await modules.ledger.application.claimUnplaced(5)).toEqual([])
    expect(await modules.ledger.lookups.claim("co", 5)).toEqual([])
    expect(await modules.ledger.lookups.requeueUnqueued(5)).toBe(0)
  })

  it("is booked once for each reference, though two book it at the same moment", async () => {
    const reference = newReference("card")
    const insert = { table: "payin_transaction", event: "insert" } as const
    const [one, two] = await together(modules.pg, insert, () => book({ reference }))
    expect(one).toEqual(two)
    expect(await book({ reference, captured: majorAmount("1") })).toEqual(one)
    expect(await modules.pg("payin_transaction")).toHaveLength(1)
    expect(modules.bus.of("payin.payment_approved")).toHaveLength(1)
  })

  it("is marked as announced by one of eight calls at the same moment", async () => {
    const { reference } = await book()
    const tell = () => modules.ledger.cardPayments.markTold(reference)
    const asked = await Promise.all(Array.from({ length: 8 }, tell))
    expect(asked.filter((first) => first)).toHaveLength(1)
  })
})
