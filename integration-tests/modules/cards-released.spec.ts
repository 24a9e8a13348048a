import { cancelCard, releaseOnCard } from "../../src/settlement/card-release"
import { holdOnCard } from "../../src/settlement/card-hold"
import { captureOnCard } from "../../src/settlement/card-capture"
import { keptCardRequests, sentCardRequests } from "../support/card-requests"
import { closeGate } from "../support/gate"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { hearWebhook, webhookOf } from "../support/modules/webhooks"
import { plainSubscription } from "../support/modules/subscriptions"
import { untilBlocked } from "../support/modules/together"
import { ONE_TRY } from "../support/shop-settings"

withModules("a hold that is voided", ONE_TRY.options ?? {}, (modules) => {
  const till = new CardTill(modules)
  const { proxy, sandbox } = modules
  const release = (id: string) => releaseOnCard(till.deps, id)
  const canceled = () => sandbox.cards.subscriptions({ status: "CANCELLED" })
  const calls = () => sandbox.requests({ operation: "card_cancel" })

  it("is released by canceling the card that the service kept for it", async () => {
    const { id, card_id } = await till.held()
    expect(await release(id)).toEqual({ outcome: "released" })
    expect(canceled()).toHaveLength(1)
    expect(await till.card(card_id)).toMatchObject({ status: "canceled" })
    expect(await till.row(id)).toMatchObject({
      ...{ status: "released", status_cause: "released" },
      ...{ release_after: null, release_wanted_at: null },
    })
  })

  it("stores the cancel request before the call, during which it cannot be captured", async () => {
    const { id, card_id, amount } = await till.held()
    const met: unknown[] = []
    proxy.meet(async () => {
      proxy.tellTheTruth()
      const { outcome } = await captureOnCard(till.deps, id, amount)
      const { status } = await till.card(card_id)
      met.push({ outcome, status, request: (await keptCardRequests(modules)).at(-1) })
    })
    await release(id)
    const request = {
      ...{ id: sentCardRequests(modules).at(-1), call: "cancel", account: "co" },
      card_transaction_id: id,
    }
    expect(met).toMatchObject([{ outcome: "refused", status: "ending", request }])
  })

  it("stays held while a person decides about a capture that a webhook told", async () => {
    const row = await till.held()
    await hearWebhook(modules, webhookOf("transaction.captured", row))
    expect(await release(row.id)).toEqual({ outcome: "later" })
    expect(canceled()).toEqual([])
    expect(await till.row(row.id)).toMatchObject({ status: "authorized" })
    await modules.pg("payin_anomaly").update({ status: "resolved", action: "ignore" })
    expect(await release(row.id)).toEqual({ outcome: "released" })
  })

  it("is released once when three workers void it at the same moment", async () => {
    const { id } = await till.held()
    const released = await Promise.all([1, 2, 3].map(() => release(id)))
    expect(released.map(({ outcome }) => outcome)).toContain("released")
    expect(canceled()).toHaveLength(1)
    expect(await till.row(id)).toMatchObject({ status: "released" })
    expect(await release(id)).toEqual({ outcome: "nothing" })
  })

  it("is not voided on a copy of the database, and is voided once a person has taken over", async () => {
    const { id } = await till.held()
    await modules.ledger.installations.standing()
    await modules.pg("payin_installation").update({ database: "1" })
    expect(await release(id)).toEqual({ outcome: "later" })
    expect([await till.row(id), calls()]).toMatchObject([{ status: "authorized" }, []])
    await modules.ledger.installations.takeOver({ by: "user_1", note: "moved" }, async () => {})
    expect(await release(id)).toEqual({ outcome: "released" })
  })

  it("stays captured when the capture came first", async () => {
    const { id } = await till.taken()
    expect(await release(id)).toEqual({ outcome: "nothing" })
    expect(await till.row(id)).toMatchObject({ status: "captured", release_wanted_at: null })
    expect(calls()).toEqual([])
  })

  it("is either captured or released when both are requested at the same moment", async () => {
    const { id, amount } = await till.held()
    await Promise.all([captureOnCard(till.deps, id, amount), release(id)])
    const { status } = await till.row(id)
    const [hold] = sandbox.cards.authorizations()
    expect([status, hold.hold]).toEqual(
      status === "captured" ? ["captured", "captured"] : ["released", "held"]
    )
    expect(sandbox.cards.captures()).toHaveLength(status === "captured" ? 1 : 0)
    expect(canceled()).toHaveLength(status === "captured" ? 0 : 1)
  })

  it("is left to lapse while its card holds money for another payment", async () => {
    const other = await till.held()
    const { id } = await till.held({ card_id: other.card_id })
    expect(await release(id)).toEqual({ outcome: "lapses" })
    expect(await till.row(id)).toMatchObject({ status: "released", status_cause: "lapses" })
    expect(await till.card(other.card_id)).toMatchObject({ status: "active" })
    expect(calls()).toEqual([])
  })

  it("is left to lapse while a subscription renews with its card", async () => {
    const { id, card_id } = await till.held()
    const { id: subscription } = await plainSubscription(modules, { card_id })
    expect(await release(id)).toEqual({ outcome: "lapses" })
    const ending = { cause: "canceled", actor: "shopper", by: "cus_1" } as const
    await modules.subscriptions.subscriptions.end(subscription, ending)
    const second = await till.held({ card_id })
    expect(await release(second.id)).toEqual({ outcome: "released" })
  })

  it("is left to lapse while an order that its card paid was not read for plans yet", async () => {
    const paid = await till.taken()
    const { id } = await till.held({ card_id: paid.card_id })
    expect(await release(id)).toEqual({ outcome: "lapses" })
    await modules.subscriptions.subscriptions.plansRead(paid.id)
    const second = await till.held({ card_id: paid.card_id })
    expect(await release(second.id)).toEqual({ outcome: "released" })
  })

  it("stays held, and its card cannot be used, while the service fails", async () => {
    const { id, card_id, release_after } = await till.held()
    sandbox.injectFault({ operation: "card_cancel", kind: "error_before", times: 1 })
    expect(await release(id)).toEqual({ outcome: "later" })
    const waiting = await till.row(id)
    expect(waiting).toMatchObject({ status: "authorized", release_wanted_at: expect.any(Date) })
    expect(waiting.release_after?.getTime()).toBeLessThan(release_after?.getTime() ?? 0)
    expect(await till.card(card_id)).toMatchObject({ status: "ending" })
    const { values } = till.wanted({ card_id })
    expect(await modules.subscriptions.cardBindings.open(values, null)).toBeNull()

    expect(await release(id)).toEqual({ outcome: "released" })
    expect(await till.card(card_id)).toMatchObject({ status: "canceled" })
  })

  it("stays held, and its card stays active, when the service refuses to cancel the card", async () => {
    const { id, card_id } = await till.held()
    proxy.meet((_path, response) => {
      const message = "No se puede cancelar."
      response.status(422).json({ status: false, code: "INVALID_STATE", message })
    })
    expect(await release(id)).toMatchObject({
      outcome: "refused",
      message: "No se puede cancelar.",
    })
    expect(await till.row(id)).toMatchObject({ status: "authorized" })
    expect(await till.card(card_id)).toMatchObject({ status: "active" })
  })

  it("is released without a call when the service had ended its card", async () => {
    const { id, card_id } = await till.held()
    await modules.subscriptions.cards.ended(card_id, "expired")
    expect(await release(id)).toEqual({ outcome: "released" })
    expect(await till.card(card_id)).toMatchObject({ status: "expired" })
    expect(calls()).toEqual([])
  })

  it("keeps the void request of an unknown hold until a webhook reports it as held", async () => {
    sandbox.injectFault({ operation: "card_authorize", kind: "error_after", times: 1 })
    const { transaction } = await holdOnCard(till.deps, await till.chosen())
    expect(await release(transaction.id)).toEqual({ outcome: "nothing" })
    expect(calls()).toEqual([])
    const told = { to: "authorized", cause: "webhook" } as const
    await modules.subscriptions.cardMoves.move(transaction.id, told)
    expect(await till.row(transaction.id)).toMatchObject({ release_wanted_at: expect.any(Date) })
    expect(await release(transaction.id)).toEqual({ outcome: "released" })
  })

  it("leaves its card in use when another payment chooses the card at the same moment", async () => {
    const held = await till.held({ customer_id: "cus_1" })
    const { values } = till.wanted({ card_id: held.card_id, customer_id: "cus_1" })
    const { cards, cardBindings } = modules.subscriptions
    const table = "payin_card_transaction"
    const gate = await closeGate(modules.pg, { table, event: "insert" })
    const choosing = cardBindings.open(values, null)
    await gate.arrived()
    const retiring = cards.retire(held.card_id, held.id)
    await untilBlocked(modules.pg, 2, retiring)
    await gate.open()
    expect(await choosing).toMatchObject({ card_id: held.card_id })
    expect(await retiring).toBe("used")
  })

  it("sends no cancel call when the service never knew its card", async () => {
    const { card_id } = await till.chosen()
    expect(await cancelCard(till.deps, card_id, null)).toBeNull()
    expect(sentCardRequests(modules)).toEqual([])
  })
})
