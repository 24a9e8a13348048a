import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"

const APPROVED = { status: "APPROVED", notify: false } as const

withModules("the service's answer to a lookup", {}, (modules) => {
  const payIns = new PayIns(modules)
  const anomalies = async () => modules.pg("payin_anomaly").orderBy("created_at")

  it("moves a pay-in once it was paid and not before", async () => {
    const row = await payIns.linked()
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "same" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "pending", approved_amount: null })
    modules.sandbox.settle(row.reference, APPROVED)
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "moved" })
    expect(await payIns.find(row.id)).toMatchObject({
      status: "approved",
      approved_amount: "60000",
      approved_currency: "COP",
    })
    expect(await anomalies()).toEqual([])
  })

  it.each([
    [{ amount: 59_999 }, { approved_amount: "59999", approved_currency: "COP" }],
    [{ amount: 60_001 }, { approved_amount: "60001", approved_currency: "COP" }],
    [{ currency: "PEN" }, { approved_currency: "PEN" }],
    [{ currency: "XYZ" }, { approved_amount: null, approved_currency: "XYZ" }],
  ])("is stored as reported when it differs from the request: %j", async (paid, kept) => {
    const row = await payIns.linked()
    modules.sandbox.settle(row.reference, { ...APPROVED, ...paid })
    await payIns.fetchStatus(row)
    expect(await payIns.find(row.id)).toMatchObject({ status: "approved", ...kept })
  })

  it("moves the pay-in once when two lookups run at the same moment", async () => {
    const row = await payIns.linked()
    modules.sandbox.settle(row.reference, APPROVED)
    const both = await Promise.all([payIns.fetchStatus(row), payIns.fetchStatus(row)])
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["moved", "same"])
    expect(modules.bus.of("payin.payment_approved")).toHaveLength(1)
  })

  it("is requested by the ticket, or by the reference while there is no ticket", async () => {
    const row = await payIns.linked()
    await payIns.fetchStatus(row)
    await payIns.fetchStatus({ ...row, ticket: null })
    const asked = modules.sandbox.requests({ operation: "lookup" }).map(({ body }) => body)
    expect(asked).toEqual([{ ticket: row.ticket }, { ticket: row.reference }])
  })

  it("adds the ticket to a link whose creation was not answered", async () => {
    const { id, ticket } = await payIns.linked()
    const lost = await payIns.overwrite(id, {
      status: "creating",
      status_cause: "created",
      ticket: null,
    })
    expect(await payIns.fetchStatus(lost)).toMatchObject({ outcome: "moved" })
    expect(await payIns.find(id)).toMatchObject({ status: "pending", ticket })
  })

  it("ends a link that the service never received after several not-known answers", async () => {
    const row = await payIns.open()
    const seen: string[] = []
    for (const seconds of [10, 60, 61]) {
      await modules.advance(seconds)
      seen.push((await payIns.fetchStatus(row)).transaction.status)
    }
    expect(seen).toEqual(["creating", "creating", "failed"])
  })

  it("leaves an approved pay-in unchanged and opens one anomaly when it says expired later", async () => {
    const row = await payIns.linked()
    modules.sandbox.settle(row.reference, APPROVED)
    const approved = (await payIns.fetchStatus(row)).transaction
    modules.sandbox.settle(row.reference, { status: "EXPIRED", notify: false })
    for (let times = 0; times < 2; times += 1) {
      expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "contradiction" })
    }
    const { looked_up_at: _, ...after } = await payIns.find(row.id)
    expect(approved).toMatchObject(after)
    expect(await anomalies()).toMatchObject([
      {
        kind: "status_changed_after_final",
        status: "open",
        transaction_id: row.id,
        facts: { reference: row.reference, status: "approved", said: "expired" },
      },
    ])
  })

  it("asks nobody and closes nothing when it says pending after an approval", async () => {
    const row = await payIns.linked()
    modules.sandbox.settle(row.reference, APPROVED)
    await payIns.fetchStatus(row)
    modules.sandbox.settle(row.reference, { status: "REJECTED", notify: false })
    await payIns.fetchStatus(row)
    modules.sandbox.settle(row.reference, { status: "PENDING", notify: false })
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "stale" })
    expect(await anomalies()).toMatchObject([{ status: "open", facts: { said: "rejected" } }])
  })

  it("books nothing and opens an anomaly with the amount when money came after the end", async () => {
    const row = await payIns.linked()
    modules.sandbox.settle(row.reference, { status: "EXPIRED", notify: false })
    await payIns.fetchStatus(row)
    modules.sandbox.settle(row.reference, APPROVED)
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "contradiction" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "expired", approved_amount: null })
    const [{ facts }] = await anomalies()
    expect(facts).toMatchObject({
      status: "expired",
      said: "approved",
      arrived: { amount: "60000", currency: "COP" },
    })
  })
})
