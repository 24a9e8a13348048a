import { PAYIN_STATUSES } from "../../payin/state"
import type { ReasonNotToCancel } from "../../order/waiting"
import { decideEnd, type EndStep } from "../decide"
import { type EndFacts, type LookupOfLink, NOTHING_DONE, type StepsDone } from "../facts"

const UNTIL = new Date("2026-11-30T12:00:00Z")
const WAITS = { id: "order_1", reason_not_to_cancel: null, renewal: null }
const ENDED: StepsDone = { ...NOTHING_DONE, session_ended: true }

const REJECTED: EndFacts["link"] = {
  status: "rejected",
  excluded: false,
  configured: true,
  awaited_until: null,
  watch_over: false,
}
const LAPSED: EndFacts["link"] = { ...REJECTED, status: "pending" }
const GONE = { ...LAPSED, configured: false }
const OVER = { ...GONE, watch_over: true }

/** Of a rejected link without an order, unless they say otherwise. */
function facts(about: Partial<EndFacts>): EndFacts {
  return {
    link: REJECTED,
    lookup: "not_asked",
    person_asked_whether_paid: false,
    order: null,
    done: NOTHING_DONE,
    ...about,
  }
}

const kept = (reason: ReasonNotToCancel, renewal: string | null = null) => ({
  ...WAITS,
  reason_not_to_cancel: reason,
  renewal,
})
const asked: Partial<EndFacts> = { lookup: "unpaid" }
const unpaid: Partial<EndFacts> = { lookup: "unpaid", done: ENDED }

describe("the next step for a link that ended without money", () => {
  it.each<[string, Partial<EndFacts>, object]>([
    ["rejected, without an order", {}, { act: "end_session" }],
    ["rejected, its session over", { done: ENDED }, { act: "finish", order_canceled: false }],
    ["rejected, an order waits", { order: WAITS }, { act: "look_up" }],
    ["rejected, an order is paid", { order: kept("paid") }, { act: "end_session" }],
    ["lapsed, without an order", { link: LAPSED }, { act: "look_up" }],
    ["lapsed, nobody paid", { ...asked, link: LAPSED }, { act: "end_session" }],
    ["lapsed, without an answer", { lookup: "unclear", link: LAPSED }, { act: "postpone" }],
    ["approved", { link: { ...LAPSED, status: "approved" } }, { act: "leave" }],
    [
      "approved, and excluded by a person",
      { link: { ...REJECTED, status: "approved", excluded: true }, order: WAITS, done: ENDED },
      { act: "cancel_order", order_id: "order_1" },
    ],
    [
      "called approved only now, and excluded",
      { ...asked, link: { ...REJECTED, status: "approved", excluded: true } },
      { act: "leave" },
    ],
    [
      "pending, its unnamed money excluded by a person, an order waits",
      { link: { ...LAPSED, excluded: true }, order: WAITS },
      { act: "end_session" },
    ],
    [
      "its session over",
      { link: { ...LAPSED, excluded: true }, order: WAITS, done: ENDED },
      { act: "cancel_order", order_id: "order_1" },
    ],
    ["unpaid, an order waits", { ...unpaid, order: WAITS }, { act: "cancel_order" }],
    [
      "expired before its grace is over, an order waits",
      { ...unpaid, link: { ...REJECTED, status: "expired", awaited_until: UNTIL }, order: WAITS },
      { act: "wait", until: UNTIL },
    ],
    [
      "its order canceled by this run",
      { ...unpaid, order: kept("not_waiting"), done: { ...ENDED, order_canceled: true } },
      { act: "finish", order: "order_1", order_canceled: true, reason_not_to_cancel: null },
    ],
    [
      "not known, and a person is asked whether it was paid",
      { ...asked, order: WAITS, person_asked_whether_paid: true },
      { act: "postpone" },
    ],
    ["another link may pay", { ...unpaid, order: kept("other_link") }, { act: "postpone" }],
    [
      "of a renewal",
      { ...unpaid, order: kept("renewal", "cycle_1") },
      { act: "requeue_renewal", period_id: "cycle_1" },
    ],
    [
      "of a renewal that was told",
      { order: kept("renewal", "cycle_1"), done: { ...ENDED, renewal_requeued: true } },
      { act: "finish", reason_not_to_cancel: "renewal" },
    ],
    [
      "another payment placed the order",
      { ...unpaid, order: kept("other_payment") },
      { act: "ask", reason: "link_unpaid", order_id: "order_1" },
    ],
    [
      "a person is asked about the order already",
      { ...unpaid, order: kept("asked") },
      { act: "finish", reason_not_to_cancel: "asked" },
    ],
    ["account gone, an order waits", { link: GONE, order: WAITS }, { act: "postpone" }],
    ["account gone, without an order", { link: GONE }, { act: "end_session" }],
    [
      "another merchant asked, an order waits",
      { link: LAPSED, lookup: "other_merchant", order: WAITS },
      { act: "postpone" },
    ],
    ...([WAITS, kept("other_link"), kept("asked")] as const).map(
      (order): [string, Partial<EndFacts>, object] => [
        `nobody looks for its money any more, kept ${order.reason_not_to_cancel}`,
        { link: OVER, order, done: ENDED },
        { act: "ask", reason: "link_never_asked", order_id: "order_1" },
      ]
    ),
    [
      "nobody looks for its money any more, and a person was asked",
      { link: OVER, order: WAITS, done: { ...ENDED, person_asked: true } },
      { act: "finish", order_canceled: false, reason_not_to_cancel: "asked" },
    ],
  ])("%s", (_, about, step) => {
    expect(decideEnd(facts(about))).toMatchObject(step)
  })
})

