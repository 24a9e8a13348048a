import type { AnomalyAction } from "../../src/domain/anomaly/resolution"
import { majorAmount } from "../../src/domain/money/amount"
import { apiKey, user, type Operator } from "../../src/domain/payout/actor"
import { LeaseLostError, type Lease } from "../../src/modules/ledger/lease"
import { confirmation } from "../../src/workflows/settle/second-person"
import { breakWriting } from "../support/gate"
import { CHECKER, colleague, MAKER } from "../support/payout-worker"
import { findAnomaly, openAnomaly } from "../support/modules/anomaly"
import { withModules } from "../support/modules/modules"
import { AMOUNT, PayIns } from "../support/modules/payin"
import { together } from "../support/modules/together"

const LIMIT = { approvalAbove: { COP: 50_000 } }
const UPDATE = { table: "payin_anomaly", event: "update" } as const

withModules("a decision above the limit about money that came in", LIMIT, (modules) => {
  const payIns = new PayIns(modules)
  const resolutions = () => modules.ledger.resolutions

  /** Money with an anomaly, and the lease under which people decide about it. */
  async function asked() {
    const row = await payIns.approved()
    const anomaly = await openAnomaly(modules, row, "amount_mismatch", { facts: { said: "one" } })
    const lease = await modules.ledger.leases.acquire(row.id, "one")
    if (lease === null) {
      throw new Error("somebody else holds the pay-in")
    }
    modules.bus.told.length = 0
    modules.log.lines.length = 0
    return { row, anomaly, lease, ...{ id: anomaly.id } }
  }
  type Asked = Awaited<ReturnType<typeof asked>>

  function confirm(actor: Operator, action: AnomalyAction, arrived: string = AMOUNT) {
    return confirmation(modules.container, { action, actor }, () => ({
      arrived: { amount: majorAmount(arrived), currency: "COP" },
      asked: { amount: AMOUNT, currency: "COP" },
      card: null,
    }))
  }

  function decide(
    { anomaly, lease }: { anomaly: { id: string }; lease: Lease },
    actor: Operator,
    { action = "accept", arrived }: { action?: AnomalyAction; arrived?: string } = {}
  ) {
    const decision = { action, note: "seen", resolved_by: actor.id }
    const consequence = { lease, marks: { accepted_at: "now" as const }, also_decides: [] }
    return resolutions().write(anomaly, decision, consequence, confirm(actor, action, arrived))
  }

  const deeds = async (id: string) =>
    (await modules.payouts.audit.of(id)).map(({ action, actor_id }) => [action, actor_id])

  it("is proposed by the first person, published and logged, and nothing is decided", async () => {
    const all = await asked()
    expect(await decide(all, MAKER)).toMatchObject({
      ...{ outcome: "unconfirmed", code: "second_person" },
    })
    const now = await findAnomaly(modules, all.id)
    expect(now).toMatchObject({ status: "open", action: null, resolved_by: null })
    expect(now.proposed).toMatchObject({
      ...{ action: "accept", by: MAKER.id, amount: "60000", currency: "COP" },
      at: expect.any(Date),
    })
    expect((await payIns.find(all.row.id)).accepted_at).toBeNull()
    expect(modules.bus.of("payin.anomaly_proposed")).toEqual([
      {
        ...{ id: all.id, kind: "amount_mismatch", action: "accept" },
        ...{ transaction_id: all.row.id, order_id: null },
      },
    ])
    expect(modules.log.lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/to=proposed .*action=accept .*by=user_maker/),
    ])
    expect(await deeds(all.id)).toEqual([["proposed", MAKER.id]])
  })

  it("is carried out by another person who says the same, and the audit shows both", async () => {
    const all = await asked()
    await decide(all, MAKER)
    expect(await decide(all, CHECKER)).toMatchObject({ outcome: "resolved" })
    expect(await findAnomaly(modules, all.id)).toMatchObject({
      ...{ status: "resolved", action: "accept", resolved_by: CHECKER.id },
      proposed: { by: MAKER.id },
    })
    expect((await payIns.find(all.row.id)).accepted_at).not.toBeNull()
    expect(await deeds(all.id)).toEqual([
      ["proposed", MAKER.id],
      ["confirmed", CHECKER.id],
    ])
  })

  it("is not carried out by who proposed it, under no user and by no key, and not by a younger user", async () => {
    const all = await asked()
    await decide(all, MAKER)
    const invited = new Date(Date.now() + 60_000)
    const again = { email: "user_maker@example.com", created_at: new Date(0) }
    const refused: [Operator, string][] = [
      [MAKER, "second_person"],
      [user("user_again", { ...again, earlier: [MAKER.id] }), "second_person"],
      [apiKey("apk_1", MAKER.id), "second_person"],
      [apiKey("apk_2", CHECKER.id), "second_person"],
      [user("user_new", { email: "new@example.com", created_at: invited, earlier: [] }), "too_new"],
    ]
    const { proposed } = await findAnomaly(modules, all.id)
    for (const [actor, code] of [...refused, ...refused]) {
      expect(await decide(all, actor)).toMatchObject({ outcome: "unconfirmed", code })
    }
    expect(await findAnomaly(modules, all.id)).toMatchObject({ status: "open", proposed })
    // Once for each person, however often they try.
    expect(await deeds(all.id)).toEqual([
      ["proposed", MAKER.id],
      ...refused.map(([{ id }]) => ["approval_refused", id]),
    ])
    expect(modules.bus.of("payin.anomaly_proposed")).toHaveLength(1)
    expect((await payIns.find(all.row.id)).accepted_at).toBeNull()
  })

  it("is not proposed where one person is enough", async () => {
    const all = await asked()
    const decision = { action: "accept", note: "seen", resolved_by: MAKER.id } as const
    const small = { amount: majorAmount("50000"), currency: "COP" }
    const alone = confirmation(modules.container, { action: "accept", actor: MAKER }, () => ({
      ...{ arrived: small, asked: small, card: null },
    }))
    expect(await resolutions().write(all.anomaly, decision, null, alone)).toMatchObject({
      outcome: "resolved",
    })
    expect((await findAnomaly(modules, all.id)).proposed).toBeNull()
    expect(await deeds(all.id)).toEqual([])
  })

  it.each([
    [
      "the facts of the anomaly",
      async ({ row }: Asked) => {
        await openAnomaly(modules, row, "amount_mismatch", { facts: { said: "two" } })
      },
      {},
    ],
    [
      "the amount",
      async ({ row }: Asked) => {
        await modules.pg("payin_transaction").where({ id: row.id }).update({ approved_amount: "1" })
      },
      {},
    ],
    [
      "the status of the pay-in",
      async ({ row }: Asked) => {
        await modules.pg("payin_transaction").where({ id: row.id }).update({ status: "rejected" })
      },
      {},
    ],
    ["what the service says", async () => undefined, { arrived: "60001" }],
  ] as const)("is proposed again when %s changed meanwhile", async (_what, change, said) => {
    const all = await asked()
    await decide(all, MAKER)
    await change(all)
    expect(await decide(all, CHECKER, said)).toMatchObject({ outcome: "unconfirmed" })
    expect(await findAnomaly(modules, all.id)).toMatchObject({
      ...{ status: "open", proposed: { by: CHECKER.id } },
    })
    expect(await decide(all, MAKER, said)).toMatchObject({ outcome: "resolved" })
  })

  it("stays proposed when the same is reported again, or Medusa is busy for another reason", async () => {
    const all = await asked()
    await decide(all, MAKER)
    for (const reason of ["busy", "out of stock"]) {
      const facts = { said: "one", reason }
      await openAnomaly(modules, all.row, "amount_mismatch", { facts })
    }
    expect(await decide(all, CHECKER)).toMatchObject({ outcome: "resolved" })
  })

  it("is replaced by another action of another person, who then is its proposer", async () => {
    const all = await asked()
    await decide(all, MAKER)
    await decide(all, CHECKER, { action: "captured" })
    expect(await findAnomaly(modules, all.id)).toMatchObject({
      proposed: { action: "captured", by: CHECKER.id },
    })
    expect(await decide(all, CHECKER, { action: "captured" })).toMatchObject({
      ...{ outcome: "unconfirmed", proposed: null },
    })
    expect(await decide(all, MAKER, { action: "captured" })).toMatchObject({ outcome: "resolved" })
  })

  it("is carried out once when two people decide at the same moment", async () => {
    const all = await asked()
    const both = await together(modules.pg, UPDATE, (nth) =>
      decide(all, nth === 0 ? MAKER : CHECKER)
    )
    expect(both.map(({ outcome }) => outcome)).toEqual(["unconfirmed", "resolved"])
    expect(await findAnomaly(modules, all.id)).toMatchObject({
      ...{ proposed: { by: MAKER.id }, resolved_by: CHECKER.id },
    })
  })

  it("is carried out once when two people decide at the same moment about no pay-in", async () => {
    const all = await asked()
    const both = await together(modules.pg, UPDATE, (nth) => {
      const actor = nth === 0 ? MAKER : CHECKER
      const decision = { action: "accept", note: "seen", resolved_by: actor.id } as const
      return resolutions().write(all.anomaly, decision, null, confirm(actor, "accept"))
    })
    expect(both.map(({ outcome }) => outcome)).toEqual(["unconfirmed", "resolved"])
    expect(await findAnomaly(modules, all.id)).toMatchObject({
      ...{ proposed: { by: MAKER.id }, resolved_by: CHECKER.id },
    })
  })

  it("is carried out by nobody when one person decides twice at the same moment", async () => {
    const all = await asked()
    const both = await together(modules.pg, UPDATE, () => decide(all, MAKER))
    expect(both.map(({ outcome }) => outcome)).toEqual(["unconfirmed", "unconfirmed"])
    expect(await findAnomaly(modules, all.id)).toMatchObject({ status: "open" })
    expect(modules.bus.of("payin.anomaly_proposed")).toHaveLength(1)
  })

  it("is carried out once when two others confirm it at the same moment", async () => {
    const all = await asked()
    await decide(all, MAKER)
    const both = await together(modules.pg, UPDATE, (nth) =>
      decide(all, nth === 0 ? CHECKER : colleague("user_third"))
    )
    expect(both.map(({ outcome }) => outcome)).toEqual(["resolved", "closed"])
    expect(await deeds(all.id)).toHaveLength(2)
  })

  it("is confirmed and carried out together or not at all", async () => {
    const all = await asked()
    const proposing = await breakWriting(modules.pg, UPDATE)
    await expect(decide(all, MAKER)).rejects.toThrow("the database said no")
    await proposing.mend()
    expect(await deeds(all.id)).toEqual([])
    expect((await findAnomaly(modules, all.id)).proposed).toBeNull()

    await decide(all, MAKER)
    const marking = await breakWriting(modules.pg, { ...UPDATE, table: "payin_transaction" })
    await expect(decide(all, CHECKER)).rejects.toThrow("the database said no")
    await marking.mend()
    expect(await deeds(all.id)).toEqual([["proposed", MAKER.id]])
    expect(await findAnomaly(modules, all.id)).toMatchObject({ status: "open" })
    expect(await decide(all, CHECKER)).toMatchObject({ outcome: "resolved" })
  })

  it("is neither proposed nor confirmed by a holder that lost the lease on the pay-in", async () => {
    const all = await asked()
    await decide(all, MAKER)
    await modules.advance(121)
    await modules.ledger.leases.acquire(all.row.id, "two")
    for (const actor of [MAKER, CHECKER]) {
      await expect(decide(all, actor)).rejects.toThrow(LeaseLostError)
    }
    expect(await findAnomaly(modules, all.id)).toMatchObject({ status: "open" })
    expect(await deeds(all.id)).toEqual([["proposed", MAKER.id]])
  })

  it("begins in Medusa only once it is confirmed, and again after a crash before its end", async () => {
    const all = await asked()
    const begun = { lease: all.lease, marks: { excluded_at: null }, look_again_seconds: 0 }
    await modules
      .pg("payin_transaction")
      .where({ id: all.row.id })
      .update({ excluded_at: new Date(), apply_after: null })
    const begin = (actor: Operator) =>
      resolutions().begin(all.anomaly, begun, confirm(actor, "accept"))
    expect(await begin(MAKER)).toMatchObject({ outcome: "unconfirmed" })
    const before = await payIns.find(all.row.id)
    expect(before).toMatchObject({ excluded_at: expect.any(Date), apply_after: null })
    expect(await begin(CHECKER)).toBeNull()
    // As after a crash.
    expect(await begin(CHECKER)).toBeNull()
    const after = await payIns.find(all.row.id)
    expect(after).toMatchObject({ excluded_at: null, apply_after: expect.any(Date) })
    expect(await deeds(all.id)).toHaveLength(2)
    await modules.ledger.resolutions.write(
      all.anomaly,
      { action: "ignore", note: "dealt with", resolved_by: MAKER.id },
      null
    )
    expect(await begin(CHECKER)).toEqual({ outcome: "closed" })
  })

  it("counts no more when its anomaly opens again", async () => {
    const all = await asked()
    await decide(all, MAKER)
    await decide(all, CHECKER)
    await modules.pg("payin_anomaly").update({ refund_amount: AMOUNT, refund_currency: "COP" })
    await modules.pg.transaction((trx) => resolutions().reopen(trx, all.id, "given up"))
    expect(await findAnomaly(modules, all.id)).toMatchObject({ status: "open", proposed: null })
  })
})

const NAMED = { ...LIMIT, approvers: ["user_checker@example.com"] }

withModules("a decision that only named approvers confirm", NAMED, (modules) => {
  it("is not stuck when the only approver proposed it: somebody else proposes it in their place", async () => {
    const row = await new PayIns(modules).approved()
    const anomaly = await openAnomaly(modules, row, "amount_mismatch")
    const money = { amount: AMOUNT, currency: "COP" }
    const decide = (actor: Operator) =>
      modules.ledger.resolutions.write(
        anomaly,
        { action: "accept", note: "seen", resolved_by: actor.id },
        null,
        confirmation(modules.container, { action: "accept", actor }, () => ({
          ...{ arrived: money, asked: money, card: null },
        }))
      )
    for (const actor of [CHECKER, CHECKER, MAKER, MAKER, colleague("user_third")]) {
      expect(await decide(actor)).toMatchObject({ outcome: "unconfirmed", code: "second_person" })
    }
    expect(await decide(CHECKER)).toMatchObject({ outcome: "resolved" })
  })
})
