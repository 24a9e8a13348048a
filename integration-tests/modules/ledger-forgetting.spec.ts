import type { Whose } from "../../src/domain/privacy/personal-data"
import { databaseNow } from "../../src/tables/now"
import { findAnomaly, openAnomaly } from "../support/modules/anomaly"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { untilBlocked } from "../support/modules/together"
import { CANARY } from "../support/personal-data"

const WHOSE: Whose = { customer_ids: ["cus_1"], order_ids: ["order_1"], cart_ids: ["cart_1"] }
const NOBODY = { order_ids: [], payout_ids: [] }
const DAY = 24 * 3600

withModules("a customer's data in the ledger", {}, (modules) => {
  const payIns = new PayIns(modules)
  const forgetting = () => modules.ledger.forgetting
  const erase = (ids: { named_ids?: string[]; request_ids?: string[] } = {}) =>
    modules.pg.transaction(async (trx) => {
      const locked = await forgetting().lock(trx, WHOSE)
      await forgetting().erase(trx, locked, { named_ids: [], request_ids: [], ...ids })
    })
  const inTheWay = (about: Parameters<ReturnType<typeof forgetting>["underWay"]>[2] = NOBODY) =>
    modules.pg.transaction(async (trx) =>
      forgetting().underWay(trx, await forgetting().lock(trx, WHOSE), about)
    )

  it("is found by customer, order and cart", async () => {
    const rows = [
      await payIns.open({ customer_id: "cus_1" }),
      await payIns.open({ order_id: "order_1" }),
      await payIns.open({ cart_id: "cart_1" }),
    ]
    await payIns.open({ customer_id: "cus_2" })
    const found = await modules.pg.transaction((trx) => forgetting().lock(trx, WHOSE))
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort())
  })

  it("is erased before a waiting refund of its pay-in reads it", async () => {
    const { id } = await payIns.approved({ customer_id: "cus_1" })
    let given: Promise<unknown> = Promise.resolve()
    await modules.pg.transaction(async (trx) => {
      const locked = await forgetting().lock(trx, WHOSE)
      given = modules.ledger.refundLimit.under(id, async (payIn) => payIn.customer_id)
      await untilBlocked(modules.pg, 1, given)
      await forgetting().erase(trx, locked, { named_ids: [], request_ids: [] })
    })
    expect(await given).toBeNull()
  })

  it("is erased, and amounts, states and references of the money stay", async () => {
    const { id, ...wanted } = await payIns.pending({
      customer_id: "cus_1",
      description: `Compra de ${CANARY.co.full_name}`,
    })
    const card = { brand: "VISA", type: "CREDIT", last_four: "4242" }
    await payIns.said(await payIns.find(id), { response_message: "Gracias Canariana", card })
    await payIns.overwrite(id, { refund_destination_sealed: "v1.sealed", apply_error: "who" })
    await erase()
    const row = await payIns.find(id)
    expect(row).toMatchObject({
      status: "approved",
      approved_amount: "60000",
      reference: wanted.reference,
      ticket: wanted.ticket,
      customer_id: null,
      refund_destination_sealed: null,
      fingerprint: id,
      description: wanted.reference,
      payment_url: null,
      instructions: null,
      response_message: null,
      apply_error: null,
      card: { brand: "VISA", type: "CREDIT", last_four: null },
    })
    const context = { table: "payin_transaction", row: id, column: "customer_sealed" }
    expect(modules.ledger.sealer.open(row.customer_sealed, context)).toBe("{}")
  })

  it("is erased from the anomalies about it and from the answers that operators got", async () => {
    const row = await payIns.approved({ customer_id: "cus_1" })
    const facts = { reason: "Rechazado: Canariana", account_number: "0098" }
    const ours = await openAnomaly(modules, row, "amount_mismatch", { facts })
    const named = await openAnomaly(modules, null, "payout_unknown", {
      payout_id: "payout_1",
      facts,
    })
    const other = await openAnomaly(modules, null, "orphan_order", { facts })
    const { operatorRequests } = modules.ledger
    const answered: string[] = []
    for (const [nth, payout] of ["payout_1", "payout_2"].entries()) {
      const ask = { key: `key-${nth}`, method: "POST", path: "/", body: {}, actor_id: null }
      const begun = await operatorRequests.begin(ask)
      const undertaking = begun.state === "begun" ? begun.undertaking : null
      const body = { payout: { id: payout, destination: { full_name: CANARY.co.full_name } } }
      await operatorRequests.keepDestination(undertaking!.id, CANARY.refund_destination)
      await operatorRequests.finish(undertaking!, { status: 200, body })
      answered.push(undertaking!.id)
    }
    await erase({ named_ids: ["payout_1"] })

    expect((await findAnomaly(modules, ours.id)).facts).toMatchObject({
      reference: row.reference,
      reason: null,
      account_number: null,
      customer: null,
    })
    expect((await findAnomaly(modules, named.id)).facts).toEqual({
      reason: null,
      account_number: null,
    })
    expect((await findAnomaly(modules, other.id)).facts).toEqual(facts)
    const kept = await modules.pg("payin_operator_request").orderBy("key")
    expect(kept).toMatchObject([
      {
        answer: { payout: { id: "payout_1", destination: { full_name: null } } },
        destination_sealed: null,
      },
      {
        answer: { payout: { id: "payout_2", destination: { full_name: CANARY.co.full_name } } },
        destination_sealed: expect.any(String),
      },
    ])
    await erase({ request_ids: [answered[1]] })
    expect(await modules.pg("payin_operator_request").whereNotNull("destination_sealed")).toEqual(
      []
    )
  })

  it("is not erased while its pay-in can be paid, is not booked or has an open anomaly", async () => {
    const row = await payIns.pending({ customer_id: "cus_1" })
    expect(await inTheWay()).toEqual([expect.stringContaining("can still be paid")])
    const approved = await payIns.said(row)
    expect(await inTheWay()).toEqual([expect.stringContaining("not booked in Medusa yet")])
    await payIns.overwrite(approved.id, { excluded_at: new Date() })
    expect(await inTheWay()).toEqual([])
    await payIns.overwrite(approved.id, { excluded_at: null, settled_at: new Date() })
    expect(await inTheWay()).toEqual([])
    const { id } = await openAnomaly(modules, approved, "status_changed_after_final")
    expect(await inTheWay()).toEqual([expect.stringContaining(`anomaly ${id}`)])
  })

  it("is not erased while an anomaly about its orders or payouts is open", async () => {
    await openAnomaly(modules, null, "orphan_order", { order_id: "order_1" })
    await openAnomaly(modules, null, "payout_unknown", { payout_id: "payout_1" })
    expect(await inTheWay()).toEqual([])
    expect(await inTheWay({ order_ids: ["order_1"], payout_ids: [] })).toHaveLength(1)
    expect(await inTheWay({ order_ids: ["order_1"], payout_ids: ["payout_1"] })).toHaveLength(2)
  })

  it("may be erased once its link lapsed or was refused", async () => {
    const row = await payIns.pending({ customer_id: "cus_1" })
    await payIns.overwrite(row.id, { lapsed_at: new Date() })
    await modules.ledger.transactions.refused(
      (await payIns.open({ customer_id: "cus_1" })).id,
      "no"
    )
    expect(await inTheWay()).toEqual([])
  })

  it("is erased from unpaid links after their retention", async () => {
    const old = async (more: Record<string, unknown>) => {
      const { id } = await payIns.pending({ customer_id: "cus_1" })
      return payIns.overwrite(id, {
        created_at: databaseNow(modules.pg, -181 * DAY),
        lookup_after: null,
        ...more,
      })
    }
    const lapsed = { lapsed_at: new Date() }
    const forgotten = [await old(lapsed), await old({ status: "expired" })]
    const kept = [
      await old({ status: "approved" }),
      await old({}),
      await old({ ...lapsed, lookup_after: new Date() }),
      await old({ ...lapsed, created_at: databaseNow(modules.pg, -179 * DAY) }),
      await old(lapsed),
    ]
    await openAnomaly(modules, kept[4], "unknown_status")
    const eraseUnpaid = (most = 10) =>
      modules.pg.transaction((trx) => forgetting().eraseUnpaid(trx, 180, most))
    expect(await eraseUnpaid(1)).toBe(1)
    expect(await eraseUnpaid()).toBe(1)
    expect(await eraseUnpaid()).toBe(0)
    for (const { id } of forgotten) {
      expect(await payIns.find(id)).toMatchObject({
        fingerprint: id,
        payment_url: null,
        instructions: null,
        customer_id: "cus_1",
      })
    }
    for (const row of kept) {
      expect(await payIns.find(row.id)).toEqual(row)
    }
  })
})
