import type { CardStep } from "../../src/modules/subscriptions/card-moves"
import { releaseOnCard } from "../../src/settlement/card-release"
import { holdOnCard } from "../../src/settlement/card-hold"
import { cancelUnneededCards } from "../../src/workflows/subscribe/cancel-unneeded-cards"
import { CardTill } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { plainSubscription } from "../support/modules/subscriptions"
import { ONE_TRY } from "../support/shop-settings"

const HOUR = 3600
const DAY = 86_400
const BY_SHOPPER = { cause: "canceled", actor: "shopper", by: "cus_1" } as const

withModules("a card that nobody needs any more", ONE_TRY.options ?? {}, (modules) => {
  const till = new CardTill(modules)
  const { sandbox, proxy } = modules
  const cards = () => modules.subscriptions.cards
  const move = (id: string, step: CardStep) => modules.subscriptions.cardMoves.move(id, step)
  const giveUp = () => cancelUnneededCards(modules.container)
  const calls = () => sandbox.requests({ operation: "card_cancel" })
  const canceled = () => sandbox.cards.subscriptions({ status: "CANCELLED" })
  const offered = async () => (await cards().savedOf("cus_1", "co")).map(({ id }) => id)

  async function giveUpAfter(seconds: number): Promise<void> {
    await modules.advance(seconds)
    await giveUp()
  }

  /** A saved card of a signed-in shopper, whose first payment is captured. */
  async function saved(): Promise<string> {
    const paid = await till.taken({ customer_id: "cus_1" })
    await modules.subscriptions.subscriptions.plansRead(paid.id)
    expect(await offered()).toEqual([paid.card_id])
    return paid.card_id
  }

  it("is canceled at the service after a guest's payment was captured, and not before", async () => {
    const held = await till.held()
    await giveUpAfter(DAY)
    expect(calls()).toEqual([])
    await move(held.id, { to: "capturing", cause: "claimed" })
    await move(held.id, { to: "captured", cause: "answered" })
    await giveUpAfter(DAY)
    // Its order may hold a plan, which was not read yet.
    expect(calls()).toEqual([])
    await modules.subscriptions.subscriptions.plansRead(held.id)
    await giveUpAfter(DAY)
    expect(canceled()).toHaveLength(1)
    expect(await till.card(held.card_id)).toMatchObject({ status: "canceled", cancel_after: null })
    expect(await till.row(held.id)).toMatchObject({ status: "captured" })
  })

  it("is canceled at the service after its decline, also a customer's who agreed to keep it", async () => {
    const chosen = await till.chosen({ token: "tok_test_declined", customer_id: "cus_1" })
    await holdOnCard(till.deps, chosen)
    expect(await till.row(chosen.id)).toMatchObject({ status: "declined" })
    await giveUp()
    expect(calls()).toEqual([])
    await giveUpAfter(HOUR)
    expect(canceled()).toHaveLength(1)
  })

  it("is canceled when its signed-in shopper did not agree to keep it", async () => {
    const { id } = await till.taken({ customer_id: "cus_1", save_card: false })
    await modules.subscriptions.subscriptions.plansRead(id)
    expect(await offered()).toEqual([])
    await giveUpAfter(HOUR)
    expect(canceled()).toHaveLength(1)
  })

  it("stays as long as its shopper keeps it", async () => {
    const id = await saved()
    for (const seconds of [HOUR, DAY, 30 * DAY]) await giveUpAfter(seconds)
    expect(calls()).toEqual([])
    expect(await till.card(id)).toMatchObject({ status: "active", cancel_after: null })
    expect(await offered()).toEqual([id])
  })

  it("stays when one order that it was to pay is let go: that hold lapses", async () => {
    const card_id = await saved()
    const { id } = await till.held({ card_id, customer_id: "cus_1" })
    expect(await releaseOnCard(till.deps, id)).toEqual({ outcome: "lapses" })
    expect(calls()).toEqual([])
    expect(await offered()).toEqual([card_id])
    expect((await till.held({ card_id, customer_id: "cus_1" })).status).toBe("authorized")
  })

  it("is canceled at once when its shopper deletes it, and is not offered again", async () => {
    const id = await saved()
    expect(await cards().remove(id, "cus_1")).toBe(true)
    expect([await offered(), await cards().findSaved(id, "cus_1", "co")]).toEqual([[], null])
    await cards().save(id)
    await giveUp()
    expect(canceled()).toHaveLength(1)
    expect(await till.card(id)).toMatchObject({ status: "canceled", saved_at: null })
    expect(await offered()).toEqual([])
  })

  it("is deleted by its own shopper alone, and once by two requests at the same moment", async () => {
    const id = await saved()
    expect(await cards().remove(id, "cus_2")).toBe(false)
    expect(await cards().remove("paycard_none", "cus_1")).toBe(false)
    expect(await offered()).toEqual([id])
    const both = [1, 2].map(() => cards().remove(id, "cus_1"))
    expect(await Promise.all(both)).toEqual([true, true])
    const { removed_at } = await till.card(id)
    await Promise.all([1, 2, 3].map(giveUp))
    expect(calls()).toHaveLength(1)
    await modules.advance(60)
    expect(await cards().remove(id, "cus_1")).toBe(true)
    expect(await till.card(id)).toMatchObject({ status: "canceled", removed_at })
    await giveUp()
    expect(calls()).toHaveLength(1)
  })

  it("is no saved card that could be deleted when it was never saved", async () => {
    const { id } = await till.kept({ customer_id: "cus_1", save_card: false })
    expect(await cards().remove(id, "cus_1")).toBe(false)
    expect(await till.card(id)).toMatchObject({ status: "active", removed_at: null })
  })

  it("is hidden and waits for the payment under way when it is deleted", async () => {
    const card_id = await saved()
    const { id } = await till.held({ card_id, customer_id: "cus_1" })
    await cards().remove(card_id, "cus_1")
    await giveUpAfter(DAY)
    expect([await offered(), calls()]).toEqual([[], []])
    expect(await till.row(id)).toMatchObject({ status: "authorized" })
    await move(id, { to: "released", cause: "lapses" })
    await giveUpAfter(DAY)
    expect(canceled()).toHaveLength(1)
  })

  it("pays no checkout that its shopper did not complete before deleting it", async () => {
    const card_id = await saved()
    const chosen = await till.chosen({ card_id, customer_id: "cus_1" })
    await cards().remove(card_id, "cus_1")
    const before = sandbox.cards.authorizations().length
    await holdOnCard(till.deps, chosen)
    expect(await till.row(chosen.id)).toMatchObject({
      ...{ status: "error", refusal_code: "REMOVED_CARD", sent_at: null },
    })
    const { values } = till.wanted({ card_id, customer_id: "cus_1" })
    expect(await modules.subscriptions.cardBindings.open(values, null)).toBeNull()
    expect(sandbox.cards.authorizations()).toHaveLength(before)
  })

  it("is hidden when it is deleted, and stays until the subscription that renews with it ends", async () => {
    const card_id = await saved()
    const { id } = await plainSubscription(modules, { card_id, customer_id: "cus_1" })
    await cards().remove(card_id, "cus_1")
    for (const seconds of [0, DAY]) await giveUpAfter(seconds)
    expect([await offered(), calls()]).toEqual([[], []])
    expect(await till.card(card_id)).toMatchObject({ status: "active" })
    await modules.subscriptions.subscriptions.end(id, BY_SHOPPER)
    await giveUp()
    expect(canceled()).toHaveLength(1)
  })

  it.each<[string, (card_id: string, subscription: string) => Promise<unknown>]>([
    ["its shopper deletes it", (card_id) => cards().remove(card_id, "cus_1")],
    ["its subscription ends", (_, id) => modules.subscriptions.subscriptions.end(id, BY_SHOPPER)],
  ])("is checked again when %s while a check lets it stay", async (_what, unneed) => {
    const card_id = await saved()
    const { id } = await plainSubscription(modules, { card_id, customer_id: "cus_1" })
    await modules.advance(HOUR)
    const { unneededCards } = modules.subscriptions
    const [checked] = await unneededCards.claim(5)
    await unneed(card_id, id)
    await unneededCards.keep(checked)
    await unneededCards.later(checked)
    expect(await unneededCards.claim(5)).toMatchObject([{ id: card_id }])
  })

  it("is canceled by a later run when the process dies, or the answer is lost", async () => {
    const id = await saved()
    await cards().remove(id, "cus_1")
    sandbox.injectFault({ operation: "card_cancel", kind: "reset_after", times: 1 })
    await giveUp()
    expect(await till.card(id)).toMatchObject({ status: "ending" })
    await giveUpAfter(HOUR)
    expect(await till.card(id)).toMatchObject({ status: "canceled" })
    expect([canceled().length, calls().length]).toEqual([1, 2])
  })

  it.each([
    ["is tried again when the service refuses the account", 401, "UNAUTHORIZED", 2],
    ["is left when the service refuses to cancel it", 409, "INVALID_STATE", 1],
  ])("%s", async (_what, status, code, tries) => {
    const id = await saved()
    await cards().remove(id, "cus_1")
    proxy.meet((_path, response) => {
      proxy.tellTheTruth()
      response.status(status).json({ status: false, code, message: "No." })
    })
    await giveUp()
    const first = calls().length
    await giveUpAfter(DAY)
    expect(calls().length - first).toBe(tries - 1)
    expect((await till.card(id)).status).toBe(tries === 2 ? "canceled" : "active")
  })

  it("waits while a report about its payment contradicts the row, and a person decides", async () => {
    const { id, card_id, account } = await till.chosen()
    await holdOnCard(till.deps, await till.row(id))
    await move(id, { to: "released", cause: "lapses" })
    const kind = "status_changed_after_final"
    await modules.ledger.anomalies.open({ kind, subject: id, account, facts: {} })
    await giveUpAfter(DAY)
    expect(calls()).toEqual([])
    await modules.ledger.anomalies.closeAbout(id, [kind], "decided")
    await giveUpAfter(DAY)
    expect(await till.card(card_id)).toMatchObject({ status: "canceled" })
  })
})
