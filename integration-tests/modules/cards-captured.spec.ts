import { majorAmount, type MajorAmount } from "../../src/domain/money/amount"
import { actionsFor } from "../../src/domain/anomaly/resolution"
import { CARD_CALL_SECONDS } from "../../src/domain/time/schedule"
import { captureOnCard } from "../../src/settlement/card-capture"
import { anomaliesOf } from "../support/modules/anomalies"
import { keptCardRequests, sentCardRequests } from "../support/card-requests"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { hearWebhook, webhookOf } from "../support/modules/webhooks"
import { ONE_TRY } from "../support/shop-settings"

const CAPTURE = "/card/api/v1/subscription/card/capture"
const ALL = majorAmount("60000")
const PART = majorAmount("25000.5")

withModules("the capture of a hold", ONE_TRY.options ?? {}, (modules) => {
  const till = new CardTill(modules)
  const { proxy, sandbox } = modules
  const capture = (id: string, amount: MajorAmount = ALL) => captureOnCard(till.deps, id, amount)
  const captures = () => sandbox.cards.captures()

  it("stores its amount and its request row before the call reaches the service", async () => {
    const { id } = await till.held()
    const met: unknown[] = []
    proxy.meet(async () => {
      const { status, capture_amount } = await till.row(id)
      met.push({ status, capture_amount, request: (await keptCardRequests(modules)).at(-1) })
    })
    await capture(id, PART)
    const request = {
      ...{ id: sentCardRequests(modules).at(-1), call: "capture", account: "co" },
      card_transaction_id: id,
    }
    expect(met).toMatchObject([{ status: "capturing", capture_amount: PART, request }])
  })

  it("sends a part with its share of the tax and stores that part as the captured amount", async () => {
    const { id } = await till.held({ tax: majorAmount("9600") })
    const { transaction } = await capture(id, PART)
    expect(captures()).toMatchObject([{ amount: 25_000.5, tax: 4000.08 }])
    expect(transaction).toMatchObject({
      ...{ status: "captured", captured_amount: PART, release_after: null },
      capture_transaction_id: captures()[0].transaction_id,
    })
  })

  it("reaches the service once when four workers capture at the same moment", async () => {
    const { id } = await till.held()
    const asked = await Promise.all([1, 2, 3, 4].map(() => capture(id)))
    expect(captures()).toHaveLength(1)
    expect(asked.filter(({ outcome }) => outcome === "refused" || outcome === "later")).toEqual([])
    expect(await capture(id)).toMatchObject({ outcome: "captured" })
    expect(captures()).toHaveLength(1)
  })

  it("is unknown to another worker while its answer is awaited", async () => {
    const { id } = await till.held()
    const seen: unknown[] = []
    proxy.meet(async () => {
      proxy.tellTheTruth()
      seen.push(await capture(id))
    })
    expect(await capture(id)).toMatchObject({ outcome: "captured" })
    expect(seen).toMatchObject([{ outcome: "unknown", transaction: { status: "capturing" } }])
    expect(captures()).toHaveLength(1)
  })

  it("is refused for a hold that was captured already", async () => {
    const { id } = await till.taken()
    expect(await capture(id, PART)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("60000 of this payment was captured already"),
    })
    expect(captures()).toHaveLength(1)
  })

  it.each(["error_after", "reset_after", "unclear_after", "malformed", "page_after"] as const)(
    "stays unknown after an unclear answer (%s) and is never sent again",
    async (kind) => {
      const { id } = await till.held()
      const status = kind === "page_after" ? 404 : 500
      sandbox.injectFault({ operation: "card_capture", kind, status, times: "always" })
      const unknown = { outcome: "unknown", transaction: { status: "capture_unknown" } }
      expect(await capture(id)).toMatchObject(unknown)
      sandbox.clearFaults()
      expect(await capture(id)).toMatchObject(unknown)
      expect(captures()).toHaveLength(1)
    }
  )

  it("tells a person at once when the service answers another amount, who says what was captured", async () => {
    const { id } = await till.held()
    sandbox.injectFault({ operation: "card_capture", kind: "wrong_amount", times: 1 })
    expect(await capture(id)).toMatchObject({ outcome: "unknown" })
    const [anomaly] = await anomaliesOf(modules, "open")
    expect(anomaly).toMatchObject({
      kind: "amount_mismatch",
      facts: {
        ...{ card_transaction_id: id, said: "captured", asked: { amount: ALL } },
        reason: expect.stringContaining("amount"),
      },
    })
    expect(Object(anomaly.facts.shown)).not.toMatchObject({ amount: ALL })
    const { status } = await till.row(id)
    const { facts } = anomaly
    expect(actionsFor("amount_mismatch", null, { status, facts })).toEqual(["captured", "ignore"])
  })

  it("leaves the hold authorized with the reason after a refusal, and may be sent again", async () => {
    const { id } = await till.held({ token: "tok_test_capture_declined" })
    const { outcome, transaction } = await capture(id)
    expect(outcome).toBe("refused")
    expect(transaction).toMatchObject({
      ...{ status: "authorized", capture_amount: null, refusal_code: "PAYMENT_CAPTURE_FAILED" },
      refused_captures: [captures()[0].transaction_id],
    })
    sandbox.configure({ cards: { capture: "approve" } })
    expect(await capture(id)).toMatchObject({
      outcome: "captured",
      transaction: { refusal_code: null, refusal_message: null },
    })
  })

  it("leaves the hold authorized when the service refused the call with a rate limit", async () => {
    const { id } = await till.held()
    sandbox.injectFault({ operation: "card_capture", kind: "rate_limited", times: 1 })
    expect(await capture(id)).toMatchObject({
      outcome: "later",
      transaction: { status: "authorized", status_cause: "not_sent", refused_captures: [] },
    })
    await modules.advance(60)
    expect(await capture(id)).toMatchObject({ outcome: "captured" })
    expect(captures()).toHaveLength(1)
  })

  it("is refused without a call while a person decides about a capture that a webhook told", async () => {
    const row = await till.held()
    await hearWebhook(modules, webhookOf("transaction.captured", row))
    expect(await capture(row.id)).toMatchObject({ outcome: "refused" })
    expect(captures()).toEqual([])
    expect(await till.row(row.id)).toEqual(row)
    await modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })
    expect(await capture(row.id)).toMatchObject({ outcome: "captured" })
    expect(captures()).toHaveLength(1)
  })

  it("is refused without a call for more than was held", async () => {
    const { id } = await till.held()
    expect(await capture(id, majorAmount("60000.01"))).toMatchObject({
      outcome: "refused",
      transaction: { status: "authorized" },
    })
    expect(sandbox.requests({ operation: "card_capture" })).toEqual([])
  })

  it("is refused without a call for a hold that is being voided", async () => {
    const { id } = await till.held()
    await modules.subscriptions.cardTransactions.wantRelease(id)
    expect(await capture(id)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("is being released"),
    })
    expect(captures()).toEqual([])
  })

  it.each([
    ["was not requested", "creating", "not asked yet"],
    ["is unknown", "unknown", "did not say yet"],
    ["was declined", "declined", "was declined"],
  ] as const)("is refused without a call when the hold %s", async (_what, status, message) => {
    const { id } = await till.chosen()
    if (status === "unknown") {
      await modules.subscriptions.cardMoves.move(id, { to: "unknown", cause: "unclear" })
    }
    if (status === "declined") {
      await modules.subscriptions.cardMoves.move(id, { to: "declined", cause: "refused" })
    }
    expect(await capture(id)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining(message),
      transaction: { status },
    })
    expect(sentCardRequests(modules)).toEqual([])
  })

  it("is refused while the transaction id of a hold that a webhook reported is not known", async () => {
    const { id } = await till.unanswered()
    await modules.subscriptions.cardMoves.move(id, { to: "authorized", cause: "webhook" })
    expect(await capture(id)).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("name of the hold is not known yet"),
      transaction: { status: "authorized" },
    })
    expect(captures()).toEqual([])
  })

  it("becomes unknown after its process died and is not sent by another one", async () => {
    const { id } = await till.held()
    const step = { to: "capturing", cause: "claimed", values: { capture_amount: ALL } } as const
    await modules.subscriptions.cardMoves.move(id, step)
    expect(await capture(id)).toMatchObject({ transaction: { status: "capturing" } })
    await modules.advance(CARD_CALL_SECONDS)
    expect(await capture(id)).toMatchObject({
      outcome: "unknown",
      transaction: { status: "capture_unknown" },
    })
    expect(captures()).toEqual([])
  })

  it("is not sent by a process that was frozen since a later capture was sent", async () => {
    const { cardMoves } = modules.subscriptions
    const { id } = await till.held()
    const decide = cardMoves.decide.bind(cardMoves)
    jest.spyOn(cardMoves, "decide").mockImplementationOnce(async (...decided) => {
      const claimed = await decide(...decided)
      await modules.advance(CARD_CALL_SECONDS)
      await capture(id)
      await cardMoves.move(id, { to: "authorized", cause: "operator" })
      const step = { to: "capturing", cause: "claimed", values: { capture_amount: ALL } } as const
      await cardMoves.move(id, step)
      return claimed
    })
    expect(await capture(id)).toMatchObject({
      outcome: "unknown",
      transaction: { status: "capturing" },
    })
    expect(captures()).toEqual([])
  })

  it("leaves a later capture under way when its own refusal comes late", async () => {
    const { id } = await till.held({ token: "tok_test_capture_declined" })
    proxy.meet(async (path) => {
      if (path === CAPTURE) {
        const { cardMoves } = modules.subscriptions
        await modules.advance(CARD_CALL_SECONDS)
        await cardMoves.move(id, { to: "capture_unknown", cause: "unclear" })
        await cardMoves.move(id, { to: "authorized", cause: "operator" })
        const values = { capture_amount: PART }
        await cardMoves.move(id, { to: "capturing", cause: "claimed", values })
      }
    })
    expect(await capture(id)).toMatchObject({
      outcome: "unknown",
      transaction: { status: "capturing", capture_amount: PART },
    })
  })

  it("counts as captured when its late answer comes after a webhook that was believed", async () => {
    const { id } = await till.held()
    proxy.meet(async (path) => {
      if (path === CAPTURE) {
        const { cardMoves } = modules.subscriptions
        const values = { captured_amount: ALL }
        await cardMoves.move(id, { to: "capture_unknown", cause: "unclear" })
        await cardMoves.move(id, { to: "captured", cause: "webhook", values })
      }
    })
    expect(await capture(id)).toMatchObject({
      outcome: "captured",
      transaction: {
        status_cause: "webhook",
        capture_transaction_id: captures()[0].transaction_id,
      },
    })
    expect(await modules.pg("payin_anomaly")).toEqual([])
  })

  it("opens an anomaly when the answer contradicts a status that was recorded meanwhile", async () => {
    const { id } = await till.held()
    proxy.meet(async (path) => {
      if (path === CAPTURE) {
        const { cardMoves } = modules.subscriptions
        await cardMoves.move(id, { to: "authorized", cause: "refused" })
        await cardMoves.move(id, { to: "released", cause: "released" })
      }
    })
    expect(await capture(id)).toMatchObject({
      outcome: "unknown",
      transaction: { status: "released" },
    })
    expect(await modules.pg("payin_anomaly")).toMatchObject([
      { kind: "status_changed_after_final", subject: id, facts: { said: "captured" } },
    ])
  })
})
