import { majorAmount } from "../../src/domain/money/amount"
import { apiKey, SHOPPER, SYSTEM, type Actor } from "../../src/domain/payout/actor"
import type { Payout } from "../../src/modules/payouts/rows"
import { breakWriting } from "../support/gate"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { together } from "../support/modules/together"
import { CHECKER, colleague, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const OTHER = colleague("user_other")
const LIMIT = { ...PAYOUT_OPTIONS, approvalAbove: { COP: 10_000 } }
const NEQUI = {
  destination: { ...DESTINATION, bank: "NEQUI" },
  payment_method: "BANK_TRANSFER",
  other_person: false,
}

withModules("approval by a second person", LIMIT, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const decisions = () => worker.payouts.decisions
  const approve = (id: string, by: Actor, version?: number) =>
    version === undefined ? worker.approve(id, by) : decisions().approve(id, by, version)
  const actionsOf = async (id: string) =>
    (await worker.payouts.audit.of(id)).map(({ action, actor_id }) => [action, actor_id])

  /** None of these people may approve, nothing leaves, and another person may. */
  async function expectRefused({ id }: Payout, ...people: Actor[]) {
    for (const person of people) {
      expect(await approve(id, person)).toMatchObject({
        ...{ outcome: "refused", code: "second_person", not_allowed: true },
      })
    }
    await worker.run()
    expect(worker.sends()).toBe(0)
    expect(await approve(id, OTHER)).toMatchObject({ outcome: "done" })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  }

  it("is needed above the limit and not up to it", async () => {
    expect((await worker.make(10_000)).status).toBe("queued")
    expect((await worker.make(10_001)).status).toBe("awaiting_approval")
  })

  it("is needed whatever the amount for a share of an order that nobody paid, also one that was held", async () => {
    const waits = { status: "awaiting_approval", reason: "not_paid_here" }
    const share = { source: "rule", not_paid_here: true } as const
    const made = await worker.make(1, share, SYSTEM)
    expect(made).toMatchObject(waits)
    expect(await approve(made.id, CHECKER)).toMatchObject({ payout: { status: "queued" } })

    const hold = { reason: "payment_not_captured", seconds: 60 } as const
    const { releases } = worker.payouts
    const statusAfter = async (not_paid_here: boolean) => {
      const { id } = await worker.make(1, { source: "rule", hold }, SYSTEM)
      await releases.release(id, { not_paid_here })
      return worker.payout(id)
    }
    expect(await statusAfter(true)).toMatchObject(waits)
    expect(await statusAfter(false)).toMatchObject({ status: "queued", reason: null })
  })

  it.each([1, 40_000])(
    "is needed before a share of %d leaves whose order turns out to lack its payment, also once it was approved",
    async (pesos) => {
      const { submissions } = worker.payouts
      const { id, status } = await worker.make(pesos, { source: "rule" }, SYSTEM)
      if (status === "awaiting_approval") await approve(id, CHECKER)
      const begin = async () => {
        const [claimed] = await submissions.claim("co", 1)
        return worker.payouts.transaction((trx) =>
          submissions.begin(trx, claimed, { within: true, lacks_payment: true })
        )
      }
      expect(await begin()).toMatchObject({ send: null })
      const waits = { status: "awaiting_approval", reason: "not_paid_here", not_paid_here: true }
      expect(await worker.payout(id)).toMatchObject({ ...waits, approved_version: null })
      expect(await worker.attempts(id)).toEqual([])
      expect(await approve(id, OTHER)).toMatchObject({ payout: { status: "queued" } })
      expect(await begin()).toMatchObject({ made: { payout: { status: "sending" } } })
    }
  )

  it("is refused to whoever made the order of a seller's share, as read at the approval", async () => {
    const { id } = await worker.make(40_000, { source: "rule" }, SYSTEM)
    const makers = () => Promise.resolve([CHECKER.id])
    const proof = { note: "In cash.", proof: "receipt 7" }
    const refused = { outcome: "refused", not_allowed: true }
    expect(await decisions().approve(id, CHECKER, 1, null, makers)).toMatchObject(refused)
    expect(await decisions().paidElsewhere(id, CHECKER, proof, makers)).toMatchObject(refused)
    expect(await decisions().refusalOfElsewhere(id, CHECKER, makers)).toMatchObject(refused)
    expect(await decisions().approve(id, OTHER, 1, null, makers)).toMatchObject({ outcome: "done" })
  })

  it("is always needed in a currency that has no limit", async () => {
    const made = await worker.make(1, { account: "pe", country: "PE", currency: "PEN" })
    expect(made.status).toBe("awaiting_approval")
  })

  it("is refused to the operator who made the payout", async () => {
    await expectRefused(await worker.make(40_000), MAKER)
  })

  it("is refused to the operator who made the payout and to the one who changed its account", async () => {
    const made = await worker.make(40_000)
    await decisions().giveDestination(made.id, NEQUI, CHECKER)
    await expectRefused(made, MAKER, CHECKER)
  })

  it("is refused to the operator who made the link by which the shopper gave the account", async () => {
    const made = await worker.make(40_000, { destination: null })
    const given = { ...NEQUI, makers: [CHECKER.id] }
    const said = await decisions().giveDestination(made.id, given, SHOPPER)
    expect(said).toMatchObject({ outcome: "done", payout: { status: "awaiting_approval" } })
    await expectRefused(made, CHECKER)
  })

  it("is refused to the first editor also after another operator corrected the account", async () => {
    const made = await worker.make(40_000)
    await decisions().giveDestination(made.id, NEQUI, CHECKER)
    const corrected = {
      ...NEQUI,
      destination: { ...NEQUI.destination, phone_number: "3000000009" },
    }
    await decisions().giveDestination(made.id, corrected, colleague("user_corrector"))
    await expectRefused(made, MAKER, CHECKER, colleague("user_corrector"))
  })

  it("is refused to the operator whose key made the payout", async () => {
    const made = await worker.make(40_000, {}, apiKey("apk_1", CHECKER.id))
    expect(made).toMatchObject({ created_by: CHECKER.id, created_by_key: "apk_1" })
    await expectRefused(made, CHECKER)
  })

  it("is refused to the operator whose key changed the account", async () => {
    const made = await worker.make(40_000)
    await decisions().giveDestination(made.id, NEQUI, apiKey("apk_1", CHECKER.id))
    await expectRefused(made, CHECKER)
  })

  it("is refused to every operator when the user behind a key is not known", async () => {
    const { id } = await worker.make(40_000, {}, apiKey("apk_1", null))
    expect(await approve(id, OTHER)).toMatchObject({ code: "unknown_maker", not_allowed: true })
    expect(await worker.payout(id)).toMatchObject({ created_by: null, makers: ["key:apk_1"] })
    expect(await decisions().cancel(id, OTHER, null)).toMatchObject({ outcome: "done" })
  })

  it("is refused to the operator who set the share of the payout's rule", async () => {
    await expectRefused(await worker.make(40_000, { makers: [CHECKER.id] }), MAKER, CHECKER)
  })

  it("is refused to operators who changed the beneficiary before or after the payout was made", async () => {
    const { beneficiaries } = worker.payouts
    const { id } = await beneficiaries.create(
      {
        ...{ name: "Taller", account: "co", country: "CO", currency: "COP" },
        ...{ payment_method: "BANK_TRANSFER", destination: DESTINATION, stock_location_id: null },
      },
      CHECKER
    )
    const made = await worker.make(40_000, { beneficiary_id: id, makers: [CHECKER.id] })
    const later = colleague("user_later")
    await beneficiaries.edit(id, { destination: NEQUI.destination }, later)
    await expectRefused(made, MAKER, CHECKER, later)
  })

  it("is refused to API keys and to the system", async () => {
    const made = await worker.make(40_000)
    await expectRefused(made, apiKey("apk_1", "user_key_maker"), SYSTEM)
  })

  it("is refused for an earlier version once the payout changed", async () => {
    const { id, version } = await worker.make(40_000)
    await decisions().giveDestination(id, NEQUI, OTHER)
    expect(await approve(id, CHECKER, version)).toMatchObject({
      ...{ outcome: "refused", code: "changed_since", field: "version" },
    })
    expect(await approve(id, CHECKER, version + 1)).toMatchObject({ outcome: "done" })
  })

  it("is needed again once the account changed", async () => {
    const { id } = await worker.make(40_000)
    await approve(id, CHECKER)
    const changed = await decisions().giveDestination(id, NEQUI, CHECKER)
    expect(changed).toMatchObject({ outcome: "done", payout: { status: "awaiting_approval" } })
    await worker.run()
    expect(worker.sends()).toBe(0)
  })

  it("is needed again once the amount changed", async () => {
    const made = await worker.make(40_000)
    await approve(made.id, CHECKER)
    const queued = await worker.payout(made.id)
    await worker.payouts.releases.follow(queued, majorAmount(30_000), "Less is owed.")
    expect(await worker.payout(made.id)).toMatchObject({
      ...{ status: "awaiting_approval", amount: "30000" },
    })
  })

  it("stays valid when the same account is given once more", async () => {
    const { id } = await worker.make(40_000)
    await approve(id, CHECKER)
    const same = { ...NEQUI, destination: DESTINATION }
    expect(await decisions().giveDestination(id, same, OTHER)).toMatchObject({
      ...{ outcome: "done", payout: { status: "queued", version: 1 } },
    })
  })

  it("is not needed again for the retry of an unchanged payout", async () => {
    const { id } = await worker.make(40_000)
    await approve(id, CHECKER)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "queued" } })
  })

  it("is needed for a retry once the account was changed after the rejection", async () => {
    const { id } = await worker.make(40_000)
    await approve(id, CHECKER)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    await decisions().giveDestination(id, NEQUI, OTHER)
    expect(await worker.retry(id)).toMatchObject({ payout: { status: "awaiting_approval" } })
  })

  it("counts once when two operators give it at the same moment", async () => {
    const { id } = await worker.make(40_000)
    const writing = { table: "payin_payout", event: "update" } as const
    const [first, second] = await together(modules.pg, writing, (nth) =>
      approve(id, [CHECKER, OTHER][nth])
    )
    expect(first).toMatchObject({ outcome: "done", payout: { approved_by: CHECKER.id } })
    expect(second).toMatchObject({ outcome: "refused", code: "moved_on" })
    expect(await actionsOf(id)).toEqual([
      ["created", MAKER.id],
      ["approval_given", CHECKER.id],
    ])
  })

  it("is refused for the earlier version when the account is changed at the same moment", async () => {
    const { id, version } = await worker.make(40_000)
    const writing = { table: "payin_payout", event: "update" } as const
    const [, approved] = await together<unknown>(modules.pg, writing, (nth) =>
      nth === 0 ? decisions().giveDestination(id, NEQUI, MAKER) : approve(id, CHECKER, version)
    )
    expect(approved).toMatchObject({ outcome: "refused", code: "changed_since" })
    await worker.run()
    expect(worker.sends()).toBe(0)
  })

  it("is given once when one request comes twice", async () => {
    const { id } = await worker.make(40_000)
    expect(await decisions().approve(id, CHECKER, 1, "request_1")).toMatchObject({
      ...{ outcome: "done", payout: { status: "queued" } },
    })
    await worker.run()
    expect(await decisions().approve(id, CHECKER, 1, "request_1")).toMatchObject({
      ...{ outcome: "done", payout: { status: "pending" } },
    })
  })

  it("is not given when its audit entry cannot be written", async () => {
    const { id } = await worker.make(40_000)
    await breakWriting(modules.pg, { table: "payin_payout_audit", event: "insert" })
    await expect(approve(id, CHECKER)).rejects.toThrow("the database said no")
    expect(await worker.payout(id)).toMatchObject({ status: "awaiting_approval" })
  })
})

