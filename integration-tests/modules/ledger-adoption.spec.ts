import type { SessionField } from "../../src/domain/privacy/customer-data"
import { withModules } from "../support/modules/modules"
import { LIFE, PayIns } from "../support/modules/payin"

const DOCUMENT: SessionField = { name: "legal_doc", label: "Documento" }

withModules("a link and the sessions that adopt it", {}, (modules) => {
  const payIns = new PayIns(modules)
  const transactions = () => modules.ledger.transactions
  const wanted = { payment_collection_id: "paycol_1", fingerprint: "the same" }

  it("is reused for the same link request, also when it was superseded", async () => {
    const row = await payIns.pending(wanted)
    await payIns.pending({ ...wanted, fingerprint: "another" })
    expect((await payIns.find(row.id)).superseded_at).not.toBeNull()
    expect(await transactions().reusable(wanted)).toMatchObject({ id: row.id })
    expect(await transactions().reusable({ ...wanted, fingerprint: "nobody's" })).toBeNull()
    const elsewhere = { ...wanted, payment_collection_id: "paycol_2" }
    expect(await transactions().reusable(elsewhere)).toBeNull()
  })

  it("is reused while ten minutes are left of it, and no longer", async () => {
    await payIns.pending(wanted, { ...LIFE, link_minutes: 60 })
    await modules.advance(49 * 60)
    expect(await transactions().reusable(wanted)).not.toBeNull()
    await modules.advance(2 * 60)
    expect(await transactions().reusable(wanted)).toBeNull()
  })

  it("is not reused once a person dealt with its money", async () => {
    const row = await payIns.pending(wanted)
    await payIns.overwrite(row.id, { excluded_at: new Date() })
    expect(await transactions().reusable(wanted)).toBeNull()
  })

  it("is not reused before the service gave it, nor after it ended", async () => {
    const row = await payIns.open(wanted)
    expect(await transactions().reusable(wanted)).toBeNull()
    await payIns.overwrite(row.id, { status: "rejected", payment_url: "https://pay.example/1" })
    expect(await transactions().reusable(wanted)).toBeNull()
  })

  it("belongs to the session that adopted it last, and earlier sessions still lead to it", async () => {
    const row = await payIns.pending(wanted)
    await transactions().released(String(row.session_id), null)
    const other = await payIns.pending({ ...wanted, fingerprint: "another" })
    expect(await transactions().bind(row, "payses_new")).toMatchObject({
      id: row.id,
      session_id: "payses_new",
      released_at: null,
      superseded_at: null,
    })
    expect((await payIns.find(other.id)).superseded_at).not.toBeNull()
    expect(await transactions().findBySession(String(row.session_id))).toBeNull()
    for (const session of [String(row.session_id), "payses_new"]) {
      expect(await modules.ledger.sessions.find(session)).toMatchObject({ transaction_id: row.id })
    }
  })

  it("is adopted when it was paid", async () => {
    const row = await payIns.approved(wanted)
    expect(await transactions().bind(row, "payses_new")).toMatchObject({
      status: "approved",
      session_id: "payses_new",
    })
  })

  it.each([
    ["ended", { status: "expired" }],
    ["was refused", { status: "failed" }],
    ["is booked", { status: "approved", settled_at: new Date() }],
    ["was excluded from settlement", { status: "approved", excluded_at: new Date() }],
  ])("is not adopted when it %s", async (_, state) => {
    const row = await payIns.pending(wanted)
    await payIns.overwrite(row.id, state)
    expect(await transactions().bind(row, "payses_new")).toBeNull()
    expect(await payIns.find(row.id)).toMatchObject({ session_id: row.session_id })
    expect(await modules.ledger.sessions.find("payses_new")).toBeNull()
  })

  it("is released by its present session only", async () => {
    const row = await payIns.pending(wanted)
    await transactions().bind(row, "payses_new")
    await transactions().released(String(row.session_id), row.reference)
    await transactions().released("payses_new", "pin_of_another_link")
    expect(await payIns.find(row.id)).toMatchObject({ released_at: null })
    await transactions().released("payses_new", row.reference)
    const { released_at } = await payIns.find(row.id)
    expect(released_at).not.toBeNull()
    await transactions().released("payses_new", row.reference)
    expect(await payIns.find(row.id)).toMatchObject({ released_at })
  })

  it("is superseded two minutes after its release, unless it was paid", async () => {
    const [open, paid, kept] = [
      await payIns.pending(),
      await payIns.approved(),
      await payIns.pending(),
    ]
    for (const { session_id } of [open, paid]) {
      await transactions().released(String(session_id), null)
    }
    await modules.advance(90)
    expect(await transactions().supersedeReleased()).toBe(0)
    await modules.advance(31)
    expect(await transactions().supersedeReleased()).toBe(1)
    expect((await payIns.find(open.id)).superseded_at).not.toBeNull()
    for (const { id } of [paid, kept]) {
      expect(await payIns.find(id)).toMatchObject({ superseded_at: null })
    }
  })

  it("is looked up before a new link, the newest first, unless it was looked up lately", async () => {
    const collection = { payment_collection_id: "paycol_1" }
    const rows = [await payIns.pending(collection), await payIns.open(collection)]
    await payIns.approved(collection)
    const undecided = async (limit = 3) =>
      (await transactions().undecided("paycol_1", 3600, limit)).map(({ id }) => id)
    expect(await undecided()).toEqual([])
    await modules.advance(3601)
    expect(await undecided()).toEqual([rows[1].id, rows[0].id])
    expect(await undecided(1)).toEqual([rows[1].id])
    await payIns.said(rows[1], { status: "pending", service_status: "PENDING" })
    expect(await undecided()).toEqual([rows[0].id])
  })

  it("is looked up before a new link while a page's lookup has no answer, or only an old one", async () => {
    const { id, ...row } = await payIns.pending({ payment_collection_id: "paycol_1" })
    const { observations } = modules.ledger
    const undecided = async () => (await transactions().undecided("paycol_1", 10, 3)).length
    await modules.advance(11)
    const asked_at = await observations.now()
    expect(await observations.mayPoll(id)).toBe(true)
    expect(await undecided()).toBe(1)
    await modules.advance(11)
    const pending = { status: "pending", service_status: "PENDING" } as const
    await payIns.said({ id, ...row }, { ...pending, asked_at })
    expect(await undecided()).toBe(1)
    await payIns.said({ id, ...row }, pending)
    expect(await undecided()).toBe(0)
  })

  it("offers its money to the next session, the oldest first, until it is settled or excluded", async () => {
    const collection = { payment_collection_id: "paycol_1" }
    const rows = [await payIns.approved(collection), await payIns.approved(collection)]
    await payIns.pending(collection)
    const unsettled = async () =>
      (await transactions().approvedUnsettled("paycol_1")).map(({ id }) => id)
    expect(await unsettled()).toEqual(rows.map(({ id }) => id))
    await payIns.overwrite(rows[0].id, { settled_at: new Date() })
    expect(await unsettled()).toEqual([rows[1].id])
    await payIns.overwrite(rows[1].id, { excluded_at: new Date() })
    expect(await unsettled()).toEqual([])
  })
})

withModules("the sessions of the ledger", {}, (modules) => {
  const payIns = new PayIns(modules)
  const asking = (session_id: string) => ({
    session_id,
    payment_collection_id: "paycol_1",
    account: "co",
    transaction_id: null,
    fields: [DOCUMENT],
  })

  it("keep the fields that a shopper must fill in until there is a link", async () => {
    await modules.ledger.sessions.record(asking("payses_1"))
    expect(await modules.ledger.sessions.find("payses_1")).toMatchObject({
      transaction_id: null,
      fields: [DOCUMENT],
    })
    const row = await payIns.open({ payment_collection_id: "paycol_1", session_id: "payses_1" })
    expect(await modules.ledger.sessions.find("payses_1")).toMatchObject({
      transaction_id: row.id,
      fields: null,
    })
  })

  it("return the newest session of a collection", async () => {
    for (const session of ["payses_a", "payses_c", "payses_b"]) {
      await modules.ledger.sessions.record(asking(session))
    }
    const newest = await modules.ledger.sessions.newest("paycol_1")
    expect(newest).toMatchObject({ session_id: "payses_b" })
    expect(await modules.ledger.sessions.newest("paycol_2")).toBeNull()
  })
})
