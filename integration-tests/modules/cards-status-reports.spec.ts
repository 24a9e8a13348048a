import { claimOf, parseCardWebhook } from "../../src/domain/card/event"
import type { TransactionClaim } from "../../src/domain/card/webhook-match"
import { majorAmount } from "../../src/domain/money/amount"
import { signTestWebhook, type TestWebhook } from "../../src/domain/notification/test-webhook"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { together } from "../support/modules/together"
import { webhookOf } from "../support/modules/webhooks"

withModules("a status report about a card payment", {}, (modules) => {
  const till = new CardTill(modules)
  const moves = () => modules.subscriptions.cardMoves
  const record = (
    event: TestWebhook["event"],
    row: CardTransaction,
    change = {},
    at = new Date()
  ) =>
    modules.subscriptions.cardStatusReports.record("co", claim(webhookOf(event, row, change)), at)

  async function held(): Promise<CardTransaction> {
    const { id } = await till.chosen()
    const facts = { transaction_id: `held-${id}` }
    await moves().move(id, { to: "authorized", cause: "answered", facts })
    return till.row(id)
  }

  it("moves the payment that it names and makes it due at once", async () => {
    const { id } = await till.chosen()
    await moves().move(id, { to: "unknown", cause: "unclear" })
    const { outcome } = await record("transaction.authorized", await till.row(id))
    const row = await till.row(id)
    expect(outcome).toBe("moved")
    expect(row).toMatchObject({
      ...{ status: "authorized", status_cause: "webhook", transaction_id: `held-${row.reference}` },
      apply_after: row.status_changed_at,
    })
  })

  it.each([
    ["the hold", "transaction.authorized", () => till.asked()],
    ["the hold", "transaction.declined", () => till.asked()],
    ["the capture", "transaction.captured", () => till.beingTaken()],
  ] as const)("changes nothing while %s is being asked for: %s", async (_what, event, made) => {
    const row = await made()
    expect(await record(event, row)).toMatchObject({ outcome: "early", transaction: row })
    expect(await till.row(row.id)).toEqual(row)
  })

  it("moves the payment once when it comes four times at the same moment", async () => {
    const row = await till.takenUnanswered()
    const heard = await Promise.all([1, 2, 3, 4].map(() => record("transaction.captured", row)))
    expect(heard.map(({ outcome }) => outcome).sort()).toEqual(["moved", "same", "same", "same"])
    expect(await till.row(row.id)).toMatchObject({
      ...{ status: "captured", captured_amount: majorAmount("60000") },
    })
  })

  it("counts as a repeat when another copy is moving the payment at that moment", async () => {
    const row = await till.takenUnanswered()
    const moving = { table: "payin_card_transaction", event: "update" } as const
    const heard = await together(modules.pg, moving, () => record("transaction.captured", row))
    expect(heard.map(({ outcome }) => outcome).sort()).toEqual(["moved", "same"])
  })

  it.each([
    ["a capture that nobody asked for", "transaction.captured", () => held()],
    ["a hold that nobody asked for", "transaction.authorized", () => till.chosen()],
    ["a refusal of a card that nobody asked", "transaction.declined", () => till.chosen()],
  ] as const)("changes nothing when it reports %s", async (_what, event, made) => {
    const row = await made()
    expect(await record(event, row)).toMatchObject({ outcome: "unasked", transaction: row })
    expect(await till.row(row.id)).toEqual(row)
  })

  it("finds the payment by the transaction id of the hold", async () => {
    const row = await till.takenUnanswered()
    const change = { reference_id: undefined, linked_transaction_id: row.transaction_id }
    expect(await record("transaction.captured", row, change)).toMatchObject({ outcome: "moved" })
  })

  it("finds the payment by the transaction id of the capture", async () => {
    const row = await till.takenUnanswered()
    await record("transaction.captured", row)
    const change = { reference_id: undefined }
    expect(await record("transaction.captured", row, change)).toMatchObject({ outcome: "same" })
  })

  it("is unmatched when it names no payment or a payment of another account", async () => {
    const row = await held()
    const change = { reference_id: "crd_nobodys", transaction_id: "nobodys" }
    expect(await record("transaction.captured", row, change)).toEqual({
      ...{ outcome: "nobodys", names: 0 },
    })
    const { cardStatusReports } = modules.subscriptions
    const own = claim(webhookOf("transaction.captured", row))
    expect(await cardStatusReports.record("pe", own, null)).toEqual({
      outcome: "nobodys",
      names: 0,
    })
    expect(await till.row(row.id)).toMatchObject({ status: "authorized" })
  })

  it("is unmatched when it names two payments", async () => {
    const [one, other] = [await held(), await held()]
    const change = { linked_transaction_id: other.transaction_id }
    expect(await record("transaction.captured", one, change)).toEqual({
      ...{ outcome: "nobodys", names: 2 },
    })
  })

  it.each([
    ["more than was held", { amount: "60000.01" }, "amount"],
    ["another currency", { currency: "USD" }, "currency"],
  ])("changes nothing when it reports %s", async (_what, change, difference) => {
    const row = await held()
    expect(await record("transaction.captured", row, change)).toMatchObject({
      ...{ outcome: "differs", in: [difference] },
    })
    expect(await till.row(row.id)).toEqual(row)
  })

  it("changes nothing when it names another card", async () => {
    const row = await held()
    await modules.subscriptions.cards.made(row.card_id, "sub_own")
    const { cardStatusReports } = modules.subscriptions
    const other = { ...claim(webhookOf("transaction.captured", row)), subscription_id: "sub_other" }
    expect(await cardStatusReports.record("co", other, null)).toMatchObject({
      ...{ outcome: "differs", in: ["subscription_id"] },
    })
    expect(await till.row(row.id)).toMatchObject({ status: "authorized" })
  })

  it("changes nothing when it contradicts the status of the payment", async () => {
    const row = await held()
    const { transaction_id } = row
    expect(await record("transaction.declined", row, { transaction_id })).toMatchObject({
      ...{ outcome: "contradiction", transaction: { status: "authorized" } },
    })
    expect(await till.row(row.id)).toEqual(row)
  })

  it("changes nothing when it comes after a later status", async () => {
    const row = await till.takenUnanswered()
    await record("transaction.captured", row)
    const captured = await till.row(row.id)
    expect(await record("transaction.authorized", row)).toMatchObject({ outcome: "same" })
    expect(await till.row(row.id)).toEqual(captured)
  })

  it("adds the transaction id of the hold to a payment that was captured before", async () => {
    const { id } = await till.chosen()
    await moves().move(id, { to: "unknown", cause: "unclear" })
    await moves().move(id, { to: "captured", cause: "operator" })
    const row = await till.row(id)
    expect(row).toMatchObject({ status: "captured", transaction_id: null })
    await record("transaction.authorized", row)
    expect(await till.row(id)).toMatchObject({
      ...{ status: "captured", transaction_id: `held-${row.reference}` },
    })
  })

  it("ends the capture that it refuses, and no later one", async () => {
    const row = await held()
    const refusal = { transaction_id: "refused-1", transaction_type: "COMPLETION_TRANSACTION" }
    const claimed = { to: "capturing", cause: "claimed" } as const
    const unclear = { to: "capture_unknown", cause: "unclear" } as const
    await moves().move(row.id, claimed)
    await moves().move(row.id, unclear)
    await record("transaction.declined", row, refusal)
    expect(await till.row(row.id)).toMatchObject({
      ...{ status: "authorized", refused_captures: ["refused-1"] },
    })
    await moves().move(row.id, claimed)
    await moves().move(row.id, unclear)
    expect(await record("transaction.declined", row, refusal)).toMatchObject({ outcome: "late" })
    expect(await till.row(row.id)).toMatchObject({ status: "capture_unknown" })
  })
})

function claim(webhook: TestWebhook): TransactionClaim {
  const { body } = signTestWebhook(webhook, { secret: "any" })
  const read = claimOf(there(parseCardWebhook(Buffer.from(body))))
  if (read.about !== "transaction") {
    throw new Error(`the webhook is about ${read.about}`)
  }
  return read
}
