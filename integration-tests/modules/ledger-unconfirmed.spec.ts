import { reasonText } from "../../src/domain/anomaly/reason"
import { GatewayError } from "../../src/modules/gateway/errors"
import { fetchStatus } from "../../src/settlement/fetch-status"
import type { Transaction } from "../../src/modules/ledger/rows"
import type { FaultKind } from "../../src/sandbox"
import type { Answer } from "../support/service-proxy"
import { withModules } from "../support/modules/modules"
import { PayIns, type Wanted } from "../support/modules/payin"

/** Each call is sent once, and however many fail the next one is sent too. */
const PLAIN = { retries: { attempts: 1 }, breaker: { failures: 100 } }
const APPROVED = { status: "APPROVED", notify: false } as const

/** Whoever asked is told that there is no clear answer. */
async function expectNoAnswer(asked: Promise<unknown>): Promise<void> {
  expect(await asked.catch((error: unknown) => error)).toBeInstanceOf(GatewayError)
}

withModules("an answer that proves nothing", PLAIN, (modules) => {
  const payIns = new PayIns(modules)
  const anomalies = async () => modules.pg("payin_anomaly").orderBy("created_at")

  async function paid(): Promise<Transaction> {
    const row = await payIns.linked()
    modules.sandbox.settle(row.reference, APPROVED)
    modules.bus.told.length = 0
    return row
  }

  /** The service says that it knows nothing of this name. */
  function forgets(name: string | null) {
    modules.proxy.meet((path, response) => {
      if (path.endsWith(`/${name}`)) {
        response.status(404).json({ code: "00", status: "ERROR", error: "NOT_FOUND" })
      }
    })
  }

  it.each<{ answer: string; tell: (answer: Answer) => Answer; reason: string }>([
    {
      answer: "another reference",
      tell: (answer) => ({ ...answer, reference: "pin_0000000000abcdefghjkmnpqrs" }),
      reason: "other_reference",
    },
    {
      answer: "no reference",
      tell: (answer) => ({ ...answer, reference: null }),
      reason: "other_reference",
    },
    {
      answer: "another ticket",
      tell: (answer) => ({ ...answer, ticket: "another-ticket-1" }),
      reason: "other_ticket",
    },
    {
      answer: "no ticket",
      tell: (answer) => ({ ...answer, ticket: null }),
      reason: "other_ticket",
    },
    {
      answer: "another payment altogether",
      tell: (answer) => ({ ...answer, ticket: "another-ticket-1", reference: "pin_another" }),
      reason: "other_reference",
    },
    {
      answer: "a payout",
      tell: (answer) => ({ ...answer, type_transaction: "PAYOUT" }),
      reason: "is_a_payout",
    },
    {
      answer: "an unknown status",
      tell: (answer) => ({ ...answer, status: "ALMOST" }),
      reason: "status_not_understood",
    },
    {
      answer: "no status",
      tell: (answer) => ({ ...answer, status: null }),
      reason: "status_not_understood",
    },
    {
      answer: "an approval without its amount",
      tell: (answer) => ({ ...answer, amount: null }),
      reason: "amount_not_understood",
    },
    {
      answer: "an approval of an amount that is no number",
      tell: (answer) => ({ ...answer, amount: "sixty thousand" }),
      reason: "amount_not_understood",
    },
    {
      answer: "an approval without its currency",
      tell: (answer) => ({ ...answer, currency: null }),
      reason: "amount_not_understood",
    },
  ])("changes nothing and opens an anomaly: $answer", async ({ tell, reason }) => {
    const row = await paid()
    modules.proxy.lie(tell)
    for (let times = 0; times < 2; times += 1) {
      const { outcome } = await payIns.fetchStatus(row)
      const mine = ["status_not_understood", "amount_not_understood"].includes(reason)
      expect(outcome).toBe(mine ? "unknown_status" : "foreign")
    }
    expect(await payIns.find(row.id)).toEqual(row)
    expect(await anomalies()).toMatchObject([
      {
        kind: "unknown_status",
        status: "open",
        transaction_id: row.id,
        facts: { reference: row.reference, reason },
      },
    ])
    expect(modules.bus.told.map(({ name }) => name)).toEqual(["payin.anomaly_opened"])

    modules.proxy.tellTheTruth()
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "moved" })
    expect(await anomalies()).toMatchObject([{ status: "resolved", action: "settled" }])
  })

  it("does not take back that the link was paid, told before without an amount", async () => {
    const row = await paid()
    modules.proxy.lie((answer) => ({ ...answer, amount: null }))
    await payIns.fetchStatus(row)
    modules.proxy.lie((answer) => ({ ...answer, ticket: "another-ticket-1" }))
    await payIns.fetchStatus(row)
    expect(await anomalies()).toMatchObject([
      { status: "open", facts: { reason: "amount_not_understood" } },
    ])
    expect(await modules.ledger.anomalies.undecidedLateMoney([row.id])).toBe(row.id)
  })

  it("is stored in the anomaly with the reference and the ticket that it named", async () => {
    const row = await paid()
    const reference = "x".repeat(100)
    modules.proxy.lie((answer) => ({ ...answer, ticket: "another-ticket-1", reference }))
    await payIns.fetchStatus(row)
    const [{ facts }] = await anomalies()
    expect(facts).toMatchObject({
      said: "APPROVED",
      answered_for: { reference: "x".repeat(64), ticket: "another-ticket-1" },
    })
  })

  it("is no end of a paid link when the service does not know its own ticket, but the reference", async () => {
    const row = await paid()
    forgets(row.ticket)
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "moved" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "approved", not_known_count: 0 })
    expect(await anomalies()).toEqual([])
  })

  it("counts as not known when the service knows neither ticket nor reference", async () => {
    const row = await payIns.pending()
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "not_known" })
    const asked = modules.sandbox.requests({ operation: "lookup" }).map(({ body }) => body)
    expect(asked).toEqual([{ ticket: row.ticket }, { ticket: row.reference }])
    expect(await payIns.find(row.id)).toMatchObject({ status: "pending", not_known_count: 1 })
  })

  describe("of a payment that the service's second version accepted", () => {
    /** Often and long enough, the service says that it does not know it. */
    async function askedInVain(wanted: Wanted) {
      const row = await payIns.pending(wanted)
      for (let times = 0; times < 4; times += 1) {
        await modules.advance(60)
        await payIns.fetchStatus(await payIns.find(row.id))
      }
      return row
    }
    const open = async () => modules.pg("payin_anomaly").where({ status: "open" })

    it("is asked of a person once it is believed that lookups do not find it, and of the first version's of nobody", async () => {
      await askedInVain({ api_version: "v1" })
      expect(await open()).toEqual([])
      const { id, reference } = await askedInVain({ api_version: "v2" })
      expect(await open()).toMatchObject([
        {
          ...{ kind: "unknown_status", transaction_id: id },
          facts: { reference, reason: expect.stringContaining("does not know it") },
        },
      ])
      expect(reasonText((await open())[0].facts.reason).es).toMatch(/no lo conoce/)
      await modules.ledger.anomalies.closeOfPayIn({ transaction_id: id }, "looked at")
      await modules.pg("payin_anomaly").update({ action: "ignore" })
      await payIns.fetchStatus(await payIns.find(id))
      expect(await open()).toEqual([])
    })

    it("is nobody's question any more once the service knows it, whatever it says", async () => {
      const row = await payIns.linked({ api_version: "v2" })
      for (let times = 0; times < 4; times += 1) {
        await modules.advance(60)
        modules.proxy.meet((_path, response) => {
          response.status(404).json({ code: "00", status: "ERROR", error: "NOT_FOUND" })
        })
        await payIns.fetchStatus(await payIns.find(row.id))
      }
      expect(await open()).toHaveLength(1)
      modules.proxy.tellTheTruth()
      expect(await payIns.fetchStatus(await payIns.find(row.id))).toMatchObject({ outcome: "same" })
      expect(await open()).toEqual([])
    })
  })

  it("is asked for by the ticket that a notification tells while nobody knows the reference", async () => {
    const { id, reference, ticket } = await paid()
    const unanswered = { status: "creating", status_cause: "created", ticket: null }
    const row = await payIns.overwrite(id, unanswered)
    forgets(reference)
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "not_known" })
    const heard = await fetchStatus(modules, row, "notification", ticket)
    expect(heard).toMatchObject({ outcome: "moved", transaction: { status: "approved", ticket } })
  })

  it("is of no use when a notification tells the ticket of another pay-in", async () => {
    const other = await paid()
    const row = await payIns.open()
    const heard = await fetchStatus(modules, row, "notification", other.ticket)
    expect(heard).toMatchObject({ outcome: "not_known", transaction: { status: "creating" } })
    expect(await anomalies()).toEqual([])
  })

  it("is of the same ticket in whatever case", async () => {
    const row = await paid()
    modules.proxy.lie((answer) => ({ ...answer, ticket: String(answer.ticket).toUpperCase() }))
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "moved" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "approved", ticket: row.ticket })
  })

  it("moves no pay-in when the ticket of our row belongs to another pay-in", async () => {
    const other = await paid()
    const row = await payIns.linked()
    const mistaken = await payIns.overwrite(row.id, { ticket: other.ticket })
    expect(await payIns.fetchStatus(mistaken)).toMatchObject({ outcome: "foreign" })
    expect(await payIns.find(row.id)).toEqual(mistaken)
    expect(await payIns.find(other.id)).toEqual(other)
  })

  it.each<FaultKind>([
    "error_before",
    "error_after",
    "reset_before",
    "reset_after",
    "unclear_after",
    "malformed",
  ])("fails the lookup and changes nothing: %s", async (kind) => {
    const row = await paid()
    modules.sandbox.injectFault({ operation: "lookup", kind })
    await expectNoAnswer(payIns.fetchStatus(row))
    expect(await payIns.find(row.id)).toEqual(row)
    expect(await anomalies()).toEqual([])
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "moved" })
  })

  it.each([
    { status: 401, body: { code: "00", error: "NOT_FOUND" } },
    { status: 403, body: { code: "00", error: "NOT_FOUND" } },
    { status: 404, body: { code: "01", data: { reference: "pin_1", status: "APPROVED" } } },
    { status: 500, body: { code: "00", error: "NOT_FOUND" } },
    { status: 200, body: { code: "00", error: "BUSY" } },
    { status: 200, body: { code: "01", data: {} } },
    { status: 200, body: [] },
    { status: 302, body: {} },
  ])("counts as unclear, not as not known: $status with $body", async ({ status, body }) => {
    const row = await payIns.open()
    modules.proxy.meet((_, response) => {
      response.status(status).json(body)
    })
    await expectNoAnswer(payIns.fetchStatus(row))
    expect(await payIns.find(row.id)).toEqual(row)
    expect(await anomalies()).toEqual([])
  })

  it.each<{ shape: string; body: string; type: string; status: number }>([
    { shape: "an empty object", status: 404, type: "json", body: "{}" },
    { shape: "a page", status: 404, type: "html", body: "<h1>Not Found</h1>" },
    { shape: "a page", status: 403, type: "html", body: "<h1>Forbidden</h1>" },
    { shape: "no body", status: 404, type: "text", body: "" },
    { shape: "a list", status: 404, type: "json", body: "[]" },
    { shape: "a page", status: 200, type: "html", body: "<h1>Welcome</h1>" },
  ])(
    "never counts as not known when a proxy answered: $status with $shape",
    async ({ body, type, status }) => {
      const row = await payIns.open()
      modules.proxy.meet((_, response) => {
        response.status(status).type(type).send(body)
      })
      for (let hours = 0; hours < 4; hours += 1) {
        await modules.advance(3600)
        await expectNoAnswer(payIns.fetchStatus(row))
      }
      expect(await payIns.find(row.id)).toEqual(row)
      expect(await anomalies()).toEqual([])
    }
  )

  it.each<{ shape: string; body: string; type: string; status: number }>([
    { shape: "an envelope", status: 404, type: "json", body: '{"code":"00","error":"X"}' },
    {
      shape: "an error of the service",
      status: 200,
      type: "json",
      body: '{"code":"00","error":"TRANSACTION_NOT_FOUND"}',
    },
  ])(
    "counts as not known and moves no link that the service accepted: $status with $shape",
    async ({ body, type, status }) => {
      const row = await payIns.linked()
      modules.proxy.meet((_, response) => {
        response.status(status).type(type).send(body)
      })
      for (let hours = 0; hours < 4; hours += 1) {
        await modules.advance(3600)
        expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "not_known" })
      }
      const { looked_up_at, not_known_count, not_known_since, ...after } = await payIns.find(row.id)
      expect(row).toMatchObject(after)
      expect(not_known_count).toBe(4)
      expect(Number(looked_up_at)).toBeGreaterThan(Number(not_known_since))
      expect(await anomalies()).toEqual([])
    }
  )

  it("is stale when a quicker answer moved the pay-in before it came", async () => {
    const row = await paid()
    let quicker: Promise<unknown> | null = null
    modules.proxy.meet(async (_, response) => {
      if (quicker === null) {
        quicker = payIns.fetchStatus(row)
        await quicker
        const data = { ticket: row.ticket, reference: row.reference, status: "REJECTED" }
        response.json({ code: "01", status: "SUCCESS", data })
      }
    })
    expect(await payIns.fetchStatus(row)).toMatchObject({ outcome: "stale" })
    expect(await payIns.find(row.id)).toMatchObject({ status: "approved" })
    expect(await anomalies()).toEqual([])
  })
})

withModules("a service that does not answer", { timeouts: { requestMs: 200 } }, (modules) => {
  const payIns = new PayIns(modules)

  it("leaves the pay-in unchanged and opens no anomaly", async () => {
    const row = await payIns.pending()
    modules.sandbox.injectFault({ operation: "lookup", kind: "timeout_before", times: "always" })
    await expectNoAnswer(payIns.fetchStatus(row))
    expect(await payIns.find(row.id)).toEqual(row)
    expect(await modules.pg("payin_anomaly")).toEqual([])
  })
})
