import { majorAmount } from "../../src/domain/money/amount"
import { CARD_CALL_SECONDS, RENEWAL_LEASE_SECONDS } from "../../src/domain/time/schedule"
import type { CardStep } from "../../src/modules/subscriptions/card-moves"
import { captureOnCard } from "../../src/settlement/card-capture"
import { holdOnCard } from "../../src/settlement/card-hold"
import { closeGate } from "../support/gate"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { openPeriod, preparedHold } from "../support/modules/subscriptions"
import { untilBlocked } from "../support/modules/together"

const BY_SHOPPER = { cause: "canceled", actor: "shopper", by: "cus_1" } as const
const TABLE = "payin_card_transaction"

withModules("the hold of a period", {}, (modules) => {
  const till = new CardTill(modules)
  const holds = () => modules.subscriptions.renewalHolds
  const { sandbox } = modules

  async function period() {
    const first = await till.taken({ customer_id: "cus_1" })
    const { subscription_id } = await till.card(first.card_id)
    return openPeriod(modules, {
      ...{ card_id: first.card_id, subscription_id: subscription_id ?? "", customer_id: "cus_1" },
      latest_transaction_id: first.id,
    })
  }
  const step = async (id: string, ...steps: CardStep[]) => {
    for (const one of steps) await modules.subscriptions.cardMoves.move(id, one)
  }

  it("is prepared once when four workers prepare it at the same moment", async () => {
    const { cycle, subscription } = await openPeriod(modules)
    const prepared = await Promise.allSettled(
      [1, 2, 3, 4].map(() => holds().prepare(cycle, subscription, preparedHold()))
    )
    expect(prepared.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    const alive = await modules.pg(TABLE).where({ cycle_id: cycle.id })
    expect(alive).toHaveLength(1)
  })

  it.each<[string, CardStep[]]>([
    ["creating", []],
    ["unknown", [{ to: "unknown", cause: "unclear" }]],
    ["authorized", [{ to: "authorized", cause: "answered" }]],
    [
      "captured",
      [
        { to: "authorized", cause: "answered" },
        { to: "captured", cause: "answered" },
      ],
    ],
  ])("is not prepared while another one is %s", async (_status, steps) => {
    const { cycle, subscription } = await openPeriod(modules)
    const { id } = there(await holds().prepare(cycle, subscription, preparedHold()))
    await step(id, ...steps)
    await expect(holds().prepare(cycle, subscription, preparedHold())).rejects.toThrow("cycle")
  })

  it.each<[string, CardStep[]]>([
    ["declined", [{ to: "declined", cause: "refused" }]],
    ["error", [{ to: "error", cause: "not_sent" }]],
    [
      "released",
      [
        { to: "authorized", cause: "answered" },
        { to: "released", cause: "released" },
      ],
    ],
  ])("is prepared again after one that is %s", async (status, steps) => {
    const { cycle, subscription } = await openPeriod(modules)
    const first = there(await holds().prepare(cycle, subscription, preparedHold()))
    await step(first.id, ...steps)
    expect(await holds().latestOf(cycle.id)).toMatchObject({ id: first.id, status })
    expect(await holds().voidHold(cycle.id)).toBe(status === "released" ? 1 : 0)
    const second = await holds().prepare(cycle, subscription, preparedHold())
    expect(await holds().latestOf(cycle.id)).toMatchObject({ id: there(second).id })
  })

  it("is requested on the card of its subscription, under a reference of its own", async () => {
    const { cycle, subscription } = await period()
    const hold = there(await holds().prepare(cycle, subscription, preparedHold()))
    const row = await till.row(hold.id)
    expect(row).toMatchObject({
      ...{ card_id: subscription.card_id, customer_id: "cus_1", cycle_id: cycle.id },
      ...{ status: "creating", session_id: null, sent_at: null },
    })
    const { transaction } = await holdOnCard(till.deps, row)
    expect(transaction).toMatchObject({ status: "authorized" })
    expect(sandbox.cards.authorizations()[0]).toMatchObject({ reference_id: row.reference })
  })

  it("renews the transaction that it is linked to", async () => {
    const { cycle, subscription } = await period()
    const linked_transaction_id = sandbox.cards.authorizations()[0].transaction_id
    const prepared = preparedHold({ kind: "renewal", linked_transaction_id })
    const hold = there(await holds().prepare(cycle, subscription, prepared))
    await holdOnCard(till.deps, await till.row(hold.id))
    expect(sandbox.cards.authorizations()[0]).toMatchObject({ linked_transaction_id })
    expect(await modules.pg("payin_card_request").where({ call: "renew" })).toHaveLength(1)
  })

  it("is prepared for no subscription that ended", async () => {
    const { cycle, subscription } = await openPeriod(modules)
    await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
    expect(await holds().prepare(cycle, subscription, preparedHold())).toBeNull()
    expect(await modules.pg(TABLE)).toEqual([])
  })

  it("is not prepared by a worker that lost the lease on the period", async () => {
    const { cycle, subscription } = await openPeriod(modules)
    await modules.advance(RENEWAL_LEASE_SECONDS)
    expect(await modules.subscriptions.cycles.lease(cycle.id)).not.toBeNull()
    await expect(holds().prepare(cycle, subscription, preparedHold())).rejects.toThrow("lease")
    expect(await modules.pg(TABLE)).toEqual([])
  })

  it("is not captured once its subscription ended", async () => {
    const { cycle, subscription } = await period()
    const hold = there(await holds().prepare(cycle, subscription, preparedHold()))
    await holdOnCard(till.deps, await till.row(hold.id))
    await modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
    expect(await captureOnCard(till.deps, hold.id, hold.amount)).toMatchObject({
      ...{ outcome: "refused", message: expect.stringContaining("The subscription has ended") },
    })
    expect(sandbox.cards.captures()).toHaveLength(1)
  })

  it("is captured before its subscription ends when the capture began first", async () => {
    const { cycle, subscription } = await period()
    const hold = there(await holds().prepare(cycle, subscription, preparedHold()))
    await holdOnCard(till.deps, await till.row(hold.id))
    const when = "new.status = 'capturing'"
    const gate = await closeGate(modules.pg, { table: TABLE, event: "update", when })
    const capturing = captureOnCard(till.deps, hold.id, hold.amount)
    await gate.arrived()
    const ending = modules.subscriptions.subscriptions.end(subscription.id, BY_SHOPPER)
    expect(await untilBlocked(modules.pg, 2, ending)).toBe(true)
    await gate.open()
    expect(await capturing).toMatchObject({ outcome: "captured" })
    expect(await ending).toMatchObject({ transition: "move" })
  })

  describe("that was not sent", () => {
    it("is dropped with its reason, and another one can be prepared", async () => {
      const { cycle, subscription } = await openPeriod(modules)
      const { id } = there(await holds().prepare(cycle, subscription, preparedHold()))
      expect(await holds().drop(id, "the cart costs less")).toBe(true)
      expect(await holds().find(id)).toMatchObject({
        ...{ status: "error", status_cause: "not_sent", refusal_message: "the cart costs less" },
      })
      const less = preparedHold({ order_amount: majorAmount("50000") })
      expect(await holds().prepare(cycle, subscription, less)).not.toBeNull()
    })

    it("is neither dropped nor unbound while a worker may be sending it", async () => {
      const { cycle, subscription } = await openPeriod(modules)
      const { id } = there(await holds().prepare(cycle, subscription, preparedHold()))
      await modules.pg(TABLE).where({ id }).update({ session_id: "payses_1" })
      const { cardTransactions } = modules.subscriptions
      const claimed = there(await cardTransactions.claim(id))
      expect(await holds().drop(id, "no")).toBe(false)
      await holds().unbind(id)
      expect(await holds().find(id)).toMatchObject({ status: "creating", session_id: "payses_1" })

      await cardTransactions.sending(claimed, async () => {})
      await modules.advance(CARD_CALL_SECONDS)
      expect(await holds().drop(id, "no")).toBe(false)
    })

    it("is unbound for the session that comes next", async () => {
      const { cycle, subscription } = await openPeriod(modules)
      const { id } = there(await holds().prepare(cycle, subscription, preparedHold()))
      await modules.pg(TABLE).where({ id }).update({ session_id: "payses_1" })
      await holds().unbind(id)
      expect(await holds().find(id)).toMatchObject({ session_id: null })
    })
  })
})
