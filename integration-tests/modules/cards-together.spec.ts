import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { declineTogether } from "../../src/workflows/card/resolve-together"
import type { CardTransaction } from "../../src/modules/subscriptions/card-rows"
import { findAnomaly } from "../support/modules/anomaly"
import { anomaliesOf } from "../support/modules/anomalies"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { hearWebhook, webhookOf } from "../support/modules/webhooks"
import { MAKER } from "../support/payout-worker"

withModules("unknown holds of an outage", {}, (modules) => {
  const till = new CardTill(modules)
  const NOTE = "Support: none of them was held."

  /** The question whether the service made this hold. */
  async function asked(row: CardTransaction): Promise<string> {
    await new CardAnomalies(modules.ledger).unknown(row)
    const open = await anomaliesOf(modules, "open")
    return there(
      open.find(
        ({ facts, kind }) => facts.card_transaction_id === row.id && kind === "card_unknown"
      )
    ).id
  }
  const decline = (...anomaly_ids: string[]) =>
    declineTogether(modules.container, { anomaly_ids, note: NOTE, actor: MAKER })

  it("are declined together, each with the note, and Medusa is told of each by the job", async () => {
    const rows = [await till.unanswered(), await till.unanswered(), await till.unanswered()]
    const ids: string[] = []
    for (const row of rows) ids.push(await asked(row))
    const { resolved, refused } = await decline(...ids, ids[0])
    expect([resolved.map(({ id }) => id), refused]).toEqual([ids, []])
    for (const id of ids) {
      expect(await findAnomaly(modules, id)).toMatchObject({
        ...{ status: "resolved", action: "declined", note: NOTE, resolved_by: MAKER.id },
      })
    }
    for (const { id } of rows) {
      expect(await till.row(id)).toMatchObject({ status: "declined", status_cause: "operator" })
    }
    const due = await modules.subscriptions.cardWatch.claimToApply({ limit: 5 })
    expect(due.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  it("answer the same when they are declined again, as after a crash", async () => {
    const [first, second] = [await till.unanswered(), await till.unanswered()]
    const ids = [await asked(first), await asked(second)]
    await decline(ids[0])
    const { resolved, refused } = await decline(...ids)
    expect([resolved.map(({ id }) => id), refused]).toEqual([ids, []])
  })

  it("do not take along a capture, what was answered meanwhile, or what a webhook told otherwise", async () => {
    const hold = await till.unanswered()
    const capture = await till.takenUnanswered()
    const answered = await till.unanswered()
    const told = await till.unanswered()
    const ids = [await asked(hold), await asked(capture), await asked(answered), await asked(told)]
    const facts = { transaction_id: "held-later" }
    await modules.subscriptions.cardMoves.move(answered.id, {
      ...{ to: "authorized", cause: "webhook", facts },
    })
    await hearWebhook(modules, webhookOf("transaction.captured", told))

    const { resolved, refused } = await decline(...ids, "payano_none")
    expect(resolved.map(({ id }) => id)).toEqual([ids[0]])
    expect(refused.map(({ anomaly_id, code }) => [anomaly_id, code])).toEqual([
      [ids[1], "not_possible"],
      [ids[2], "not_possible"],
      [ids[3], "told_otherwise"],
      ["payano_none", "not_possible"],
    ])
    const statuses = await Promise.all(
      [hold, capture, answered, told].map(async ({ id }) => (await till.row(id)).status)
    )
    expect(statuses).toEqual(["declined", "capture_unknown", "authorized", "unknown"])
  })
})
