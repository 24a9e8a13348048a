import { INBOX_BACKOFF_SECONDS, INBOX_MAX_ATTEMPTS } from "../../src/domain/schedule"
import type { Transaction } from "../../src/modules/ledger/rows"
import { answerPrompt, processEvent } from "../../src/workflows/settle/notification"
import { there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { noticeTo } from "../support/modules/notices"
import { PayIns } from "../support/modules/payin"
import { ONE_TRY } from "../support/shop-settings"

withModules("a notification that is processed", ONE_TRY.options ?? {}, (modules) => {
  const payIns = new PayIns(modules)
  const { sandbox, proxy } = modules
  const lookups = () => sandbox.requests({ operation: "lookup" })
  const anomalies = async () => modules.pg("payin_anomaly").where({ status: "open" })
  const event = async (id: string) => there(await modules.inbox.lists.event(id))

  /** Stores what the service says, true or not. */
  async function told({ id, reference }: Transaction, type: string): Promise<string> {
    const raw = Buffer.from(`${reference} ${type}`)
    const notice = noticeTo({ reference, transaction_id: id, type, raw })
    return there((await modules.inbox.events.store(notice)).id)
  }

  async function work(id: string): Promise<void> {
    await processEvent(modules.container, there(await modules.inbox.events.claim(id)))
  }

  it("moves its payment by the service's answer to a lookup", async () => {
    const row = await payIns.linked()
    sandbox.settle(row.reference, { status: "REJECTED", notify: false })
    const id = await told(row, "REJECTED")
    await work(id)
    expect(await payIns.find(row.id)).toMatchObject({ status: "rejected" })
    expect(await event(id)).toMatchObject({ status: "processed", attempts: 1, last_error: null })
  })

  it("moves nothing until a lookup confirms it, and is retried until then", async () => {
    const row = await payIns.linked()
    const id = await told(row, "APPROVED")
    await work(id)
    expect(await payIns.find(row.id)).toMatchObject({ status: "pending", approved_amount: null })
    expect(await event(id)).toMatchObject({
      status: "received",
      last_error: expect.stringContaining("the notification says approved, the ledger pending"),
    })
    sandbox.settle(row.reference, { status: "APPROVED", notify: false })
    await work(id)
    expect(await payIns.find(row.id)).toMatchObject({ status: "approved" })
  })

  it("is marked processed when Medusa cannot be updated, which is retried on its own schedule", async () => {
    const row = await payIns.linked()
    sandbox.settle(row.reference, { status: "APPROVED", notify: false })
    const id = await told(row, "APPROVED")
    await work(id)
    expect(await event(id)).toMatchObject({ status: "processed", last_error: null })
    const { status, settled_at, apply_after } = await payIns.find(row.id)
    expect({ status, settled_at }).toEqual({ status: "approved", settled_at: null })
    expect(apply_after).not.toBeNull()
  })

  it("changes nothing when the lookup is unclear, and is tried again later", async () => {
    const row = await payIns.linked()
    sandbox.injectFault({ operation: "lookup", kind: "malformed", times: "always" })
    const id = await told(row, "APPROVED")
    await work(id)
    expect(await event(id)).toMatchObject({
      ...{ status: "received", last_error: expect.stringContaining("transaction.lookup") },
    })
    expect(await payIns.find(row.id)).toEqual({ ...row, asked_at: expect.any(Date) })
  })

  it("becomes dead while lookups stay unclear, and gets all its attempts again by a manual retry", async () => {
    const row = await payIns.linked()
    sandbox.injectFault({ operation: "lookup", kind: "malformed", times: "always" })
    const id = await told(row, "APPROVED")
    for (let tries = 0; tries < INBOX_MAX_ATTEMPTS; tries++) await work(id)
    expect(await event(id)).toMatchObject({ status: "dead", attempts: INBOX_MAX_ATTEMPTS })

    await modules.inbox.events.retry(id)
    await work(id)
    const seconds = modules.pg.raw(
      "extract(epoch from next_attempt_at - updated_at)::int as seconds"
    )
    expect(await event(id)).toMatchObject({ status: "received", attempts: 1 })
    expect(await modules.pg("payin_event").where({ id }).first(seconds)).toEqual({
      seconds: INBOX_BACKOFF_SECONDS[0],
    })

    sandbox.clearFaults()
    sandbox.settle(row.reference, { status: "APPROVED", notify: false })
    await work(id)
    expect(await event(id)).toMatchObject({ status: "processed", last_error: null })
  })

  it("about a payment that no row has asks a person once the service says that money moved", async () => {
    const { id, reference, ticket } = await payIns.linked()
    await modules.pg("payin_transaction").where({ id }).delete()
    const stranger = async (type: string) => {
      const raw = Buffer.from(`${reference} ${type}`)
      const notice = noticeTo({ reference, transaction_id: null, type, raw })
      const event_id = there((await modules.inbox.events.store(notice)).id)
      await work(event_id)
      return event(event_id)
    }
    expect(await stranger("APPROVED by itself")).toMatchObject({ status: "processed" })
    expect(await anomalies()).toEqual([])

    sandbox.settle(reference, { status: "APPROVED", notify: false })
    expect(await stranger("APPROVED")).toMatchObject({ status: "processed" })
    expect(await anomalies()).toMatchObject([
      {
        ...{ kind: "webhook_unmatched", subject: reference, account: "co", transaction_id: null },
        facts: {
          reason: "the service says APPROVED of a payment or payout that this store does not have",
          ...{ reference, ticket, direction: "payin" },
          shown: { amount: "60000", currency: "COP" },
        },
      },
    ])
    expect(await stranger("APPROVED again")).toMatchObject({ status: "processed" })
    expect(await anomalies()).toHaveLength(1)
  })

  it("about a payment that nobody knows is tried again", async () => {
    const { id, reference } = await payIns.open()
    await modules.pg("payin_transaction").where({ id }).delete()
    const raw = Buffer.from(reference)
    const notice = noticeTo({ reference, transaction_id: null, type: "APPROVED", raw })
    const event_id = there((await modules.inbox.events.store(notice)).id)
    await work(event_id)
    expect(await event(event_id)).toMatchObject({
      ...{ status: "received", last_error: expect.stringContaining("does not know it now") },
    })
    expect(await anomalies()).toEqual([])
  })

  it("causes one lookup when four workers process it at the same moment", async () => {
    const row = await payIns.linked()
    const event_id = await told(row, "PENDING")
    const before = lookups().length
    const prompted = { transaction_id: row.id, event_id }
    await Promise.all([1, 2, 3, 4].map(() => answerPrompt(modules.container, prompted)))
    expect(lookups()).toHaveLength(before + 1)
    expect(await event(event_id)).toMatchObject({ status: "processed", attempts: 1 })
  })

  it("causes no lookup when it was processed before", async () => {
    const row = await payIns.linked()
    const event_id = await told(row, "PENDING")
    await work(event_id)
    const before = lookups().length
    await answerPrompt(modules.container, { transaction_id: row.id, event_id })
    expect(lookups()).toHaveLength(before)
  })

  it("opens an anomaly and is marked processed when the lookup answers for another payment", async () => {
    const row = await payIns.linked()
    sandbox.settle(row.reference, { status: "APPROVED", notify: false })
    proxy.lie((answer) => ({ ...answer, ticket: "another-ticket-1" }))
    const id = await told(row, "APPROVED")
    await work(id)
    expect(await event(id)).toMatchObject({ status: "processed" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "pending" })
    expect(await anomalies()).toMatchObject([
      {
        ...{ kind: "unknown_status", transaction_id: row.id },
        facts: {
          ...{ reason: "other_ticket", said: "APPROVED" },
          answered_for: { reference: row.reference, ticket: "another-ticket-1" },
        },
      },
    ])
  })

  it("is retried when the lookup answers for another payment and its own payment is final", async () => {
    const row = await payIns.linked()
    await payIns.said(row, { status: "expired", service_status: "EXPIRED", amount: null })
    proxy.lie((answer) => ({ ...answer, ticket: "another-ticket-1" }))
    const id = await told(row, "APPROVED")
    await work(id)
    expect(await event(id)).toMatchObject({ status: "received" })
  })

  it("stores the card that it names on its payment", async () => {
    const row = await payIns.linked()
    const top_card = { brand: "VISA", type: "CREDIT", last_four: "1111" }
    const notice = noticeTo({
      ...{ reference: row.reference, transaction_id: row.id, type: "PENDING" },
      payload: { top_card },
    })
    await work(there((await modules.inbox.events.store(notice)).id))
    expect(await payIns.find(row.id)).toMatchObject({ card: top_card })
  })

  describe("a lookup request without a notification", () => {
    it("looks up a payment that is not final", async () => {
      const row = await payIns.linked()
      sandbox.settle(row.reference, { status: "REJECTED", notify: false })
      await answerPrompt(modules.container, { transaction_id: row.id, event_id: null })
      expect(await payIns.find(row.id)).toMatchObject({ status: "rejected" })
    })

    it("does not look up a final payment", async () => {
      const row = await payIns.linked()
      await payIns.said(row, { status: "rejected", service_status: "REJECTED", amount: null })
      const before = lookups().length
      await answerPrompt(modules.container, { transaction_id: row.id, event_id: null })
      expect(lookups()).toHaveLength(before)
    })

    it("logs a warning instead of failing when the lookup is unclear", async () => {
      const row = await payIns.linked()
      sandbox.injectFault({ operation: "lookup", kind: "malformed", times: "always" })
      await answerPrompt(modules.container, { transaction_id: row.id, event_id: null })
      expect(await payIns.find(row.id)).toEqual(row)
      expect(modules.log.lines).toContainEqual({
        level: "warn",
        message: expect.stringContaining("prompted lookup failed"),
      })
    })
  })
})
