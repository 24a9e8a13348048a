import { mayNeverEnd, PAYOUT_REASONS } from "../reason"
import {
  PAYOUT_CAUSES,
  PAYOUT_SOURCES,
  PAYOUT_STATUSES,
  payoutTransition,
  type PayoutStatus,
} from "../state"
import { apiKey, SYSTEM, user } from "../actor"
import {
  isForRecipientAlone,
  needsSecondPerson,
  PAYOUT_WAYS,
  payoutWays,
  type PayoutWay,
} from "../way"

const standing = {
  reason: null,
  source: "operator",
  rest_of: null,
  hasDestination: true,
  stuck: false,
  short: false,
  byForm: false,
} as const

describe("the allowed actions on a payout", () => {
  it("match the state machine", () => {
    for (const status of PAYOUT_STATUSES) {
      const ways = payoutWays({ ...standing, status })
      const may = (to: "queued" | "canceled" | "paid_elsewhere" | "sending", cause: Cause) =>
        payoutTransition(status, to, cause, "operator", "operator") === "move"
      expect([status, ways.includes("approve")]).toEqual([status, may("queued", "approval_given")])
      expect([status, ways.includes("retry")]).toEqual([status, may("queued", "retried")])
      expect([status, ways.includes("resend")]).toEqual([status, may("sending", "resent")])
      expect([status, ways.includes("cancel")]).toEqual([status, may("canceled", "canceled")])
      expect([status, ways.includes("paid-elsewhere")]).toEqual([
        status,
        may("paid_elsewhere", "paid_elsewhere") && status !== "queued",
      ])
    }
  })

  it("include paying a queued payout by other means only while something holds it that may never end", () => {
    const offered = PAYOUT_REASONS.filter((reason) =>
      payoutWays({ ...standing, status: "queued", reason }).includes("paid-elsewhere")
    )
    expect(offered).toEqual([
      "installation_held",
      "no_account",
      "over_bound",
      "not_writable",
      "rejection_doubted",
      "payin_doubted",
      "key_not_found",
      "key_other_person",
      "key_over_limit",
      "key_unclear",
    ])
  })

  it("include reporting the outcome only where the service may never tell it", () => {
    const offered = [false, true].flatMap((stuck) =>
      PAYOUT_STATUSES.flatMap((status) =>
        [null, ...PAYOUT_REASONS]
          .filter((reason) =>
            payoutWays({ ...standing, status, reason, stuck }).includes("conclude")
          )
          .map((reason) => `${status} ${reason ?? "-"}${stuck ? " stuck" : ""}`)
      )
    )
    const whatever = (text: string) =>
      [null, ...PAYOUT_REASONS].map((one) => `${text} ${one ?? "-"}`)
    const stops = ["never_received", "contradiction"]
    const doubted = [
      "queued rejection_doubted",
      ...["approved", "rejected", "canceled"].flatMap((status) =>
        stops.map((stop) => `${status} ${stop}`)
      ),
    ]
    expect(new Set(offered)).toEqual(
      new Set([
        ...[...whatever("unknown"), ...doubted],
        ...[...whatever("unknown"), ...whatever("pending"), ...doubted].map(
          (one) => `${one} stuck`
        ),
      ])
    )
  })

  it("lead from every state to an end by what the worker and a person do, whatever the service keeps to itself", () => {
    const ENDS: PayoutStatus[] = ["approved", "canceled", "paid_elsewhere"]
    const ready: PayoutStatus[] = ["awaiting_destination", "awaiting_approval", "queued"]
    const byPerson: Record<PayoutWay, PayoutStatus[]> = {
      approve: ["queued"],
      resend: ["sending"],
      retry: ready,
      conclude: ["approved", "rejected"],
      destination: ["awaiting_approval", "queued"],
      "destination-link": ready,
      "paid-elsewhere": ["paid_elsewhere"],
      "pay-rest": [],
      cancel: ["canceled"],
    }
    const byWorker = (from: PayoutStatus) =>
      PAYOUT_STATUSES.filter((to) =>
        PAYOUT_CAUSES.some(
          (cause) => payoutTransition(from, to, cause, "system", "refund") === "move"
        )
      )
    for (const source of PAYOUT_SOURCES) {
      for (const reason of [null, "never_received", "contradiction"] as const) {
        for (const start of PAYOUT_STATUSES) {
          const seen = new Set<PayoutStatus>([start])
          // A reason that blocks stays until somebody says how it ended; then the payout has none.
          const waysOf = (status: PayoutStatus) =>
            payoutWays({
              ...{ ...standing, status, source, stuck: true, hasDestination: false },
              reason: status === start ? reason : null,
            })
          for (const status of seen) {
            const next = [...waysOf(status).flatMap((way) => byPerson[way]), ...byWorker(status)]
            for (const to of next.filter((one) => one !== "canceled" || source !== "refund")) {
              seen.add(to)
            }
          }
          expect([start, source, reason, ENDS.some((end) => seen.has(end))]).toEqual([
            ...[start, source, reason, true],
          ])
        }
      }
    }
  })

  it("include reporting the outcome of one that was canceled and then paid after all", () => {
    const paidAfterAll = { ...standing, status: "canceled", reason: "contradiction" } as const
    expect(payoutWays(paidAfterAll)).toEqual(["conclude"])
    expect(payoutWays({ ...paidAfterAll, reason: null })).toEqual([])
  })

  it("never ask for a second form, and offer the address of the one that is there", () => {
    for (const status of PAYOUT_STATUSES) {
      const ways = payoutWays({ ...standing, status, byForm: true })
      expect(ways).not.toContain("retry")
      expect(ways).not.toContain("resend")
      expect(ways).not.toContain("destination-link")
    }
    const waits = { ...standing, status: "pending", reason: "awaiting_beneficiary" } as const
    expect(payoutWays({ ...waits, byForm: true })).toEqual(["destination-link"])
    expect(payoutWays({ ...waits, byForm: true, stuck: true })).toContain("conclude")
    expect(payoutWays(waits)).toEqual([])
  })

  it("leave no payout without a move that a person, the worker or the service can make", () => {
    const over = ["approved", "canceled", "paid_elsewhere"]
    for (const status of PAYOUT_STATUSES.filter((one) => !over.includes(one))) {
      for (const source of PAYOUT_SOURCES) {
        for (const reason of [null, ...PAYOUT_REASONS]) {
          const byForm = source === "operator" && reason === "form_sent"
          const ways = payoutWays({ ...standing, status, source, reason, stuck: true, byForm })
          const worker = status === "held" || status === "sending"
          const leaves = status === "queued" && !mayNeverEnd(reason)
          expect([status, source, reason, worker || leaves || ways.length > 0]).toEqual([
            ...[status, source, reason, true],
          ])
        }
      }
    }
  })

  it("include paying the rest of what the service left short", () => {
    const paid = { ...standing, status: "approved" } as const
    expect(payoutWays(paid)).toEqual([])
    expect(payoutWays({ ...paid, short: true })).toEqual(["pay-rest"])
  })

  it("include a destination link only while the destination is missing", () => {
    const status = "awaiting_destination"
    expect(payoutWays({ ...standing, status, hasDestination: false })).toContain("destination-link")
    expect(payoutWays({ ...standing, status })).not.toContain("destination-link")
  })

  it("do not include canceling a refund but for a rest of one, or retrying a payout that may still be paid", () => {
    expect(payoutWays({ ...standing, status: "queued", source: "refund" })).not.toContain("cancel")
    const rest = { status: "queued", source: "refund", rest_of: "payout_first" } as const
    expect(payoutWays({ ...standing, ...rest })).toContain("cancel")
    const stopped = payoutWays({ ...standing, status: "rejected", reason: "contradiction" })
    expect(stopped).toEqual(["conclude", "destination", "paid-elsewhere"])
  })
})

type Cause = Parameters<typeof payoutTransition>[2]

describe("the address of a form", () => {
  it.each([
    ["no operator's above the limit", user("user_1"), true, true],
    ["no API key's above the limit", apiKey("apk_1", "user_1"), true, true],
    ["an operator's up to the limit", user("user_1"), false, false],
    ["the store's own mail's, whatever the amount", SYSTEM, true, false],
  ])("is %s", (_whose, actor, isAboveLimit, expected) => {
    expect(isForRecipientAlone(actor, isAboveLimit)).toBe(expected)
  })
})

describe("the actions that take a second person", () => {
  it.each([
    ["above the limit", true, ["approve", "conclude", "paid-elsewhere"]],
    ["below the limit", false, ["approve"]],
  ] as const)("%s", (_what, isAboveLimit, expected) => {
    expect(PAYOUT_WAYS.filter((way) => needsSecondPerson(way, isAboveLimit))).toEqual(expected)
  })
})
