import { majorAmount } from "../../src/domain/money/amount"
import type { Operator } from "../../src/domain/payout/actor"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { resolveAnomaly } from "../../src/workflows/settle/resolve"
import { anomaliesOf } from "../support/modules/anomalies"
import { findAnomaly } from "../support/modules/anomaly"
import { CardTill, there } from "../support/modules/cards"
import { withModules, type Modules } from "../support/modules/modules"
import { hearWebhook, webhookOf } from "../support/modules/webhooks"
import { CHECKER, MAKER } from "../support/payout-worker"

/** People who decide about card money, of which a webhook told. */
class Deciders {
  readonly till: CardTill

  constructor(private readonly modules: Modules) {
    this.till = new CardTill(modules)
  }

  /** The service tells a capture of this hold, and a person is asked about it. */
  async asked(row: CardTransaction, change: Record<string, unknown>): Promise<string> {
    await hearWebhook(this.modules, webhookOf("transaction.captured", row, change))
    const [anomaly] = await anomaliesOf(this.modules, "open")
    return there(anomaly).id
  }

  /** A person says that nothing was captured. */
  denies(anomaly_id: string, action: "authorized" | "declined" | "released") {
    return resolveAnomaly(this.modules.container, {
      ...{ anomaly_id, action, note: "The service said so.", destination: null, actor: MAKER },
      ...(action === "authorized" && { transaction_id: "held-after-all" }),
    })
  }

  says(anomaly_id: string, amount: string | null = null, actor: Operator = MAKER) {
    return resolveAnomaly(this.modules.container, {
      ...{ anomaly_id, action: "captured", note: "The service said so.", destination: null },
      ...{ amount: amount === null ? null : majorAmount(amount), actor },
    })
  }

  async anomaly(id: string) {
    return findAnomaly(this.modules, id)
  }
}

const ALONE = { approvalAbove: { COP: 50_000_000 } }

