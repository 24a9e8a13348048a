import { randomUUID } from "node:crypto"
import { keyStanding, type KeyDoubt } from "../../src/domain/payout/key-holder"
import { majorAmount } from "../../src/domain/money/amount"
import type { Actor } from "../../src/domain/payout/actor"
import { KEY_SECONDS } from "../../src/domain/time/schedule"
import { approvePayout } from "../../src/workflows/payout"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, colleague, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

const KEY = "@canary-key"
const { full_name, legal_doc, legal_doc_type } = DESTINATION
const TO_KEY = { payment_method: "BREB", destination: { ...DESTINATION, account_number: KEY } }

withModules("payouts to a Bre-B key", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => {
    worker.fill(50_000_000)
    heldBy({})
  })

  type Holder = NonNullable<
    NonNullable<Parameters<typeof modules.sandbox.configure>[0]["brebKeys"]>[string]
  >
  function heldBy(change: Holder) {
    const holder = { full_name, legal_doc, legal_doc_type, ...change }
    modules.sandbox.configure({ brebKeys: { [KEY]: holder } })
  }
  const resolves = () => modules.sandbox.counters().resolve
  const make = (pesos = 40_000) => worker.make(pesos, TO_KEY)
  const approve = async (id: string, version: number, actor: Actor = CHECKER) =>
    approvePayout(modules.container, { payout_id: id, actor, version, request_id: randomUUID() })
  const expectUnsent = async (id: string, columns: object) => {
    expect(await worker.payout(id)).toMatchObject(columns)
    expect(worker.taken(id)).toEqual([])
    expect(await worker.attempts(id)).toEqual([])
  }

  it("leave once the service says that the person who is written holds the key, and it is asked each time", async () => {
    const { id } = await make()
    const before = resolves()
    await worker.run()
    expect(worker.taken(id)).toMatchObject([{ account_number: KEY, payment_method: "BREB" }])
    expect(resolves()).toBe(before + 1)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "pending", version: 1 },
      key_holder: { name: "C. P.", document: legal_doc.slice(-3), differs: false },
    })
    await worker.make(10_000)
    await worker.run()
    expect(resolves()).toBe(before + 1)
  })

  it.each<[string, () => void, KeyDoubt]>([
    ["nobody holds", () => heldBy({ answers: "unknown" }), "key_not_found"],
    ["is not active", () => heldBy({ answers: "inactive" }), "key_not_found"],
    ["another person holds", () => heldBy({ legal_doc: "1" }), "key_other_person"],
    ["is answered without success", () => heldBy({ answers: "unsuccessful" }), "key_unclear"],
    ["is answered without a holder", () => heldBy({ answers: "nobody" }), "key_unclear"],
    ["is answered in another shape", () => heldBy({ answers: "envelope" }), "key_unclear"],
    ["the service fails to answer", () => heldBy({ answers: "broken" }), "key_unclear"],
  ])("wait while the key %s, and leave once the answer is good", async (_title, spoil, reason) => {
    spoil()
    const { id } = await make()
    await worker.run()
    await expectUnsent(id, { status: "queued", reason })
    heldBy({})
    await worker.runIn(KEY_SECONDS - 60)
    await expectUnsent(id, { status: "queued", reason })
    await worker.runIn(60)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("leave when the service hides who holds the key, as to a bank account", async () => {
    heldBy({ full_name: "*****", legal_doc: "*****" })
    const { id } = await make()
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("wait while the service is silent about the key", async () => {
    modules.sandbox.injectFault({ operation: "resolve", kind: "reset_before" })
    const { id } = await make()
    await worker.run()
    await expectUnsent(id, { status: "queued", reason: "key_unclear" })
  })

  it("leave at once after a person corrected the destination", async () => {
    heldBy({ answers: "unknown" })
    const { id } = await make()
    await worker.run()
    await expectUnsent(id, { reason: "key_not_found" })
    await worker.redirect(id, { bank: "NEQUI" })
    await worker.run()
    expect(worker.taken(id)).toMatchObject([{ payment_method: "BANK_TRANSFER" }])
  })

  it("wait for a second person, whatever the amount, when the key is under another name", async () => {
    heldBy({ full_name: "Otra Persona" })
    const { id } = await make(1_000)
    await worker.run()
    const waits = { status: "awaiting_approval", reason: "key_holder", version: 2 }
    await expectUnsent(id, { ...waits, key_holder: { name: "O. P.", differs: true } })
    expect(await worker.approve(id, MAKER)).toMatchObject({ outcome: "refused" })
    expect(await worker.approve(id, CHECKER)).toMatchObject({ outcome: "done" })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("wait again when the key changed hands after the approval", async () => {
    heldBy({ full_name: "Otra Persona" })
    const { id } = await make(1_000)
    await worker.run()
    await worker.approve(id, CHECKER)
    heldBy({ full_name: "Una Tercera" })
    await worker.run()
    await expectUnsent(id, { status: "awaiting_approval", reason: "key_holder", version: 3 })
    await worker.approve(id, colleague("user_other"))
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("are not sent on an approval of what the approver could not see", async () => {
    const { id } = await make(600_000)
    const { version } = await worker.payout(id)
    heldBy({ full_name: "Otra Persona" })
    expect(await approve(id, version)).toMatchObject({ code: "changed_since" })
    // The answer is the same: nothing is new to see.
    expect(await approve(id, version + 1)).toMatchObject({ outcome: "done" })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })

  it.each<[string, () => void, KeyDoubt, number]>([
    ["nobody holds the key", () => heldBy({ answers: "unknown" }), "key_not_found", 6],
    ["another person holds it", () => heldBy({ legal_doc: "1" }), "key_other_person", 6],
    ["the service fails", () => heldBy({ answers: "broken" }), "key_unclear", 6],
    ["Bre-B does not move so much", () => {}, "key_over_limit", 116],
  ])("cannot be approved while %s", async (_title, spoil, waits_for, times) => {
    spoil()
    const { id } = await make(times * 100_001)
    expect(await approve(id, 1)).toMatchObject({ outcome: "refused", waits_for })
    await worker.approve(id, CHECKER)
    await worker.run()
    await expectUnsent(id, { status: "queued", reason: waits_for })
  })

  it("are refused to their maker, and as an earlier version, before the service is asked about the key", async () => {
    const { id } = await make(600_000)
    const before = resolves()
    expect(await approve(id, 1, MAKER)).toMatchObject({ not_allowed: true })
    expect(await approve(id, 2)).toMatchObject({ code: "changed_since" })
    expect(resolves()).toBe(before)
    const refused = await modules
      .pg("payin_payout_audit")
      .where({ subject_id: id, action: "approval_refused" })
    expect(refused).toHaveLength(1)
  })

  it("wait when the holder is hidden after a person approved another one", async () => {
    heldBy({ full_name: "Otra Persona" })
    const { id } = await make(1_000)
    await worker.run()
    await worker.approve(id, CHECKER)
    heldBy({ full_name: "*****", legal_doc: "*****" })
    await worker.run()
    await expectUnsent(id, { status: "queued", reason: "key_unclear", version: 2 })
    expect(await worker.payout(id)).toMatchObject({ key_holder: { name: "O. P.", differs: true } })
    heldBy({ full_name: "Otra Persona" })
    await worker.runIn(601)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it.each<[string, () => void]>([
    ["nobody holds it", () => heldBy({ answers: "unknown" })],
    ["another person does", () => heldBy({ legal_doc: "1" })],
  ])(
    "show no holder of a key any more once %s, and the approval is over",
    async (_title, spoil) => {
      heldBy({ full_name: "Otra Persona" })
      const { id } = await make(1_000)
      await worker.run()
      await worker.approve(id, CHECKER)
      spoil()
      await worker.run()
      await expectUnsent(id, { status: "queued", key_holder: null, version: 3 })
      heldBy({ full_name: "Otra Persona" })
      await worker.runIn(601)
      await expectUnsent(id, { status: "awaiting_approval", reason: "key_holder", version: 4 })
      spoil()
      expect(await approve(id, 4)).toMatchObject({ outcome: "refused", again: true })
      await expectUnsent(id, { status: "awaiting_approval", key_holder: null, version: 5 })
    }
  )

  it("wait for a second person also when somebody writes the same key once more and its holder is hidden then", async () => {
    heldBy({ full_name: "Otra Persona" })
    const { id } = await make(1_000)
    await worker.run()
    const again = { ...DESTINATION, account_number: KEY, email: "another@shop.example" }
    const given = { destination: again, payment_method: "BREB", other_person: false }
    await worker.payouts.decisions.giveDestination(id, given, MAKER)
    expect(await worker.payout(id)).toMatchObject({
      ...{ status: "awaiting_approval", reason: "key_holder", key_holder: { differs: true } },
    })
    heldBy({ full_name: "*****", legal_doc: "*****" })
    await worker.run()
    expect(await approve(id, 3)).toMatchObject({ outcome: "refused", waits_for: "key_unclear" })
    await expectUnsent(id, { status: "awaiting_approval" })
  })

  const given = (account_number: string, payment_method = "BREB") => ({
    destination: { ...DESTINATION, account_number },
    ...{ payment_method, other_person: false },
  })
  const hide = () => heldBy({ full_name: "*****", legal_doc: "*****" })
  /** Another person was seen, and approved. */
  async function toAnother(): Promise<string> {
    heldBy({ full_name: "Otra Persona" })
    const { id } = await make(1_000)
    await worker.run()
    await worker.approve(id, CHECKER)
    return id
  }
  const give = async (id: string, to: ReturnType<typeof given>) =>
    worker.payouts.decisions.giveDestination(id, to, MAKER)

  it.each<[string, () => Promise<string>]>([
    [
      "that nobody held for a while",
      async () => {
        const id = await toAnother()
        heldBy({ answers: "unknown" })
        await worker.run()
        return id
      },
    ],
    [
      "that somebody with another document held",
      async () => {
        heldBy({ legal_doc: "1" })
        const { id } = await make(1_000)
        await worker.run()
        return id
      },
    ],
    [
      "after another key and this one again",
      async () => {
        const id = await toAnother()
        await give(id, given("@second-key"))
        await give(id, given(KEY))
        return id
      },
    ],
    [
      "after a bank account and this key again",
      async () => {
        const id = await toAnother()
        await give(id, given(DESTINATION.account_number, "BANK_TRANSFER"))
        await give(id, given(KEY))
        return id
      },
    ],
    [
      "of another Refund than the rejected one, which goes there too",
      async () => {
        const id = await toAnother()
        await worker.run()
        modules.sandbox.rejectPayout((await worker.attempt(id)).reference, { notify: false })
        await worker.runIn(60)
        const refund = { refund_id: "ref_2", payment_id: null, order_amount: majorAmount(1_000) }
        const to = { ...given(KEY), from: null, makers: [] }
        const lacking = refund.order_amount
        await worker.payouts.transaction((trx) =>
          worker.payouts.releases.payInPlace(trx, id, refund, { lacking, to, maker: MAKER.id })
        )
        await worker.retry(id)
        return id
      },
    ],
  ])("wait when the service hides now who holds a key %s", async (_title, forget) => {
    const id = await forget()
    const before = worker.taken(id).length
    hide()
    await worker.runIn(601)
    const { status, version } = await worker.payout(id)
    const waits_for = status === "awaiting_approval" ? "key_unclear" : "moved_on"
    const answer = await approve(id, version, colleague("user_other"))
    expect(answer).toMatchObject(
      status === "awaiting_approval" ? { waits_for } : { code: waits_for }
    )
    await worker.runIn(601)
    expect(worker.taken(id)).toHaveLength(before)
    heldBy({})
    await worker.runIn(601)
    if (status === "awaiting_approval") {
      await approve(id, (await worker.payout(id)).version, colleague("user_other"))
      await worker.run()
    }
    expect(worker.taken(id)).toHaveLength(before + 1)
  })

  it("keep the holder whom another worker was told of meanwhile", async () => {
    const { id } = await make(1_000)
    const seen = await worker.payout(id)
    const told = (name: string) => {
      const holder = { full_name: name, legal_doc, legal_doc_type, bank: null }
      const now = keyStanding(id, given(KEY).destination, { status: "active", holder })
      if (now.outcome !== "holder") throw new Error(now.doubt)
      return now.shown
    }
    const { keyHolders } = worker.payouts
    expect(await keyHolders.keep(seen, told("Otra Persona"))).toBe(true)
    await keyHolders.drop(seen, "key_not_found")
    expect(await keyHolders.keep(seen, told(full_name))).toBe(false)
    expect(await worker.payout(id)).toMatchObject({
      ...{ version: 2, key_holder: { name: "O. P.", differs: true } },
    })
  })

  it("keep no holder as a reason to wait for an account that is no key", async () => {
    const { id } = await make(1_000)
    const kept = { name: "O. P.", document: "", bank: null, differs: true, print: "" }
    await modules
      .pg("payin_payout")
      .where({ id })
      .update({
        payment_method: "BANK_TRANSFER",
        key_holder: JSON.stringify({ ...kept, asked_at: new Date().toISOString() }),
      })
    await worker.run()
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("are sent again only to the holder who was seen", async () => {
    modules.sandbox.injectFault({ operation: "payout", kind: "reset_before" })
    const { id } = await make()
    await worker.run()
    await worker.pass(40)
    heldBy({ full_name: "Otra Persona" })
    expect(await worker.resend(id)).toMatchObject({ outcome: "refused", waits_for: "key_unclear" })
    heldBy({})
    expect(await worker.resend(id)).toMatchObject({ outcome: "done" })
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("keep no name and no document of the holder", async () => {
    heldBy({ full_name: "Zenobia Quintanar" })
    await make(1_000)
    await worker.run()
    const rows: unknown[] = await modules.pg("payin_payout").select("key_holder")
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Zenobia|Quintanar|${legal_doc}`))
    expect(modules.log.lines.map(({ message }) => message).join("\n")).not.toContain(KEY)
  })
})