const NAMED = { ...LIMIT, approvers: ["User_Other@example.com"] }

withModules("approval by the named approvers", NAMED, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  it("is refused to a user whom the option does not name, with one line in the audit for it", async () => {
    const { id } = await worker.make(40_000)
    const refused = { outcome: "refused", code: "not_an_approver", not_allowed: true }
    expect(await worker.approve(id, CHECKER)).toMatchObject(refused)
    expect(await worker.approve(id, CHECKER)).toMatchObject(refused)
    const proof = { note: "In cash.", proof: "receipt 7" }
    expect(await worker.payouts.decisions.paidElsewhere(id, CHECKER, proof)).toMatchObject({
      ...{ outcome: "refused", code: "not_an_approver" },
    })
    const audit = await worker.payouts.audit.of(id)
    expect(audit.map(({ action, facts }) => [action, facts?.code])).toEqual([
      ["created", undefined],
      ["approval_refused", "not_an_approver"],
    ])
  })

  it("can be given for what a key without a known user made", async () => {
    const { id } = await worker.make(40_000, {}, apiKey("apk_1", null))
    expect(await worker.approve(id, OTHER)).toMatchObject({ outcome: "done" })
  })

  it("is refused to a named approver who made the payout", async () => {
    const { id } = await worker.make(40_000, {}, OTHER)
    expect(await worker.approve(id, OTHER)).toMatchObject({ code: "second_person" })
  })
})

