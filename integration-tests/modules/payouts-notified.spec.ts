import { z } from "zod"
import { receiveIpn } from "../../src/api/hooks/receive-ipn"
import { hashIpnKey, newIpnKey } from "../../src/domain/row/reference"
import {
  answerLookupRequest,
  processEvent,
  LOOKUP_REQUESTED,
} from "../../src/workflows/settle/notification"
import { closeGate } from "../support/gate"
import { anomaliesOf } from "../support/modules/anomalies"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { keptNotices, noticeOf, signatureOf, type Notice } from "../support/notification"
import { MAKER, PayoutWorker } from "../support/payout-worker"

/** As a subscriber of Medusa's bus reads it. */
const requestData = z.object({
  transaction_id: z.string().nullable(),
  payout_attempt_id: z.string().nullable(),
  event_id: z.string().nullable(),
})
const OTHER_KEY = "0123456789abcdef0123456789abcdef"

withModules("notifications of payouts", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  /** A payout that the service took and that nobody asked about yet. */
  async function sent() {
    const { id } = await worker.make(40_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    return { id, reference }
  }

  /** A pay-in that is pending, with the key of its address. */
  async function payIn() {
    const key = newIpnKey()
    const { id, reference } = await new PayIns(modules).pending({ ipn_key_hash: hashIpnKey(key) })
    return { id, reference, key }
  }

  const notice = (reference: string, change?: Record<string, unknown>) =>
    noticeOf(modules, reference, { top_status: "APPROVED", ...change })

  /** Comes in as by its route. Answers the status. */
  async function receive(
    reference: string,
    { key, body }: Pick<Notice, "body"> & { key: string | null },
    more: { account?: string; signature?: string } = {}
  ): Promise<number> {
    const { account = null, signature } = more
    const raw = Buffer.from(JSON.stringify(body))
    const answer = await receiveIpn(modules.container, { reference, key, account, signature, raw })
    return answer.status
  }

  const requests = () => modules.bus.told.filter(({ name }) => name === LOOKUP_REQUESTED)

  /** Does what the notifications of this test request, as a worker does at once. */
  async function answerLookupRequests(): Promise<void> {
    for (const { data } of requests()) {
      await answerLookupRequest(modules.container, requestData.parse(data))
    }
  }

  async function processDue(): Promise<void> {
    for (const event of await modules.inbox.events.claimDue(10)) {
      await processEvent(modules.container, event)
    }
  }

  const lookups = () => modules.sandbox.counters().lookup

  it("make the payout be looked up at once, and three copies publish its approval once", async () => {
    const { id, reference } = await sent()
    modules.sandbox.approvePayout(reference, { notify: false })
    const told = notice(reference)
    const signature = signatureOf(told.ticket, reference)
    const copies = [1, 2, 3].map(() => receive(reference, told, { signature }))
    expect(await Promise.all(copies)).toEqual([202, 202, 202])
    await answerLookupRequests()
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await keptNotices(modules, reference)).toMatchObject([
      { type: "APPROVED", status: "processed", signature: "valid" },
    ])
    expect(modules.bus.of("payin.payout_approved")).toHaveLength(1)
  })

  it("are not found, not stored and request no lookup with a wrong key or reference", async () => {
    const [{ reference }, other, into] = [await sent(), await sent(), await payIn()]
    const told = notice(reference)
    const strangers: [string, string][] = [
      [reference, OTHER_KEY],
      [reference, notice(other.reference).key],
      [reference, into.key],
      [into.reference, told.key],
      ["out_unknown", told.key],
    ]
    for (const [where, key] of strangers) {
      expect(await receive(where, { key, body: told.body })).toBe(404)
    }
    expect(await modules.pg("payin_event")).toEqual([])
    expect(requests()).toEqual([])
  })

  it("are refused, not stored and request no lookup with a wrong signature", async () => {
    const [{ reference }, other] = [await sent(), await sent()]
    const told = notice(reference)
    for (const signature of [
      signatureOf(told.ticket, other.reference),
      signatureOf(told.ticket, reference, "another-token"),
      "0",
    ]) {
      expect(await receive(reference, told, { signature })).toBe(401)
    }
    expect(await modules.pg("payin_event")).toEqual([])
    expect(requests()).toEqual([])
  })

  it("move nothing until a lookup confirms them, and are processed then", async () => {
    const { id, reference } = await sent()
    await receive(reference, notice(reference))
    await answerLookupRequests()
    expect(await keptNotices(modules, reference)).toMatchObject([
      { status: "received", last_error: expect.stringMatching(/lookup says nothing else/) },
    ])
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })

    modules.sandbox.approvePayout(reference, { notify: false })
    await modules.advance(6)
    await processDue()
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await keptNotices(modules, reference)).toMatchObject([{ status: "processed" }])
    expect(await anomaliesOf(modules)).toEqual([])
  })

  it("are ignored when they name a pay-in at a payout's address or a payout at a pay-in's address", async () => {
    const [{ id, reference }, into] = [await sent(), await payIn()]
    const { key, body } = notice(reference)
    const ofPayIn = { ...body, top_reference: into.reference }
    expect(await receive(reference, { key, body: ofPayIn })).toBe(202)
    expect(await receive(into.reference, { key: into.key, body })).toBe(202)
    await answerLookupRequests()
    const ignored = [{ status: "ignored", status_reason: "names another reference" }]
    expect(await keptNotices(modules, reference)).toMatchObject(ignored)
    expect(await keptNotices(modules, into.reference)).toMatchObject(ignored)
    // Each was asked about by its own names all the same: the pay-in, which the service does not know, by both.
    expect(lookups()).toBe(3)
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    expect(await modules.ledger.transactions.find(into.id)).toMatchObject({ status: "pending" })
  })

  it("need a signature and the payout's own account at Medusa's standard address", async () => {
    const { id, reference } = await sent()
    modules.sandbox.approvePayout(reference, { notify: false })
    const { ticket, body } = notice(reference)
    const signature = signatureOf(ticket, reference)
    const standard = { key: null, body }
    expect(await receive(reference, standard, { account: "co" })).toBe(401)
    expect(await receive(reference, standard, { account: "pe", signature })).toBe(404)
    expect(await receive(reference, standard, { account: "co", signature })).toBe(202)
    await answerLookupRequests()
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await keptNotices(modules, reference)).toMatchObject([{ source: "standard" }])
  })

  it("request no lookup when they repeat a known status of a final payout", async () => {
    const { reference } = await sent()
    modules.sandbox.approvePayout(reference, { notify: false })
    const told = notice(reference)
    await receive(reference, told)
    await answerLookupRequests()
    const asked = requests().length
    await receive(reference, told)
    expect(requests()).toHaveLength(asked)
  })

  it("open an anomaly when the lookup answers for a pay-in, another payout or another ticket", async () => {
    const [{ id, reference }, other] = [await sent(), await sent()]
    modules.sandbox.approvePayout(reference, { notify: false })
    const lies = [
      { lie: { type_transaction: "DEPOSIT" }, reason: "is_a_payin" },
      { lie: { reference: other.reference }, reason: "other_reference" },
      { lie: { ticket: "another-ticket-1" }, reason: "other_ticket" },
    ]
    for (const [n, { lie, reason }] of lies.entries()) {
      modules.proxy.lie((answer) => ({ ...answer, ...lie }))
      await receive(reference, notice(reference, { top_extra_params1: String(n) }))
      await answerLookupRequests()
      expect(await anomaliesOf(modules, "open")).toMatchObject([
        { kind: "unknown_status", facts: { reason } },
      ])
    }
    expect(await worker.payout(id)).toMatchObject({ status: "pending" })

    modules.proxy.tellTheTruth()
    await worker.runIn(3600)
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await anomaliesOf(modules)).toMatchObject([{ status: "resolved" }])
  })

  describe("of a payout that the lookup does not find", () => {
    afterEach(() => {
      Object.assign(modules.gateway.options, { unknownPayouts: "hold" })
    })

    /** A payout that the service took, whose answer was lost and that no lookup finds. */
    async function lost(finds: (path: string) => boolean = () => false) {
      modules.sandbox.configure({ payouts: { duplicate: "second" } })
      modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
      modules.proxy.meet((path, response) => {
        if (path.includes("/transaction/") && !finds(path)) {
          response.status(404).json({ code: "00", status: "ERROR", error: "NOT_FOUND" })
        }
      })
      return sent()
    }

    it("keep it from being sent again, and a person asks the support", async () => {
      Object.assign(modules.gateway.options, { unknownPayouts: "resend" })
      const { id, reference } = await lost()
      await receive(reference, notice(reference))
      await answerLookupRequests()
      await worker.pass(120, 10)
      expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "heard_of" })
      expect(await worker.resend(id)).toMatchObject({
        ...{ outcome: "refused", waits_for: "heard_of" },
      })
      expect(worker.taken(id)).toHaveLength(1)
      const open = await anomaliesOf(modules, "open")
      expect(open).toMatchObject([{ kind: "payout_unknown" }])
      const told = { outcome: "not_paid", note: "The support said so.", proof: "case 1" } as const
      expect(await worker.payouts.decisions.reportOutcome(id, MAKER, told)).toMatchObject({
        payout: { status: "rejected" },
      })
    })

    /** What stands in between delivers a call twice: the service takes the first and refuses the second. */
    const REFUSALS = {
      credentials: { status: 401, error: "UNAUTHORIZED" },
      "too little money": { status: 400, error: "REFUSED" },
    } as const

    /** @param before what happens between the two deliveries */
    function deliverTwice(
      refusal: keyof typeof REFUSALS,
      before: () => Promise<unknown> = () => Promise.resolve()
    ): void {
      Object.assign(modules.gateway.options, { unknownPayouts: "resend" })
      modules.sandbox.configure({ payouts: { duplicate: "second" } })
      modules.proxy.meet((path, response) => {
        if (path.includes("/transaction/")) {
          response.status(404).json({ code: "00", status: "ERROR", error: "NOT_FOUND" })
        }
        if (path.endsWith("/payout")) {
          const { status, error } = REFUSALS[refusal]
          const send = response.json.bind(response)
          response.json = () => {
            worker.fill(refusal === "credentials" ? 1_000_000 : 10_000)
            before()
              .then(() =>
                send.call(response.status(status), { code: "00", status: "ERROR", error })
              )
              .catch((reason: unknown) => response.destroy(new Error(String(reason))))
            return response
          }
        }
      })
    }

    it.each(["credentials", "too little money"] as const)(
      "keep it from being sent again after a refusal for %s of its second delivery",
      async (refusal) => {
        const { id } = await worker.make(40_000)
        deliverTwice(refusal, async () => {
          const [{ reference }] = worker.taken(id)
          await receive(reference, notice(reference))
        })
        await worker.run()
        await answerLookupRequests()
        worker.fill(1_000_000)
        await worker.pass(120, 10)
        expect(worker.taken(id)).toHaveLength(1)
        expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "heard_of" })
      }
    )

    it.each(["credentials", "too little money"] as const)(
      "keep it from being sent again when they come after a refusal for %s",
      async (refusal) => {
        const { id } = await worker.make(40_000)
        deliverTwice(refusal)
        await worker.run()
        expect(await worker.attempts(id)).toMatchObject([{ status: "ready", sends: 0 }])
        const [{ reference }] = worker.taken(id)
        await receive(reference, notice(reference))
        worker.fill(1_000_000)
        // The sender may come before the worker that answers the notification.
        if (refusal === "credentials") await worker.runIn(120)
        await answerLookupRequests()
        expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
        await worker.pass(120, 10)
        expect(worker.taken(id)).toHaveLength(1)
        expect(await worker.payout(id)).toMatchObject({ status: "unknown", reason: "heard_of" })
      }
    )

    it("are still heard after the payout was refused twice", async () => {
      const { id } = await worker.make(40_000)
      deliverTwice("credentials")
      await worker.run()
      const [{ reference }] = worker.taken(id)
      const told = notice(reference)
      modules.proxy.meet((path, response) => {
        if (path.endsWith("/payout")) {
          response.status(401).json({ code: "00", status: "ERROR", error: "UNAUTHORIZED" })
        } else if (path.includes("/transaction/")) {
          response.status(404).json({ code: "00", status: "ERROR", error: "NOT_FOUND" })
        }
      })
      await worker.runIn(120)
      expect(await receive(reference, told)).toBe(202)
      await answerLookupRequests()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
    })

    it("make what ended before it was sent follow the service again", async () => {
      const { id } = await worker.make(40_000)
      deliverTwice("too little money")
      await worker.run()
      await modules.pg("payin_payout_attempt").where({ payout_id: id }).update({ status: "void" })
      modules.proxy.tellTheTruth()
      const [{ reference }] = worker.taken(id)
      await receive(reference, notice(reference))
      await answerLookupRequests()
      worker.fill(1_000_000)
      await worker.pass(10)
      expect(worker.taken(id)).toHaveLength(1)
      expect(await worker.payout(id)).toMatchObject({ status: "pending" })
    })

    it("block a payout whose ended reference the service calls pending, until a person says how it ended", async () => {
      const { id } = await worker.make(40_000)
      deliverTwice("too little money")
      await worker.run()
      await modules.pg("payin_payout_attempt").where({ payout_id: id }).update({ status: "void" })
      // As after a person's word about an earlier reference.
      const rejected = { status: "rejected", status_cause: "concluded", submit_after: null }
      await modules
        .pg("payin_payout")
        .where({ id })
        .update({ ...rejected, reason: null })
      modules.proxy.tellTheTruth()
      const [{ reference }] = worker.taken(id)
      await receive(reference, notice(reference))
      await answerLookupRequests()
      expect(await worker.payout(id)).toMatchObject({ reason: "contradiction" })
      worker.fill(1_000_000)
      await worker.retry(id)
      await worker.pass(10)
      expect(worker.taken(id)).toHaveLength(1)
      const told = { outcome: "paid", note: "The support said so.", proof: "case 1" } as const
      expect(await worker.payouts.decisions.reportOutcome(id, MAKER, told)).toMatchObject({
        payout: { status: "approved" },
      })
      expect(await worker.attempts(id)).toMatchObject([{ status: "approved" }])
    })

    it("let it be found by the ticket that they name", async () => {
      let ticket = ""
      const { id, reference } = await lost((path) => ticket !== "" && path.includes(ticket))
      modules.sandbox.approvePayout(reference, { notify: false })
      const told = notice(reference)
      ticket = told.ticket
      await receive(reference, told)
      await answerLookupRequests()
      expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    })

    it("do not let it be taken for another payout whose ticket they name", async () => {
      const other = await sent()
      modules.sandbox.approvePayout(other.reference, { notify: false })
      const { ticket } = notice(other.reference)
      const { id, reference } = await lost((path) => path.includes(ticket))
      await receive(reference, notice(reference, { top_ticket: ticket }))
      await answerLookupRequests()
      expect(await worker.payout(id)).toMatchObject({ status: "unknown" })
      expect(await anomaliesOf(modules, "open")).toEqual([])
    })
  })

  it("are applied when they come before the answer to the call, which changes nothing then", async () => {
    const when = "new.status = 'pending' and old.status = 'sending'"
    const writing = { table: "payin_payout_attempt", event: "update", when } as const
    const { id } = await worker.make(40_000)
    const gate = await closeGate(modules.pg, writing)
    const run = worker.run()
    await gate.arrived()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await receive(reference, notice(reference))
    const answered = answerLookupRequests()
    await gate.open()
    await Promise.all([run, answered])
    expect(await worker.payout(id)).toMatchObject({ status: "approved" })
    expect(await worker.attempts(id)).toMatchObject([{ status: "approved", sends: 1 }])
    expect(await anomaliesOf(modules)).toEqual([])
  })
})