const BOOLEANS = [false, true]
const LOOKUPS: readonly LookupOfLink[] = ["not_asked", "unpaid", "unclear", "other_merchant"]
const REASONS: Record<ReasonNotToCancel, true> = {
  by_option: true,
  not_waiting: true,
  paid: true,
  owes_nothing: true,
  fulfilled: true,
  other_provider: true,
  other_payment: true,
  asked: true,
  other_link: true,
  renewal: true,
}
const isReason = (reason: string): reason is ReasonNotToCancel => reason in REASONS
const ORDERS: readonly EndFacts["order"][] = [
  null,
  ...[null, ...Object.keys(REASONS).filter(isReason)].flatMap((reason) =>
    [null, "cycle_1"].map((renewal) => ({ ...WAITS, reason_not_to_cancel: reason, renewal }))
  ),
]

const links = PAYIN_STATUSES.flatMap((status) =>
  BOOLEANS.flatMap((excluded) =>
    BOOLEANS.flatMap((configured) =>
      BOOLEANS.flatMap((watch_over) =>
        [null, UNTIL].map((awaited_until) => ({
          ...{ status, excluded, configured, watch_over, awaited_until },
        }))
      )
    )
  )
)
// The session ends before all other steps.
const dones = [
  NOTHING_DONE,
  ...BOOLEANS.flatMap((order_canceled) =>
    BOOLEANS.flatMap((renewal_requeued) =>
      BOOLEANS.map((person_asked) => ({
        ...{ session_ended: true, order_canceled, renewal_requeued, person_asked },
      }))
    )
  ),
]
const ALL: readonly EndFacts[] = links.flatMap((link) =>
  LOOKUPS.flatMap((lookup) =>
    BOOLEANS.flatMap((person_asked_whether_paid) =>
      ORDERS.flatMap((order) =>
        dones.map((done) => ({ link, lookup, person_asked_whether_paid, order, done }))
      )
    )
  )
)
const DECIDED = ALL.map((all) => ({ all, step: decideEnd(all) }))
const acts = (act: EndStep["act"]) => DECIDED.filter(({ step }) => step.act === act)
const isBlind = ({ link, lookup }: EndFacts) =>
  !link.excluded && (!link.configured || lookup === "other_merchant")

describe(`every combination of facts of the end of a link (${ALL.length})`, () => {
  it("cancels an order only when it waits for this link alone, and the link is known to be unpaid or a person dealt with its money", () => {
    const cancels = acts("cancel_order")
    expect(cancels.length).toBeGreaterThan(0)
    for (const { all } of cancels) {
      const { link, lookup, order, done } = all
      const isKnown = lookup === "unpaid" || link.excluded
      expect({
        ...all,
        reason_not_to_cancel: order?.reason_not_to_cancel,
        isKnown,
        isBlind: isBlind(all),
      }).toMatchObject({
        ...{
          reason_not_to_cancel: null,
          isKnown: true,
          isBlind: false,
          person_asked_whether_paid: false,
        },
        link: { awaited_until: null },
        done: { session_ended: true },
      })
      expect(done.order_canceled).toBe(false)
    }
  })

  it("ends with an order that waits only when that was canceled, or a person is asked about it", () => {
    for (const { all, step } of DECIDED) {
      if (
        step.act === "finish" &&
        all.order?.reason_not_to_cancel === null &&
        !all.done.order_canceled
      ) {
        expect([isBlind(all), all.link.watch_over, all.done.person_asked]).toEqual([
          true,
          true,
          true,
        ])
      }
    }
  })

  it("asks the service once in a run, about an account of the store, and about no money that arrived", () => {
    const lookups = acts("look_up")
    expect(lookups.length).toBeGreaterThan(0)
    for (const { all } of lookups) {
      expect([all.lookup, all.link.configured]).toEqual(["not_asked", true])
      expect(all.link).toMatchObject({
        status: expect.not.stringMatching("approved"),
        excluded: false,
      })
    }
  })

  it("ends no session of money that arrived and was not excluded", () => {
    const untouched = DECIDED.filter(({ all: { link, done } }) => {
      return link.status === "approved" && !link.excluded && !done.order_canceled
    })
    expect(new Set(untouched.map(({ step }) => step.act))).toEqual(new Set(["leave"]))
  })

  it("comes to an end within six steps, and takes none twice", () => {
    for (const first of ALL) {
      if (Object.values(first.done).some(Boolean)) {
        continue
      }
      const taken: string[] = []
      let now: EndFacts | null = first
      while (now !== null && taken.length < 7) {
        const step = decideEnd(now)
        taken.push(step.act)
        now = after(now, step)
      }
      expect(taken.length).toBeLessThanOrEqual(6)
      expect(new Set(taken).size).toBe(taken.length)
    }
  })
})

/** The facts once a step was taken, of a service that says that nobody paid; null after the last one. */
function after(all: EndFacts, step: EndStep): EndFacts | null {
  const done = (which: Partial<StepsDone>) => ({ ...all, done: { ...all.done, ...which } })
  switch (step.act) {
    case "look_up":
      return { ...all, lookup: "unpaid" }
    case "end_session":
      return done({ session_ended: true })
    case "cancel_order":
      return done({ order_canceled: true })
    case "requeue_renewal":
      return done({ renewal_requeued: true })
    case "ask":
      return done({ person_asked: true })
    case "leave":
    case "postpone":
    case "wait":
    case "finish":
      return null
  }
}