withModules("other decisions about payouts", LIMIT, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const cancel = (id: string) => worker.payouts.decisions.cancel(id, MAKER, "Not now.")

  it("a payout can be canceled until it is sent, and no more", async () => {
    const waiting = await worker.make(40_000)
    expect(await cancel(waiting.id)).toMatchObject({ payout: { status: "canceled" } })
    const sent = await worker.make(1_000)
    await worker.run()
    expect(await cancel(sent.id)).toMatchObject({ outcome: "refused", code: "moved_on" })
    expect(await worker.payout(sent.id)).toMatchObject({ status: "pending" })
  })

  it("a payout cannot be canceled while it is being sent", async () => {
    const { id } = await worker.make(1_000)
    const seen: unknown[] = []
    modules.proxy.meet(async (path) => {
      if (path.includes("/payout")) {
        seen.push(await cancel(id))
      }
    })
    await worker.run()
    expect(seen).toMatchObject([{ outcome: "refused", code: "moved_on" }])
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
  })

  it("a refund that Medusa booked is canceled by the system only", async () => {
    const hold = { reason: "refund_young", seconds: 60 } as const
    const { id } = await worker.make(1_000, { source: "refund", refund_id: "ref_1", hold })
    expect(await cancel(id)).toMatchObject({ outcome: "refused", code: "refund_stays" })
    expect(await worker.payouts.releases.withdraw(id, "Medusa took it back.")).toBe(true)
    expect(await worker.payout(id)).toMatchObject({ status: "canceled" })
  })

  it("the account of a payout on its way cannot be changed", async () => {
    const { id } = await worker.make(1_000)
    await worker.run()
    const changed = await worker.payouts.decisions.giveDestination(id, NEQUI, MAKER)
    expect(changed).toMatchObject({ outcome: "refused", code: "moved_on" })
  })

  it("a decision about an unknown payout is answered as unknown", async () => {
    expect(await cancel("payout_nobody")).toEqual({ outcome: "unknown_payout" })
  })
})
