import { releaseHolds } from "../../src/workflows/card/release"
import { lapseUnknown } from "../../src/workflows/card/lapse"
import { withPauses } from "../support/background"
import { CardTill, there } from "../support/modules/cards"
import { signTestWebhook, type TestWebhook } from "../../src/domain/notification/test-webhook"
import { withModules } from "../support/modules/modules"
import { openPeriod, preparedHold } from "../support/modules/subscriptions"
import { storeBody, webhookOf, workWebhook } from "../support/modules/webhooks"

const DAY = 86_400

withModules("card holds that nobody told of", { card: { id: "co", holdDays: 3 } }, (modules) => {
  const till = new CardTill(modules)
  const bodyOf = (webhook: TestWebhook) => signTestWebhook(webhook, { secret: "any" }).body
  const lapse = () => lapseUnknown(modules.container, 20)

  it("lapse once they are as old as any hold gets, by the store's option", async () => {
    const { id } = await till.unanswered()
    await modules.advance(2.9 * DAY)
    await lapse()
    expect(await till.row(id)).toMatchObject({ status: "unknown" })
    await modules.advance(0.2 * DAY)
    await lapse()
    expect(await till.row(id)).toMatchObject({
      ...{ status: "released", status_cause: "lapses", authorized_at: null, captured_at: null },
    })
  })

  it("never lapse once a capture was asked for: that may have taken the money", async () => {
    const { id } = await till.takenUnanswered()
    await modules.advance(300 * DAY)
    await lapse()
    expect(await till.row(id)).toMatchObject({ status: "capture_unknown" })
  })

  it("never lapse while a person is asked about a capture that a webhook told of: it may have paid", async () => {
    const row = await till.unanswered()
    await workWebhook(
      modules,
      there(await storeBody(modules, bodyOf(webhookOf("transaction.captured", row))))
    )
    await modules.advance(30 * DAY)
    await lapse()
    expect(await till.row(row.id)).toMatchObject({ status: "unknown" })
    await modules.ledger.anomalies.closeAbout(row.id, ["status_changed_after_final"], "nothing")
    await lapse()
    expect(await till.row(row.id)).toMatchObject({ status: "released" })
  })

  it("lapse although many others wait for a person", async () => {
    const rows = [await till.unanswered(), await till.unanswered(), await till.unanswered()]
    const asked = rows.slice(1)
    for (const row of asked) {
      await workWebhook(
        modules,
        there(await storeBody(modules, bodyOf(webhookOf("transaction.captured", row))))
      )
    }
    await modules.advance(30 * DAY)
    await lapseUnknown(modules.container, 1)
    expect(await till.row(rows[0].id)).toMatchObject({ status: "released" })
    for (const { id } of asked) expect(await till.row(id)).toMatchObject({ status: "unknown" })
  })

  it("never lapse in a copy of the database", async () => {
    await modules.ledger.installations.standing()
    const { id } = await till.unanswered()
    await modules.pg("payin_installation").update({ database: "1" })
    await modules.advance(30 * DAY)
    await lapse()
    expect(await till.row(id)).toMatchObject({ status: "unknown" })
  })

  it("leave their period to a hold under the next reference, and nothing to capture", async () => {
    const period = await openPeriod(modules, { customer_id: "cus_1" })
    const { renewalHolds, cardMoves } = modules.subscriptions
    const prepare = async () =>
      there(await renewalHolds.prepare(period.cycle, period.subscription, preparedHold()))
    const first = await prepare()
    await modules.pg("payin_card_transaction").update({ sent_at: modules.pg.fn.now() })
    await cardMoves.move(first.id, { to: "unknown", cause: "unclear" })
    await expect(prepare()).rejects.toThrow("UQ_payin_card_transaction_cycle")
    await modules.advance(4 * DAY)
    await lapse()
    const second = await prepare()
    expect(second.reference).not.toBe(first.reference)
    expect(await cardMoves.move(first.id, { to: "capturing", cause: "claimed" })).toMatchObject({
      transition: "forbidden",
    })
  })
})

withModules("card holds that are to be released", {}, (modules) => {
  const till = new CardTill(modules)
  let calm = () => {}
  afterEach(() => calm())

  it("wait, due and untouched, while the service asks for a pause", async () => {
    const { id } = await till.held()
    await modules.subscriptions.cardTransactions.wantRelease(id)
    const before = await till.row(id)
    calm = withPauses(modules.gateway)
    modules.proxy.meet((path, response) => {
      if (path.endsWith("/cancel")) response.set("retry-after", "60").status(429).json({})
    })
    await modules.gateway.cards.cancel("co", "another").catch(() => undefined)
    await releaseHolds(modules.container, 20)
    expect(await till.row(id)).toEqual(before)
  })

  it("are tried again where the service refused the store, and a person is asked after a day", async () => {
    const { id } = await till.held()
    await modules.subscriptions.cardTransactions.wantRelease(id)
    const { proxy, ledger } = modules
    const unauthorized = { code: "UNAUTHORIZED", status: false, message: "No autorizado." }
    proxy.meet((path, response) => {
      if (path.endsWith("/cancel")) response.status(401).json(unauthorized)
    })
    await releaseHolds(modules.container, 20)
    expect(await till.row(id)).toMatchObject({ status: "authorized" })
    expect(await ledger.anomalies.isAsked(id, ["hold_not_released"])).toBe(false)
    await modules.advance(1.1 * DAY)
    await releaseHolds(modules.container, 20)
    expect(await ledger.anomalies.isAsked(id, ["hold_not_released"])).toBe(true)
    expect((await till.row(id)).release_after).not.toBeNull()
  })
})
