import { majorAmount } from "../../src/domain/money/amount"
import { bookCardCapture, type CardBookDeps } from "../../src/settlement/card-in-ledger"
import { captureOnCard } from "../../src/settlement/card-capture"
import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { anomaliesOf } from "../support/modules/anomalies"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { CANARY } from "../support/personal-data"

withModules("money captured from a card", {}, (modules) => {
  const till = new CardTill(modules)

  async function book(id: string) {
    const { subscriptions, ledger, gateway } = modules
    const deps: CardBookDeps = { subscriptions, ledger, options: gateway.options }
    return bookCardCapture(deps, await till.row(id))
  }

  it("is booked in the ledger once when three workers book it at the same moment", async () => {
    const { id, reference } = await till.taken()
    const booked = await Promise.all([1, 2, 3].map(() => book(id)))
    expect(new Set(booked.map((one) => there(one).id)).size).toBe(1)
    expect(await modules.pg("payin_transaction")).toMatchObject([
      { reference, status: "approved", approved_amount: "60000", payment_method: "CARD" },
    ])
    expect((await till.row(id)).settled_at).not.toBeNull()
  })

  it("is booked with the captured amount when only a part of the hold was captured", async () => {
    const { id } = await till.held()
    await captureOnCard(till.deps, id, majorAmount("25000.5"))
    expect(await book(id)).toMatchObject({
      ...{
        approved_amount: "25000.5",
        requested_amount: "25000.5",
        currency: "COP",
        country: "CO",
      },
      ...{ card: { brand: "VISA", last_four: "1111" }, status: "approved" },
    })
  })

  it("is booked with its customer's data encrypted, as a refund needs it", async () => {
    const { id } = await till.taken({ customer_id: "cus_1", order_id: "order_1" })
    const row = there(await book(id))
    expect(row).toMatchObject({ customer_id: "cus_1", order_id: "order_1" })
    const context = { table: "payin_transaction", row: row.id, column: "customer_sealed" }
    const opened: unknown = JSON.parse(modules.ledger.sealer.open(row.customer_sealed, context))
    expect(opened).toEqual(CANARY.co)
  })

  it("keeps the time of its first booking when it is booked again", async () => {
    const { id } = await till.taken()
    await book(id)
    const { settled_at } = await till.row(id)
    await modules.advance(60)
    await book(id)
    expect(await till.row(id)).toMatchObject({ settled_at })
  })

  it("stays a question for a person when a worker that saw it held says that Medusa shows it", async () => {
    const { id } = await till.taken({ order_id: "order_1" })
    const row = await till.row(id)
    const anomalies = new CardAnomalies(modules.ledger)
    await anomalies.unbooked(row, "no order takes it")
    await anomalies.told({ id, status: "authorized" })
    expect(await anomaliesOf(modules, "open")).toMatchObject([{ kind: "settled_incompletely" }])
    await anomalies.told(row)
    expect(await anomaliesOf(modules, "open")).toEqual([])
    await anomalies.untold({ ...row, status: "authorized" }, "Medusa is busy")
    await anomalies.told({ id, status: "released" })
    expect(await anomaliesOf(modules, "open")).toEqual([])
  })

  it("is not booked while it is only held", async () => {
    const { id } = await till.held()
    expect(await book(id)).toBeNull()
    expect(await modules.pg("payin_transaction")).toEqual([])
  })
})
