import { parseTicket } from "../../src/domain/row/reference"
import { withModules } from "../support/modules/modules"
import { LIFE, PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const MINUTE = 60_000

withModules("a pay-in of the ledger", {}, (modules) => {
  const payIns = new PayIns(modules)
  const transactions = () => modules.ledger.transactions
  const answer = (ticket: string) => ({
    ticket: parseTicket(ticket),
    payment_url: "https://pay.example/1",
    instructions: null,
    shape: "link" as const,
    echoed_amount: null,
    expires_at: null,
    ...LIFE,
  })

  it("is written before the service is asked, and watched from its first seconds", async () => {
    const row = await payIns.open()
    expect(row).toMatchObject({ status: "creating", status_cause: "created", ticket: null })
    const after = (date: Date | null) => Number(date) - Number(row.created_at)
    expect(after(row.lookup_after)).toBe(10_000)
    expect(after(row.lapses_at)).toBe(120 * MINUTE)
    expect(await transactions().find(row.id)).toEqual(row)
  })

  it("is found by its id, reference, ticket and present session", async () => {
    const row = await payIns.pending()
    await payIns.pending()
    expect(await transactions().find(row.id)).toEqual(row)
    expect(await transactions().findByReference(row.reference)).toEqual(row)
    expect(await transactions().findByTicket(String(row.ticket))).toEqual(row)
    expect(await transactions().findBySession(String(row.session_id))).toEqual(row)
    expect(await transactions().findMany([row.id, "payin_unknown"])).toEqual([row])
    expect(await transactions().findByReference("pin_unknown")).toBeNull()
  })

  it("has a reference that no other pay-in gets", async () => {
    const row = await payIns.pending()
    await expect(payIns.open({ reference: row.reference })).rejects.toThrow(
      "UQ_payin_transaction_reference"
    )
    expect(await transactions().findByReference(row.reference)).toEqual(row)
  })

  it("supersedes no link when it cannot be written", async () => {
    const { payment_collection_id, reference, id } = await payIns.pending()
    await expect(payIns.open({ payment_collection_id, reference })).rejects.toThrow()
    expect(await payIns.find(id)).toMatchObject({ superseded_at: null })
  })

  it("supersedes the older open links of its collection, and nothing else", async () => {
    const collection = { payment_collection_id: "paycol_1" }
    const approved = await payIns.approved(collection)
    const older = await payIns.pending(collection)
    const elsewhere = await payIns.pending()
    const newer = await payIns.open(collection)
    expect((await payIns.find(older.id)).superseded_at).not.toBeNull()
    for (const { id } of [approved, elsewhere, newer]) {
      expect(await payIns.find(id)).toMatchObject({ superseded_at: null })
    }
    const all = await transactions().ofCollections(["paycol_1"])
    expect(all.map(({ id }) => id)).toEqual([newer.id, older.id, approved.id])
  })

  it("is the only open link when the same link request comes twice at the same moment", async () => {
    const wanted = { payment_collection_id: "paycol_1", fingerprint: "the same" }
    const rows = await together(modules.pg, { table: "payin_session", event: "insert" }, () =>
      payIns.open(wanted)
    )
    const left = await Promise.all(rows.map(({ id }) => payIns.find(id)))
    expect(left.filter(({ superseded_at }) => superseded_at === null)).toHaveLength(1)
  })

  it("is pending with its link once the service accepts it, and is published once", async () => {
    const { id } = await payIns.open()
    const row = await transactions().accepted(id, answer("ticket-1"))
    expect(row).toMatchObject({
      status: "pending",
      status_cause: "accepted",
      ticket: "ticket-1",
      payment_url: "https://pay.example/1",
    })
    expect(Number(row.lapses_at) - Number(row.expires_at)).toBe(60 * MINUTE)
    expect(modules.bus.told).toEqual([
      {
        name: "payin.payment_pending",
        data: { id, status: "pending", order_id: null, session_id: row.session_id },
      },
    ])
  })

  it("lapses by the end that the service names for its link", async () => {
    const { id } = await payIns.open()
    const inHalfAnHour = Date.now() + 30 * 60_000
    const expires_at = new Date(inHalfAnHour)
    const row = await transactions().accepted(id, { ...answer("ticket-1"), expires_at })
    expect(row).toMatchObject({ expires_at, lapses_at: new Date(inHalfAnHour + 3_600_000) })
  })

  it("lapses by the asked life plus an hour at most, whatever end the service names", async () => {
    const { id, created_at } = await payIns.open()
    const expires_at = new Date("2099-05-01T10:00:00Z")
    const row = await transactions().accepted(id, { ...answer("ticket-1"), expires_at })
    const minutes = ((row.expires_at?.getTime() ?? 0) - created_at.getTime()) / 60_000
    expect(Math.round(minutes)).toBe(120)
  })

  it("keeps state and ticket of a lookup that was quicker than the answer to its creation", async () => {
    const opened = await payIns.open()
    const approved = await payIns.said(opened, { ticket: parseTicket("ticket-of-lookup") })
    modules.bus.told.length = 0
    const row = await transactions().accepted(opened.id, answer("ticket-of-answer"))
    expect(row).toMatchObject({
      status: "approved",
      status_cause: "service",
      status_changed_at: approved.status_changed_at,
      ticket: "ticket-of-lookup",
      payment_url: "https://pay.example/1",
    })
    expect(modules.bus.told).toEqual([])
  })

  it("fails when the service refuses it, and its end is queued", async () => {
    const { id } = await payIns.open()
    await transactions().refused(id, "Documento no válido.")
    const row = await payIns.find(id)
    expect(row).toMatchObject({
      status: "failed",
      status_cause: "refused",
      response_message: "Documento no válido.",
      lookup_after: expect.any(Date),
    })
    expect(await modules.ledger.endings.claim({ limit: 5 })).toEqual([id])
    expect(modules.bus.told.map(({ name }) => name)).toEqual(["payin.payment_failed"])
  })

  it("stays pending when a refusal comes after the service accepted it", async () => {
    const row = await payIns.pending()
    await transactions().refused(row.id, "Documento no válido.")
    expect(await payIns.find(row.id)).toEqual(row)
  })
})
