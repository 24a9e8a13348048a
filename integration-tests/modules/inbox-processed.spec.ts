import {
  INBOX_BACKOFF_SECONDS,
  INBOX_MAX_ATTEMPTS,
  LEASE_SECONDS,
} from "../../src/domain/time/schedule"
import type { Transaction } from "../../src/modules/ledger/rows"
import { answerLookupRequest, processEvent } from "../../src/workflows/settle/notification"
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

  describe("about a payment that no row has", () => {
    /** A payment of the service whose row is gone, and a notification about it. */
    async function stranger(type: string, payload: Record<string, unknown> = {}) {
      const row = await payIns.linked()
      const { reference } = row
      const [kept]: Record<string, unknown>[] = await modules
        .pg("payin_transaction")
        .where({ id: row.id })
        .returning("*")
        .delete()
      const raw = Buffer.from(`${reference} ${type}`)
      const notice = noticeTo({ reference, transaction_id: null, type, raw, payload })
      const event_id = there((await modules.inbox.events.store(notice)).id)
      return { row, kept, notice, event_id }
    }

    const comesBack = async (kept: Record<string, unknown>) =>
      modules.pg("payin_transaction").insert(kept)

    it("is asked about until the service agrees with it", async () => {
      const { row, event_id } = await stranger("APPROVED")
      await work(event_id)
      expect(await event(event_id)).toMatchObject({
        ...{ status: "received", last_error: expect.stringContaining("says APPROVED") },
      })
      sandbox.settle(row.reference, { status: "APPROVED", notify: false })
      await work(event_id)
      expect(await event(event_id)).toMatchObject({ status: "processed" })
      expect(await anomalies()).toMatchObject([{ subject: row.reference }])
    })

    it("is asked about by its ticket too where the service does not know the reference", async () => {
      const { row, event_id } = await stranger("APPROVED", { top_ticket: "t-of-the-service" })
      const { reference } = row
      sandbox.settle(reference, { status: "APPROVED", notify: false })
      const lookup = jest.spyOn(modules.gateway.transactions, "lookup")
      const known = await modules.gateway.transactions.lookup("co", reference)
      lookup.mockImplementation(async (_account, name) =>
        name === "t-of-the-service" ? known : { kind: "not_known" }
      )
      await work(event_id)
      lookup.mockRestore()
      expect(await anomalies()).toMatchObject([{ subject: reference, account: "co" }])
    })

    it("is asked about at each account whose token fits, also when one does not answer", async () => {
      const { row, event_id } = await stranger("APPROVED", { accounts: ["pe", "co"] })
      sandbox.settle(row.reference, { status: "APPROVED", notify: false })
      const { transactions } = modules.gateway
      const ask = transactions.lookup.bind(transactions)
      const lookup = jest.spyOn(transactions, "lookup")
      lookup.mockImplementation(async (account, ...asked) => {
        if (account === "pe") {
          throw new Error("it does not answer")
        }
        return ask(account, ...asked)
      })
      await work(event_id)
      lookup.mockRestore()
      expect(await event(event_id)).toMatchObject({ status: "processed" })
      expect(await anomalies()).toMatchObject([{ subject: row.reference, account: "co" }])
    })

    it("stays received when its worker dies between the answer and the anomaly, and is asked about again", async () => {
      const { row, event_id } = await stranger("APPROVED")
      sandbox.settle(row.reference, { status: "APPROVED", notify: false })
      const open = jest.spyOn(modules.ledger.anomalies, "open")
      const died = new Promise<void>((resolve) => {
        open.mockImplementationOnce(() => {
          resolve()
          return new Promise(() => undefined)
        })
      })
      void work(event_id)
      await died
      open.mockRestore()
      expect(await event(event_id)).toMatchObject({ status: "received" })
      expect(await modules.inbox.events.claimDue(1)).toEqual([])
      await modules.advance(LEASE_SECONDS + 1)
      for (const due of await modules.inbox.events.claimDue(1)) {
        await processEvent(modules.container, due)
      }
      expect(await event(event_id)).toMatchObject({ status: "processed", attempts: 2 })
      expect(await anomalies()).toMatchObject([{ subject: row.reference }])
    })

    it("moves the row that appears after it, and nobody is asked whose it is", async () => {
      const { row, kept, event_id } = await stranger("APPROVED")
      sandbox.settle(row.reference, { status: "APPROVED", notify: false })
      await comesBack(kept)
      await work(event_id)
      expect(await event(event_id)).toMatchObject({
        ...{ status: "processed", transaction_id: row.id },
      })
      expect(await payIns.find(row.id)).toMatchObject({ status: "approved" })
      expect((await anomalies()).filter(({ kind }) => kind === "webhook_unmatched")).toEqual([])
    })

    it("is processed again as news of the row that appears after it", async () => {
      const { row, kept, notice, event_id } = await stranger("PENDING")
      await work(event_id)
      expect(await event(event_id)).toMatchObject({ status: "processed", transaction_id: null })
      await comesBack(kept)
      const again = await modules.inbox.events.store({ ...notice, transaction_id: row.id })
      expect(again).toEqual({ id: event_id, fresh: true })
      expect(await event(event_id)).toMatchObject({ status: "received", transaction_id: row.id })
      const copy = await modules.inbox.events.store({ ...notice, transaction_id: row.id })
      expect(copy.fresh).toBe(false)
    })
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
    const requested = { transaction_id: row.id, event_id }
    await Promise.all([1, 2, 3, 4].map(() => answerLookupRequest(modules.container, requested)))
    expect(lookups()).toHaveLength(before + 1)
    expect(await event(event_id)).toMatchObject({ status: "processed", attempts: 1 })
  })

  it("causes no lookup when it was processed before", async () => {
    const row = await payIns.linked()
    const event_id = await told(row, "PENDING")
    await work(event_id)
    const before = lookups().length
    await answerLookupRequest(modules.container, { transaction_id: row.id, event_id })
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
      await answerLookupRequest(modules.container, { transaction_id: row.id, event_id: null })
      expect(await payIns.find(row.id)).toMatchObject({ status: "rejected" })
    })

    it("does not look up a final payment", async () => {
      const row = await payIns.linked()
      await payIns.said(row, { status: "rejected", service_status: "REJECTED", amount: null })
      const before = lookups().length
      await answerLookupRequest(modules.container, { transaction_id: row.id, event_id: null })
      expect(lookups()).toHaveLength(before)
    })

    it("logs a warning instead of failing when the lookup is unclear", async () => {
      const row = await payIns.linked()
      sandbox.injectFault({ operation: "lookup", kind: "malformed", times: "always" })
      await answerLookupRequest(modules.container, { transaction_id: row.id, event_id: null })
      expect(await payIns.find(row.id)).toEqual(row)
      expect(modules.log.lines).toContainEqual({
        level: "warn",
        message: expect.stringContaining("requested lookup failed"),
      })
    })
  })
})