withModules("the decision that a card was captured", ALONE, (modules) => {
  const people = new Deciders(modules)
  const { till } = people
  const ledger = () => modules.pg("payin_transaction")
  const booked = async (reference: string) =>
    (await modules.ledger.transactions.findByReference(reference))?.approved_amount

  it.each<[string, "held" | "chosen", Record<string, unknown>, string]>([
    ["a hundred times the hold", "held", { amount: "6000000.00" }, "unit_suspected"],
    [
      "a hundred times what a card never asked would hold",
      "chosen",
      { amount: "6000000.00" },
      "unit_suspected",
    ],
    ["a tenth of the hold", "held", { amount: "6000.00" }, "unit_suspected"],
    ["a cent more than the hold", "held", { amount: "60000.01" }, "amount_needed"],
    ["nothing", "chosen", { amount: "0.00" }, "amount_needed"],
    ["another currency", "chosen", { currency: "USD" }, "amount_needed"],
  ])(
    "books nothing where a webhook told %s, until the person names what the service says",
    async (_what, made, told, code) => {
      const row = await till[made]()
      const id = await people.asked(row, told)

      expect(await people.says(id)).toMatchObject({
        ...{ outcome: "refused", code, again: false },
        reason: expect.stringContaining("say it as amount"),
      })
      expect(await people.says(id, "60000.01")).toMatchObject({
        ...{ outcome: "refused", code: "above_hold", field: "amount" },
      })
      expect(await till.row(row.id)).toEqual(row)
      expect(await ledger()).toEqual([])

      expect(await people.says(id, "60000")).toMatchObject({ outcome: "resolved" })
      expect(await booked(row.reference)).toBe("60000")
      expect(await people.anomaly(id)).toMatchObject({
        ...{ status: "resolved", action: "captured" },
        facts: { booked: { amount: "60000", currency: "COP" } },
      })
    }
  )

  it.each<["unanswered" | "takenUnanswered", "authorized" | "declined" | "released"]>([
    ["unanswered", "declined"],
    ["unanswered", "released"],
    ["unanswered", "authorized"],
    ["takenUnanswered", "authorized"],
  ])("goes before the one that nothing was captured: %s, %s", async (made, action) => {
    const row = await till[made]()
    await new CardAnomalies(modules.ledger).unknown(row)
    await hearWebhook(modules, webhookOf("transaction.captured", row, { amount: "25000.00" }))
    const open = await anomaliesOf(modules, "open")
    const asked = (unknown: boolean) =>
      there(open.find(({ kind }) => (kind === "card_unknown") === unknown)).id
    expect(await people.denies(asked(true), action)).toMatchObject({
      ...{ outcome: "refused", code: "told_otherwise" },
    })
    expect(await till.row(row.id)).toEqual(row)
    expect(await people.says(asked(false), "25000")).toMatchObject({ outcome: "resolved" })
    expect(await booked(row.reference)).toBe("25000")
  })

  it("books the part that the service told, and says so in its facts", async () => {
    const row = await till.held()
    const id = await people.asked(row, { amount: "25000.50" })
    expect(await people.says(id)).toMatchObject({
      ...{ outcome: "resolved", anomaly: { facts: { booked: { amount: "25000.5" } } } },
    })
    expect(await booked(row.reference)).toBe("25000.5")
  })

  it.each(["6000000.00", "60000.01", "6000.00"])(
    "books the capture that the store asked for though the webhook told %s, and says so in its facts",
    async (amount) => {
      const row = await till.takenUnanswered()
      const id = await people.asked(row, { amount })
      expect(await people.says(id)).toMatchObject({
        ...{ outcome: "resolved", anomaly: { facts: { booked: { amount: "60000" } } } },
      })
      expect(await booked(row.reference)).toBe("60000")
    }
  )

  it("books the asked part of a hold whose capture nobody told about", async () => {
    const { id } = await till.beingTaken()
    await modules.pg("payin_card_transaction").where({ id }).update({ capture_amount: "25000" })
    await modules.subscriptions.cardMoves.move(id, { to: "capture_unknown", cause: "unclear" })
    await new CardAnomalies(modules.ledger).unknown(await till.row(id))
    const [anomaly] = await anomaliesOf(modules, "open")
    expect(await people.says(anomaly.id)).toMatchObject({ outcome: "resolved" })
    expect(await till.row(id)).toMatchObject({ status: "captured", captured_amount: "25000" })
  })

  it.each(["capture_amount", "captured_amount"])(
    "is backed by the table, which refuses %s above the hold",
    async (column) => {
      const { id } = await till.held()
      const write = (amount: string) =>
        modules
          .pg("payin_card_transaction")
          .where({ id })
          .update({ [column]: amount })
      await expect(write("60000.01")).rejects.toThrow("ck_payin_card_transaction_captured")
      await expect(write("9000")).resolves.toBe(1)
      await expect(write("60000")).resolves.toBe(1)
    }
  )
})

withModules(
  "the decision of two people that a card was captured",
  { approvalAbove: { COP: 50_000 } },
  (modules) => {
    const people = new Deciders(modules)
    const { till } = people

    it("is refused for its unit before a second person is asked for", async () => {
      const id = await people.asked(await till.held(), { amount: "6000000.00" })
      expect(await people.says(id)).toMatchObject({ code: "unit_suspected" })
      expect(await people.anomaly(id)).toMatchObject({ proposed: null })
      expect(await modules.payouts.audit.of(id)).toEqual([])
    })

    it("needs the same amount of both", async () => {
      const row = await till.held()
      const id = await people.asked(row, { amount: "6000000.00" })
      expect(await people.says(id, "60000")).toMatchObject({ code: "second_person" })
      expect(await people.says(id, "50000", CHECKER)).toMatchObject({ code: "second_person" })
      expect(await people.anomaly(id)).toMatchObject({
        ...{ proposed: { by: CHECKER.id, amount: "50000" } },
      })
      expect(await till.row(row.id)).toEqual(row)
      expect(modules.bus.of("payin.anomaly_proposed")).toHaveLength(2)
      expect(await people.says(id, "50000")).toMatchObject({ outcome: "resolved" })
      expect(await till.row(row.id)).toMatchObject({ status: "captured", captured_amount: "50000" })
    })
  }
)
