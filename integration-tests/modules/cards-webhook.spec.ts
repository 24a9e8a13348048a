import { CARD_CALL_SECONDS, LEASE_SECONDS } from "../../src/domain/time/schedule"
import { signTestWebhook, type TestWebhook } from "../../src/domain/notification/test-webhook"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import { captureOnCard } from "../../src/settlement/card-capture"
import { holdOnCard } from "../../src/settlement/card-hold"
import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { sweepCards } from "../../src/workflows/card/sweep"
import { processWebhook } from "../../src/workflows/card/webhook"
import { whyDoubted } from "../../src/workflows/renew/contradicted"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { openPeriod, plainSubscription, preparedHold } from "../support/modules/subscriptions"
import { storeBody, webhookOf, workWebhook } from "../support/modules/webhooks"

withModules("a card webhook that is processed", {}, (modules) => {
  const till = new CardTill(modules)
  const moves = () => modules.subscriptions.cardMoves
  const subscriptions = () => modules.subscriptions.subscriptions
  const open = async () => modules.pg("payin_anomaly").where({ status: "open" })

  const stored = async (body: string) => there(await storeBody(modules, body))
  const store = (webhook: TestWebhook) => stored(bodyOf(webhook))
  const bodyOf = (webhook: TestWebhook) => signTestWebhook(webhook, { secret: "any" }).body
  const work = (id: string) => workWebhook(modules, id)

  async function tell(webhook: TestWebhook) {
    const id = await store(webhook)
    await work(id)
    return there(await modules.inbox.lists.event(id))
  }

  async function held(): Promise<CardTransaction> {
    const { id } = await till.chosen()
    const facts = { transaction_id: `held-${id}` }
    await moves().move(id, { to: "authorized", cause: "answered", facts })
    return till.row(id)
  }

  it("moves the payment that it names and is marked processed", async () => {
    const row = await till.takenUnanswered()
    expect(await tell(webhookOf("transaction.captured", row))).toMatchObject({
      status: "processed",
    })
    expect(await till.row(row.id)).toMatchObject({ status: "captured", captured_amount: "60000" })
  })

  it("is marked processed when Medusa cannot be updated, which is retried on its own schedule", async () => {
    const row = await till.takenUnanswered()
    expect(await tell(webhookOf("transaction.captured", row))).toMatchObject({
      ...{ status: "processed", last_error: null },
    })
    const { apply_after, apply_error, apply_attempts } = await till.row(row.id)
    expect(apply_error).toEqual(expect.any(String))
    expect(apply_after).not.toBeNull()
    expect(apply_attempts).toBe(1)
  })

  it("saves the card of a signed-in shopper whose hold it reports", async () => {
    const { id, card_id } = await till.chosen({ customer_id: "cus_1" })
    await modules.subscriptions.cards.made(card_id, "sub_1")
    await moves().move(id, { to: "unknown", cause: "unclear" })
    await tell(webhookOf("transaction.authorized", await till.row(id)))
    expect(await modules.subscriptions.cards.savedOf("cus_1", "co")).toMatchObject([
      { id: card_id },
    ])
  })

  it("closes the anomaly about an unknown hold that it reports", async () => {
    const { id } = await till.chosen()
    await moves().move(id, { to: "unknown", cause: "unclear" })
    await new CardAnomalies(modules.ledger).unknown(await till.row(id))
    expect(await open()).toMatchObject([{ kind: "card_unknown" }])
    await tell(webhookOf("transaction.authorized", await till.row(id)))
    expect(await open()).toEqual([])
  })

  it("requeues the renewal whose hold it reports", async () => {
    const { subscription, cycle } = await openPeriod(modules)
    const { renewalHolds } = modules.subscriptions
    const hold = there(await renewalHolds.prepare(cycle, subscription, preparedHold()))
    await moves().move(hold.id, { to: "unknown", cause: "unclear" })
    await subscriptions().dueAgain(subscription, 86_400)
    await tell(webhookOf("transaction.authorized", await till.row(hold.id)))
    expect(await subscriptions().claimDue(5)).toEqual([subscription.id])
  })

  it("completes the follow-up of a payment that a process moved before it died", async () => {
    const { id, card_id } = await till.chosen({ customer_id: "cus_1" })
    await modules.subscriptions.cards.made(card_id, "sub_1")
    await moves().move(id, { to: "unknown", cause: "unclear" })
    await new CardAnomalies(modules.ledger).unknown(await till.row(id))
    await moves().move(id, { to: "authorized", cause: "webhook" })
    await tell(webhookOf("transaction.authorized", await till.row(id)))
    expect(await modules.subscriptions.cards.savedOf("cus_1", "co")).toHaveLength(1)
    expect(await open()).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ["more than was held", { amount: "60000.01" }, "amount_mismatch"],
    ["another currency", { currency: "USD" }, "currency_mismatch"],
    [
      "another hold",
      { linked_transaction_id: "held-of-another", transaction_type: "COMPLETION_TRANSACTION" },
      "status_changed_after_final",
    ],
  ])("opens an anomaly about %s and moves nothing", async (_what, change, kind) => {
    const row = await held()
    expect(await tell(webhookOf("transaction.captured", row, change))).toMatchObject({
      status: "processed",
    })
    expect(await open()).toMatchObject([
      { kind, subject: row.id, facts: { reference: row.reference, said: "transaction.captured" } },
    ])
    expect(await till.row(row.id)).toEqual(row)
  })

  it.each([
    ["a capture that nobody asked for", "transaction.captured", () => held(), "authorized"],
    ["a capture of a card never asked", "transaction.captured", () => till.chosen(), "creating"],
    ["a hold of a card never asked", "transaction.authorized", () => till.chosen(), "creating"],
  ] as const)("asks a person about %s and moves nothing", async (_what, said, made, status) => {
    const row = await made()
    expect(await tell(webhookOf(said, row))).toMatchObject({ status: "processed" })
    await tell({ ...webhookOf(said, row), idempotency_key: "again" })
    expect(await open()).toMatchObject([
      {
        ...{ kind: "status_changed_after_final", subject: row.id },
        facts: { reference: row.reference, said, status, shown: { amount: "60000" } },
      },
    ])
    expect(await till.row(row.id)).toEqual(row)
  })

  it("waits while the card is being asked, and cannot make a declined card count as held", async () => {
    const chosen = await till.chosen({ token: "tok_test_declined" })
    const event = await store(webhookOf("transaction.authorized", chosen))
    modules.proxy.meet(async (path) => {
      if (path.endsWith("/authorize")) {
        await work(event)
        expect(await modules.inbox.lists.event(event)).toMatchObject({
          ...{ status: "received", last_error: expect.stringContaining("is being asked") },
        })
      }
    })
    await holdOnCard(till.deps, chosen)
    await work(event)
    expect(await till.row(chosen.id)).toMatchObject({ status: "declined" })
    expect(await open()).toMatchObject([
      { kind: "status_changed_after_final", facts: { said: "transaction.authorized" } },
    ])
  })

  it("waits while the capture is being asked for, and cannot make a refused one count as done", async () => {
    const { id, amount } = await till.held()
    const event = await store(webhookOf("transaction.captured", await till.row(id)))
    const met: string[] = []
    modules.proxy.meet(async (path, response) => {
      if (path.endsWith("/capture")) {
        await work(event)
        met.push((await till.row(id)).status)
        response.status(422).json({ code: "INVALID_STATE", status: false, message: "no" })
      }
    })
    expect(await captureOnCard(till.deps, id, amount)).toMatchObject({ outcome: "refused" })
    await work(event)
    expect(met).toEqual(["capturing"])
    expect(await till.row(id)).toMatchObject({ status: "authorized", captured_amount: null })
    expect(await open()).toMatchObject([
      { kind: "status_changed_after_final", facts: { said: "transaction.captured" } },
    ])
  })

  it("decides about a call whose process died, once the call counts as unanswered", async () => {
    const row = await till.asked()
    const event = await store(webhookOf("transaction.authorized", row))
    await work(event)
    expect(await till.row(row.id)).toEqual(row)
    await modules.advance(CARD_CALL_SECONDS + 1)
    await sweepCards(modules.container)
    await work(event)
    expect(await till.row(row.id)).toMatchObject({ status: "authorized", status_cause: "webhook" })
    expect(await open()).toEqual([])
  })

  it.each<[string, () => Promise<CardTransaction>, string]>([
    ["a card that was never asked", () => till.chosen(), "creating"],
    ["a capture that was never asked", held, "authorized"],
  ])(
    "is no move but one anomaly, about %s, also when its worker dies between the two",
    async (_, made, status) => {
      const row = await made()
      const event = await store(webhookOf("transaction.captured", row))
      const report = jest.spyOn(modules.ledger.anomalies, "open")
      const died = new Promise<void>((resolve) => {
        report.mockImplementationOnce(() => {
          resolve()
          return new Promise(() => undefined)
        })
      })
      void work(event)
      await died
      report.mockRestore()
      expect(await open()).toEqual([])
      expect(await modules.inbox.lists.event(event)).toMatchObject({ status: "received" })
      expect(await till.row(row.id)).toEqual(row)

      await modules.advance(LEASE_SECONDS + 1)
      for (const due of await modules.inbox.events.claimDue(5)) {
        await processWebhook(modules.container, due)
      }
      expect(await open()).toMatchObject([
        { kind: "status_changed_after_final", facts: { said: "transaction.captured", status } },
      ])
      expect(await modules.inbox.lists.event(event)).toMatchObject({ status: "processed" })
      expect(await till.row(row.id)).toEqual(row)
    }
  )

  it("keeps a card that nobody asked from being asked until a person decided", async () => {
    const row = await till.chosen()
    await tell(webhookOf("transaction.captured", row))
    expect(await holdOnCard(till.deps, row)).toMatchObject({
      ...{ outcome: "later", transaction: { status: "creating", sent_at: null } },
    })
    expect(modules.sandbox.cards.authorizations()).toEqual([])
    await modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })
    expect(await holdOnCard(till.deps, row)).toMatchObject({
      ...{ outcome: "answered", transaction: { status: "authorized" } },
    })
  })

  it("opens an anomaly about the refusal of an authorized hold and moves nothing", async () => {
    const row = await held()
    const { transaction_id } = row
    expect(await tell(webhookOf("transaction.declined", row, { transaction_id }))).toMatchObject({
      status: "processed",
    })
    expect(await open()).toMatchObject([
      {
        kind: "status_changed_after_final",
        facts: { said: "transaction.declined", status: "authorized" },
      },
    ])
    expect(await till.row(row.id)).toEqual(row)
  })

  it("opens an anomaly about an undocumented status and moves nothing", async () => {
    const row = await held()
    const change = { transaction_status: "PENDING" }
    expect(await tell(webhookOf("transaction.captured", row, change))).toMatchObject({
      status: "processed",
    })
    expect(await open()).toMatchObject([
      {
        kind: "unknown_status",
        facts: {
          ...{ reference: row.reference, said: "transaction.captured" },
          arrived: { amount: "60000" },
        },
      },
    ])
    expect(await till.row(row.id)).toEqual(row)
  })

  describe("about reversed money", () => {
    const gone = (row: CardTransaction) =>
      webhookOf("transaction.declined", row, {
        ...{ transaction_id: row.capture_transaction_id, transaction_status: "REVERSED" },
        ...{ transaction_type: "COMPLETION_TRANSACTION", reference_id: null },
      })

    async function taken(change: { order_id?: string } = {}): Promise<CardTransaction> {
      const { id } = await till.takenUnanswered(change)
      await moves().move(id, {
        ...{ to: "captured", cause: "webhook" },
        facts: { capture_transaction_id: `taken-${id}` },
        values: { captured_amount: (await till.row(id)).amount },
      })
      return till.row(id)
    }

    it("opens an anomaly and leaves the payment unchanged", async () => {
      const row = await taken()
      await tell(gone(row))
      expect(await open()).toMatchObject([
        {
          kind: "status_changed_after_final",
          facts: { said: "transaction.declined", status: "captured" },
        },
      ])
      expect(await till.row(row.id)).toEqual(row)
    })

    it("holds the renewals of the subscription that the money paid for and of no other, until it is closed", async () => {
      const row = await taken({ order_id: "order_1" })
      const own = await plainSubscription(modules, { order_id: "order_1" })
      const other = await plainSubscription(modules, { order_id: "order_2" })
      await tell(gone(row))
      expect(await subscriptions().find(own.id)).toMatchObject({ status: "active" })
      expect(await whyDoubted(modules.container, own)).toContain(row.reference)
      expect(await whyDoubted(modules.container, other)).toBeNull()
      await modules.ledger.anomalies.closeAbout(row.id, ["status_changed_after_final"], "closed")
      expect(await whyDoubted(modules.container, own)).toBeNull()
    })
  })

  describe("about a card", () => {
    const ended = (event: TestWebhook["event"], subscription_id: string): TestWebhook => ({
      event,
      data: { subscription: { subscription_id } },
    })

    it.each([
      ["subscription.expired", "expired"],
      ["subscription.cancelled", "canceled"],
    ] as const)("ends the card and its subscriptions: %s", async (event, status) => {
      const { id: card_id, subscription_id } = await till.kept()
      const { id } = await plainSubscription(modules, { card_id })
      const told = ended(event, there(subscription_id))
      expect(await tell(told)).toMatchObject({ status: "processed" })
      await tell({ ...told, idempotency_key: "again" })
      expect(await till.card(card_id)).toMatchObject({ status })
      expect(await subscriptions().find(id)).toMatchObject({ status, canceled_by: null })
      expect(modules.bus.of("payin.subscription_canceled")).toHaveLength(1)
    })

    it("changes nothing when the card was created", async () => {
      const { id, subscription_id } = await till.kept()
      const told = ended("subscription.created", there(subscription_id))
      expect(await tell(told)).toMatchObject({ status: "processed" })
      expect(await till.card(id)).toMatchObject({ status: "active" })
    })

    it("is retried when the card is not known yet", async () => {
      expect(await tell(ended("subscription.expired", "sub_strange"))).toMatchObject({
        ...{ status: "received", last_error: expect.stringContaining("looked at again") },
      })
    })
  })

  it("is tried six times while it names no known payment and is ignored then", async () => {
    const strange = { ...(await unsaved()), reference: "order-17" }
    const id = await store(webhookOf("transaction.captured", strange))
    for (let look = 1; look < 6; look++) {
      await work(id)
      expect(await modules.inbox.lists.event(id)).toMatchObject({ status: "received" })
    }
    await work(id)
    expect(await modules.inbox.lists.event(id)).toMatchObject({
      ...{ status: "ignored", status_reason: "names no card payment of this store" },
    })
    expect(await open()).toEqual([])
  })

  it("asks a person, once, about an unknown payment under a reference of our form", async () => {
    const row = await unsaved()
    const tellSixTimes = async (webhook: TestWebhook) => {
      const id = await store(webhook)
      for (let look = 1; look <= 6; look++) {
        await work(id)
      }
      return modules.inbox.lists.event(id)
    }
    const captured = webhookOf("transaction.captured", row)
    expect(await tellSixTimes(captured)).toMatchObject({ status: "processed" })
    await tellSixTimes(webhookOf("transaction.authorized", row))
    await tellSixTimes({ ...captured, idempotency_key: "again" })
    expect(await open()).toMatchObject([
      {
        ...{ kind: "webhook_unmatched", subject: row.reference, account: "co" },
        facts: {
          ...{ reference: row.reference, said: "transaction.captured" },
          ...{ arrived: { amount: "60000" }, shown: { amount: "60000", currency: "COP" } },
        },
      },
    ])
  })

  it("moves a payment whose transaction id became known after the webhook came", async () => {
    const { id } = await till.chosen()
    const row = { ...(await till.row(id)), transaction_id: "held-late" }
    const webhook = webhookOf("transaction.authorized", row, { reference_id: undefined })
    const event = await store(webhook)
    await work(event)
    await moves().move(id, { to: "unknown", cause: "unclear" })
    await modules.pg("payin_card_transaction").where({ id }).update({ transaction_id: "held-late" })
    await work(event)
    expect(await modules.inbox.lists.event(event)).toMatchObject({ status: "processed" })
    expect(await till.row(id)).toMatchObject({ status: "authorized" })
  })

  it.each<[string, TestWebhook, string]>([
    ["names no transaction", { event: "transaction.captured", data: {} }, "names no transaction"],
  ])("is ignored when it %s", async (_what, webhook, reason) => {
    expect(await tell(webhook)).toMatchObject({
      ...{ status: "ignored", status_reason: expect.stringContaining(reason) },
    })
  })

  it.each<[TestWebhook["event"], Record<string, unknown>]>([
    ["transaction.declined", { transaction_status: "APPROVED" }],
    ["transaction.captured", { transaction_status: "DECLINED" }],
    ["transaction.authorized", { transaction_type: "COMPLETION_TRANSACTION" }],
  ])("asks a person when its event %s contradicts its own data %j", async (event, change) => {
    const row = await till.taken()
    expect(await tell(webhookOf(event, row, change))).toMatchObject({ status: "processed" })
    const reason = expect.stringContaining("its own data says otherwise")
    expect(await open()).toMatchObject([{ kind: "unknown_status", facts: { reason } }])
    expect(await till.row(row.id)).toMatchObject({ status: "captured" })
  })

  it("asks nobody while the capture that it may be about is under way", async () => {
    const { id, amount } = await till.held()
    const change = { transaction_type: "COMPLETION_TRANSACTION" }
    const event = await store(webhookOf("transaction.authorized", await till.row(id), change))
    const met: unknown[] = []
    modules.proxy.meet(async (path) => {
      if (path.endsWith("/capture")) {
        await work(event)
        met.push(await modules.inbox.lists.event(event), await open())
      }
    })
    expect(await captureOnCard(till.deps, id, amount)).toMatchObject({ outcome: "captured" })
    expect(met).toMatchObject([
      { status: "received", last_error: expect.stringContaining("is being asked") },
      [],
    ])
  })

  it("asks nobody when it calls the capture that is booked a hold", async () => {
    const row = await till.taken()
    const { capture_transaction_id: transaction_id } = row
    const change = { transaction_type: "COMPLETION_TRANSACTION", transaction_id }
    expect(await tell(webhookOf("transaction.authorized", row, change))).toMatchObject({
      status: "processed",
    })
    expect(await open()).toEqual([])
  })

  it("is ignored when its event is not documented", async () => {
    const id = await stored(JSON.stringify({ event: "transaction.refunded", data: null }))
    await work(id)
    expect(await modules.inbox.lists.event(id)).toMatchObject({
      ...{ status: "ignored", status_reason: "an event that is not documented" },
    })
    expect(await open()).toEqual([])
  })

  it.each<[string, (genuine: Record<string, unknown>) => object]>([
    ["says nothing", ({ event, timestamp }) => ({ event, timestamp, data: {} })],
    [
      "is about another payment",
      (genuine) => ({ ...genuine, data: { transaction: { reference_id: "crd_other" } } }),
    ],
    [
      "says the same of an earlier time",
      (genuine) => ({ ...genuine, timestamp: "2020-01-01T00:00:00Z" }),
    ],
  ])("is processed although another one that %s came first under its key", async (_what, forge) => {
    const row = await till.takenUnanswered()
    const genuine = bodyOf(webhookOf("transaction.captured", row, { amount: "60000.00" }))
    const { idempotency_key, ...body } = JSON.parse(genuine)
    const forged = JSON.stringify({ ...forge(body), idempotency_key })
    await work(await stored(forged))

    await work(await stored(genuine))

    expect(await till.row(row.id)).toMatchObject({ status: "captured", captured_amount: "60000" })
    expect(await storeBody(modules, genuine)).toBeNull()
    expect(await storeBody(modules, forged)).toBeNull()
  })

  it("moves nothing and is for a person when it names two payments", async () => {
    const [one, other] = [await held(), await held()]
    const change = { linked_transaction_id: other.transaction_id }
    expect(await tell(webhookOf("transaction.captured", one, change))).toMatchObject({
      status: "processed",
    })
    expect(await open()).toMatchObject([
      {
        kind: "webhook_unmatched",
        facts: {
          ...{ reference: one.reference, reason: expect.stringContaining("two card payments") },
          shown: { linked_transaction_id: other.transaction_id },
        },
      },
    ])
    expect([await till.row(one.id), await till.row(other.id)]).toEqual([one, other])
  })

  it.each([
    ["a capture of ours", (row: CardTransaction) => row.capture_transaction_id],
    ["a hold of ours", (row: CardTransaction) => row.transaction_id],
  ])("of no documented type is for a person when only its link names %s", async (_what, named) => {
    const row = await till.taken()
    const body = JSON.stringify({
      event: "transaction.chargeback",
      timestamp: new Date().toISOString(),
      data: {
        transaction: {
          ...{ transaction_id: "dispute-1", linked_transaction_id: named(row) },
          ...{ transaction_type: "CHARGEBACK_TRANSACTION", amount: "60000.00", currency: "COP" },
        },
      },
    })
    await work(await stored(body))
    expect(await open()).toMatchObject([
      {
        kind: "unknown_status",
        facts: { reference: row.reference, said: "transaction.chargeback" },
      },
    ])
    expect(await till.row(row.id)).toEqual(row)
  })

  /** A payment that is in no table of ours. */
  async function unsaved(): Promise<CardTransaction> {
    const row = await till.chosen()
    await modules.pg("payin_card_transaction").del()
    return row
  }
})
