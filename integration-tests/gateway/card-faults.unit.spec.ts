import type { CardOutcome } from "../../src/domain/card/answer"
import type { FaultInput } from "../../src/sandbox"
import { CardDesk } from "./card-desk"

const desk = new CardDesk()
const { sandbox } = desk

beforeAll(() => sandbox.start())
beforeEach(async () => {
  sandbox.reset()
  await desk.open()
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

interface Call {
  operation: FaultInput["operation"]
  /** What it means when it was sent and not clearly answered (docs/service.md#no-card-lookup). */
  ambiguous: Partial<CardOutcome>
  send: (subscription: string, transaction: string) => Promise<unknown>
  /** How often the service carried it out, counted in its own record. */
  done: () => number
}

const CALLS: Call[] = [
  {
    operation: "card_subscribe",
    ambiguous: { kind: "refused", reason: "new_token" },
    send: () => desk.subscribe(),
    done: () => sandbox.cards.subscriptions().length - 1,
  },
  {
    operation: "card_authorize",
    ambiguous: { kind: "may_have_happened" },
    send: (subscription) => desk.held(subscription),
    done: () => sandbox.cards.authorizations().length - 1,
  },
  {
    operation: "card_renew",
    ambiguous: { kind: "may_have_happened" },
    send: (subscription, transaction) => desk.renew(subscription, transaction),
    done: () => sandbox.cards.authorizations().length - 1,
  },
  {
    operation: "card_capture",
    ambiguous: { kind: "may_have_happened" },
    send: (_subscription, transaction) => desk.capture(transaction),
    done: () => sandbox.cards.captures().length,
  },
  {
    operation: "card_cancel",
    ambiguous: { kind: "try_later" },
    send: (subscription) => desk.cards.cancel("co", subscription),
    done: () => sandbox.cards.subscriptions({ status: "CANCELLED" }).length,
  },
]

type Fault = Omit<FaultInput, "operation">

describe.each(CALLS)("$operation", ({ operation, ambiguous, send, done }) => {
  async function meet(fault: Fault) {
    // Short only where it runs out. Several tries are allowed: one is made all the same.
    const requestMs = fault.kind.startsWith("timeout") ? 800 : 4_000
    await desk.open({ timeouts: { requestMs }, retries: { attempts: 5 } })
    const subscription = await desk.subscribed()
    const transaction = await desk.held(subscription)
    sandbox.injectFault({ operation, ...fault })
    const before = sandbox.requests({ operation }).length
    const { error, outcome } = await desk.failed(() => send(subscription, transaction))
    expect(sandbox.requests({ operation })).toHaveLength(before + 1)
    return { error, outcome }
  }

  const FAULTS: [Fault, number][] = [
    [{ kind: "timeout_before" }, 0],
    [{ kind: "timeout_after" }, 1],
    [{ kind: "reset_before" }, 0],
    [{ kind: "reset_after" }, 1],
    [{ kind: "error_before", status: 503 }, 0],
    [{ kind: "error_after" }, 1],
    [{ kind: "unclear_before", error: "UNHEARD_OF" }, 0],
    [{ kind: "unclear_after", error: "UNHEARD_OF" }, 1],
    [{ kind: "malformed" }, 1],
    [{ kind: "page_before", status: 403 }, 0],
    [{ kind: "page_after", status: 404 }, 1],
  ]

  it.each(FAULTS)("is sent once and ambiguous after %j (done %d times)", async (fault, times) => {
    const { error, outcome } = await meet(fault)
    expect(outcome).toMatchObject(ambiguous)
    expect(error).toMatchObject({ request_id: expect.any(String) })
    expect(done()).toBe(times)
  })

  it("is not carried out when rate limited, and the gateway does not send it again", async () => {
    const { error, outcome } = await meet({ kind: "rate_limited", retryAfterSeconds: 1 })
    expect(outcome).toMatchObject({ kind: "try_later" })
    expect(error).toMatchObject({
      ...{ name: "RateLimitedError", retry_after_ms: 1_000 },
      ...{ mayHaveHappened: false, safeToRepeat: true },
    })
    expect(done()).toBe(0)
  })
})

it.each([
  ["card_authorize", "wrong_amount"],
  ["card_authorize", "wrong_reference"],
  ["card_renew", "wrong_amount"],
  ["card_renew", "wrong_reference"],
  ["card_capture", "wrong_amount"],
] as const)("%s with %s may have happened, and shows the answer", async (operation, kind) => {
  const subscription = await desk.subscribed()
  const transaction = operation === "card_authorize" ? "" : await desk.held(subscription)
  sandbox.injectFault({ operation, kind })
  const call = CALLS.find((one) => one.operation === operation)
  const { error, outcome } = await desk.failed(async () => call?.send(subscription, transaction))
  expect(outcome).toMatchObject({ kind: "may_have_happened" })
  const [made] =
    operation === "card_capture" ? sandbox.cards.captures() : sandbox.cards.authorizations()
  expect(error).toMatchObject({
    reason: "disagreement",
    transaction: { transaction_id: made.transaction_id, status: "APPROVED" },
  })
})
