import { majorAmount } from "../../src/domain/money/amount"
import { FIRST_ENDED_LOOKUP_SECONDS } from "../../src/domain/time/schedule"
import { POLL_LOOKUPS, SESSION_POLL_SECONDS } from "../../src/domain/session/poll-throttle"
import { parseTicket } from "../../src/domain/row/reference"
import type { PayInStatusReport } from "../../src/modules/ledger/observations"
import { withModules } from "../support/modules/modules"
import { openAnomaly } from "../support/modules/anomaly"
import { AMOUNT, PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const secondsBetween = (from: Date, to: Date | null) =>
  ((to?.getTime() ?? Number.NaN) - from.getTime()) / 1000

const CARD = { brand: "VISA", type: "CREDIT", last_four: "4242" }

const ENDS: { end: Partial<PayInStatusReport>; event: string }[] = [
  { end: { status: "rejected", service_status: "REJECTED" }, event: "payin.payment_failed" },
  { end: { status: "expired", service_status: "EXPIRED" }, event: "payin.payment_expired" },
]

withModules("a status report about a pay-in", {}, (modules) => {
  const payIns = new PayIns(modules)
  const observations = () => modules.ledger.observations
  const record = async (...[row, report]: Parameters<PayIns["said"]>) =>
    observations().record(row.id, { ...(await payIns.approval(row)), ...report })

  it("may be requested by one of eight workers at the same moment, and again after the interval", async () => {
    const { id } = await payIns.pending()
    const ask = () => observations().mayAsk(id, 3600)
    const asked = await Promise.all(Array.from({ length: 8 }, ask))
    expect(asked.filter((may) => may)).toHaveLength(1)
    await modules.advance(3500)
    expect(await ask()).toBe(false)
    await modules.advance(101)
    expect(await ask()).toBe(true)
  })

  it("is requested a hundred times by 10,000 polls, one every few seconds, less and less often", async () => {
    const { id } = await payIns.pending()
    const may = () => observations().mayPoll(id)
    const asked = await Promise.all(Array.from({ length: 40 }, may))
    expect(asked.filter(Boolean)).toHaveLength(1)
    await modules.advance(2.5)
    expect(await may()).toBe(false)
    let lookups = 1
    for (let poll = 0; poll < 2500; poll += 1) {
      lookups += (await may()) ? 1 : 0
      await payIns.overwrite(id, {
        asked_at: modules.pg.raw("asked_at - interval '4 seconds'"),
      })
    }
    expect(lookups).toBe(POLL_LOOKUPS)
  })

  it("is requested by a page as often as at first after a notification, which counts as a request", async () => {
    const { id } = await payIns.pending()
    await payIns.overwrite(id, { poll_lookups: POLL_LOOKUPS })
    const may = () => observations().mayPoll(id)
    expect(await may()).toBe(false)
    await observations().notified(id)
    expect(await may()).toBe(false)
    await modules.advance(SESSION_POLL_SECONDS + 0.1)
    expect(await may()).toBe(true)
    expect(await payIns.find(id)).toMatchObject({ poll_lookups: 1, looked_up_at: null })
  })

  it("is requested by a page as soon as the interval after another's answer is over", async () => {
    const row = await payIns.pending()
    await record(row, { status: "pending", service_status: "PENDING" })
    expect(await observations().mayPoll(row.id)).toBe(false)
    await modules.advance(SESSION_POLL_SECONDS + 0.1)
    expect(await observations().mayPoll(row.id)).toBe(true)
  })

  it("makes an approved pay-in due for settlement with the received amount", async () => {
    const row = await payIns.pending()
    const recorded = await record(row, {
      amount: majorAmount("59000"),
      currency: "USD",
      card: CARD,
      response_message: "Aprobada",
    })
    expect(recorded).toMatchObject({ outcome: "moved", from: "pending" })
    const after = await payIns.find(row.id)
    expect(after).toEqual(recorded.transaction)
    expect(after).toMatchObject({
      status: "approved",
      status_cause: "service",
      service_status: "APPROVED",
      approved_amount: "59000",
      approved_currency: "USD",
      card: CARD,
      response_message: "Aprobada",
      lookup_after: null,
      end_after: null,
      apply_after: after.status_changed_at,
    })
  })

  it.each(ENDS)("publishes an end and queues it: $end.status", async ({ end, event }) => {
    const row = await payIns.pending()
    modules.bus.told.length = 0
    expect(await record(row, end)).toMatchObject({ outcome: "moved", from: "pending" })
    const after = await payIns.find(row.id)
    expect(after).toMatchObject({
      status: end.status,
      approved_amount: null,
      apply_after: null,
      end_after: after.status_changed_at,
    })
    expect(secondsBetween(after.status_changed_at, after.lookup_after)).toBe(
      FIRST_ENDED_LOOKUP_SECONDS
    )
    expect(modules.bus.told.map(({ name }) => name)).toEqual([event])
  })

  it("is published once when it is recorded twice at the same moment", async () => {
    const row = await payIns.pending()
    const report = await payIns.approval(row)
    const update = { table: "payin_transaction", event: "update" } as const
    const both = await together(modules.pg, update, () => observations().record(row.id, report))
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["moved", "same"])
    expect(modules.bus.of("payin.payment_approved")).toEqual([
      { id: row.id, status: "approved", order_id: null, session_id: row.session_id },
    ])
  })

  it("adds the ticket and the status to a link whose creation was not answered", async () => {
    const row = await payIns.open()
    const ticket = parseTicket("ticket-of-lookup")
    const pending = { status: "pending", service_status: "PENDING", ticket } as const
    expect(await record(row, pending)).toMatchObject({ outcome: "moved", from: "creating" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "pending", ticket })
    expect(await record(row, { ...pending, ticket: parseTicket("another") })).toMatchObject({
      outcome: "same",
      transaction: { ticket, status: "pending" },
    })
  })

  it("changes only the time of the lookup when it repeats the known status", async () => {
    const row = await payIns.approved()
    modules.bus.told.length = 0
    expect(await record(row, { amount: majorAmount("1") })).toMatchObject({ outcome: "same" })
    const { looked_up_at, updated_at, ...after } = await payIns.find(row.id)
    expect(row).toMatchObject(after)
    expect(Number(looked_up_at)).toBeGreaterThanOrEqual(Number(row.looked_up_at))
    expect(Number(updated_at)).toBeGreaterThanOrEqual(Number(looked_up_at))
    expect(modules.bus.told).toEqual([])
  })

  it.each(["rejected", "expired"] as const)(
    "leaves an approval unchanged: %s after the approval is a contradiction",
    async (status) => {
      const row = await payIns.approved()
      modules.bus.told.length = 0
      expect(await record(row, { status, card: CARD })).toMatchObject({
        outcome: "contradiction",
        said: status,
      })
      const { looked_up_at, ...after } = await payIns.find(row.id)
      expect(row).toMatchObject(after)
      expect(looked_up_at).not.toBeNull()
      expect(modules.bus.told).toEqual([])
    }
  )

  it.each([
    ["approved", "pending"],
    ["expired", "pending"],
    ["expired", "rejected"],
    ["rejected", "expired"],
    ["failed", "pending"],
  ] as const)("is late and changes nothing after %s: %s", async (status, said) => {
    const row = await payIns.overwrite((await payIns.pending()).id, { status })
    expect(await record(row, { status: said })).toMatchObject({ outcome: "stale" })
    const { looked_up_at, ...after } = await payIns.find(row.id)
    expect(row).toMatchObject(after)
    expect(looked_up_at).not.toBeNull()
  })

  it.each(["rejected", "expired", "failed"])(
    "leaves an end unchanged: approved after %s is a contradiction",
    async (status) => {
      const row = await payIns.pending()
      await payIns.overwrite(row.id, { status, end_after: new Date() })
      expect(await record(row)).toMatchObject({ outcome: "contradiction", said: "approved" })
      expect(await payIns.find(row.id)).toMatchObject({ status, approved_amount: null })
    }
  )

  it("is stale when it left the service before the last status change", async () => {
    const row = await payIns.pending()
    const old = await payIns.approval(row)
    await modules.advance(1)
    const approved = await payIns.said(row)
    await modules.advance(60)
    const late = { ...old, status: "expired", service_status: "EXPIRED" } as const
    expect(await observations().record(row.id, late)).toMatchObject({ outcome: "stale" })
    const { looked_up_at: _, ...after } = await payIns.find(row.id)
    expect(approved).toMatchObject(after)
  })

  it("approves a pay-in after its lapse too, and its end is no longer due", async () => {
    const row = await payIns.pending()
    await modules.advance(3 * 3600)
    await modules.ledger.lookups.lapse(5)
    await record(row)
    expect(await payIns.find(row.id)).toMatchObject({
      status: "approved",
      approved_amount: AMOUNT,
      end_after: null,
    })
    expect(await modules.ledger.application.claim(5)).toEqual([row.id])
  })

  it.each([
    { what: "goes on with the end of a link whose money a person ignored before", ignored: true },
    { what: "ends no link whose money a process that died had set aside", ignored: false },
  ])("$what", async ({ ignored }) => {
    const row = await payIns.pending()
    const { id } = await openAnomaly(modules, row, "unknown_status")
    if (ignored) {
      const decision = { action: "ignore", note: "seen", resolved_by: "user_1" } as const
      await modules.ledger.resolutions.write({ id }, decision, null)
    }
    const end_after = new Date()
    await payIns.overwrite(row.id, { excluded_at: new Date(), end_after })
    await record(row)
    expect(await payIns.find(row.id)).toMatchObject({
      status: "approved",
      end_after: ignored ? end_after : null,
    })
  })

  it("keeps the first card that a notification names", async () => {
    const { id } = await payIns.pending()
    await observations().noteCard(id, CARD)
    await observations().noteCard(id, { ...CARD, last_four: "0000" })
    expect(await payIns.find(id)).toMatchObject({ card: CARD })
  })
})

