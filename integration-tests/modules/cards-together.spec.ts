import { CardAnomalies } from "../../src/workflows/card/anomalies"
import { resolveTogether } from "../../src/workflows/card/resolve-together"
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
  const release = (...anomaly_ids: string[]) =>
    resolveTogether(modules.container, {
      ...{ anomaly_ids, action: "released", note: NOTE, actor: MAKER },
    })

  it("are ended together, each with the note, and Medusa is told of each by the job", async () => {
    const rows = [await till.unanswered(), await till.unanswered(), await till.unanswered()]
    const ids: string[] = []
    for (const row of rows) ids.push(await asked(row))
    const { resolved, refused } = await release(...ids, ids[0])
    expect([resolved.map(({ id }) => id), refused]).toEqual([ids, []])
    for (const id of ids) {
      expect(await findAnomaly(modules, id)).toMatchObject({
        ...{ status: "resolved", action: "released", note: NOTE, resolved_by: MAKER.id },
      })
    }
    for (const { id } of rows) {
      expect(await till.row(id)).toMatchObject({ status: "released", status_cause: "lapses" })
    }
    const due = await modules.subscriptions.cardWatch.claimToApply({ limit: 5 })
    expect(due.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  it("answer the same when they are ended again, as after a crash", async () => {
    const [first, second] = [await till.unanswered(), await till.unanswered()]
    const ids = [await asked(first), await asked(second)]
    await release(ids[0])
    const { resolved, refused } = await release(...ids)
    expect([resolved.map(({ id }) => id), refused]).toEqual([ids, []])
  })

  it("count as declined where the bank declined them", async () => {
    const row = await till.unanswered()
    const anomaly_ids = [await asked(row)]
    const said = { anomaly_ids, action: "declined", note: NOTE, actor: MAKER } as const
    expect(await resolveTogether(modules.container, said)).toMatchObject({ refused: [] })
    expect(await till.row(row.id)).toMatchObject({ status: "declined", status_cause: "operator" })
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

    const { resolved, refused } = await release(...ids, "payano_none")
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
    expect(statuses).toEqual(["released", "capture_unknown", "authorized", "unknown"])
  })
})