withModules("a reference that the service does not know", {}, (modules) => {
  const payIns = new PayIns(modules)
  const notKnown = (id: string) => modules.ledger.observations.recordNotKnown(id)

  it("fails its pay-in after at least three answers over two minutes, and queues the end", async () => {
    const { id } = await payIns.open()
    for (const seconds of [0, 50, 50]) {
      await modules.advance(seconds)
      expect(await notKnown(id)).toMatchObject({ status: "creating" })
    }
    await modules.advance(21)
    const row = await notKnown(id)
    expect(row).toMatchObject({
      status: "failed",
      status_cause: "not_received",
      not_known_count: 4,
      end_after: row.status_changed_at,
    })
    expect(secondsBetween(row.status_changed_at, row.lookup_after)).toBe(FIRST_ENDED_LOOKUP_SECONDS)
    expect(modules.bus.told.map(({ name }) => name)).toEqual(["payin.payment_failed"])
  })

  it("does not fail its pay-in after two answers a week apart", async () => {
    const { id } = await payIns.open()
    await notKnown(id)
    await modules.advance(7 * 24 * 3600)
    expect(await notKnown(id)).toMatchObject({ status: "creating", not_known_count: 2 })
  })

  it("does not fail a link that the service accepted", async () => {
    const { id } = await payIns.pending()
    for (let answers = 0; answers < 5; answers += 1) {
      await modules.advance(3600)
      expect(await notKnown(id)).toMatchObject({ status: "pending" })
    }
  })

  it("is counted anew after the service knew it", async () => {
    const row = await payIns.pending()
    await notKnown(row.id)
    await payIns.said(row, { status: "pending", service_status: "PENDING" })
    expect(await payIns.find(row.id)).toMatchObject({ not_known_count: 0, not_known_since: null })
  })

  it("is counted once for each answer when several come at once", async () => {
    const { id } = await payIns.open()
    const update = { table: "payin_transaction", event: "update" } as const
    await together(modules.pg, update, () => notKnown(id))
    expect(await payIns.find(id)).toMatchObject({ not_known_count: 2 })
  })

  it("ends its pay-in once when the last answers come at once", async () => {
    const { id } = await payIns.open()
    await notKnown(id)
    await notKnown(id)
    await modules.advance(130)
    const update = { table: "payin_transaction", event: "update" } as const
    await together(modules.pg, update, () => notKnown(id))
    expect(await payIns.find(id)).toMatchObject({ status: "failed" })
    expect(modules.bus.of("payin.payment_failed")).toHaveLength(1)
  })
})
