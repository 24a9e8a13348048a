import {
  mayBeChanged,
  mayBeCanceledByPerson,
  PAYOUT_CAUSES,
  PAYOUT_SOURCES,
  PAYOUT_STATUSES,
  type PayoutActor,
  type PayoutCause,
  payoutStatusFor,
  type PayoutStatus,
  payoutTransition,
  standing,
} from "../payout-state"
import type { ServiceStatus } from "../service-status"

const ACTORS: readonly PayoutActor[] = ["operator", "shopper", "system", "service"]

// Written out and not computed, so that a changed table shows here.
const MOVES: Record<PayoutCause, string> = {
  created: "",
  released: "held>awaiting_destination held>awaiting_approval held>queued",
  destination_given: "awaiting_destination>awaiting_approval awaiting_destination>queued",
  details_changed: "awaiting_destination>awaiting_approval queued>awaiting_approval",
  approval_given: "awaiting_approval>queued",
  claimed: "queued>sending",
  not_sent: "sending>queued",
  accepted: "sending>pending unknown>pending",
  refused: "sending>rejected",
  unclear: "sending>unknown",
  service:
    "sending>pending sending>approved sending>rejected unknown>pending unknown>approved unknown>rejected pending>approved pending>rejected",
  resent: "unknown>sending",
  never_received: "unknown>rejected",
  contradicted:
    "awaiting_destination>rejected awaiting_approval>rejected queued>rejected sending>rejected",
  retried: "rejected>awaiting_destination rejected>awaiting_approval rejected>queued",
  canceled:
    "held>canceled awaiting_destination>canceled awaiting_approval>canceled queued>canceled",
  paid_elsewhere:
    "awaiting_destination>paid_elsewhere awaiting_approval>paid_elsewhere rejected>paid_elsewhere",
}
const MOVERS: Record<PayoutCause, string> = {
  created: "operator system",
  released: "system",
  destination_given: "operator shopper system",
  details_changed: "operator system",
  approval_given: "operator",
  claimed: "system",
  not_sent: "system",
  accepted: "service",
  refused: "service",
  unclear: "system",
  service: "service",
  resent: "operator system",
  never_received: "system",
  contradicted: "service",
  retried: "operator",
  canceled: "operator system",
  paid_elsewhere: "operator",
}

const pairs = PAYOUT_STATUSES.flatMap((from) => PAYOUT_STATUSES.map((to) => ({ from, to })))
const step = (from: PayoutStatus, to: PayoutStatus, cause: PayoutCause, actor: PayoutActor) =>
  payoutTransition(from, to, cause, actor, "operator")

describe("a payout", () => {
  it.each(PAYOUT_CAUSES)(
    "moves by %s only as the table says, and only by whom it says",
    (cause) => {
      const moved = pairs.flatMap(({ from, to }) =>
        ACTORS.filter((actor) => step(from, to, cause, actor) === "move").map((actor) => ({
          pair: `${from}>${to}`,
          actor,
        }))
      )
      const expected = MOVES[cause].split(" ").filter(Boolean)
      expect(new Set(moved.map(({ pair }) => pair))).toEqual(new Set(expected))
      const movers = cause === "created" ? [] : MOVERS[cause].split(" ")
      expect(new Set(moved.map(({ actor }) => actor))).toEqual(new Set(movers))
    }
  )

  it("is never claimed or resent twice: being there already is no leave to send", () => {
    for (const actor of ACTORS) {
      expect(step("sending", "sending", "claimed", actor)).toBe("forbidden")
      expect(step("sending", "sending", "resent", actor)).toBe("forbidden")
    }
  })

  it("stays where it is when a person clicks twice", () => {
    expect(step("queued", "queued", "approval_given", "operator")).toBe("stay")
    expect(step("canceled", "canceled", "canceled", "operator")).toBe("stay")
    expect(step("paid_elsewhere", "paid_elsewhere", "paid_elsewhere", "operator")).toBe("stay")
  })

  it("that arrived, was canceled or paid elsewhere never moves again, whoever tries", () => {
    for (const from of ["approved", "canceled", "paid_elsewhere"] as const) {
      for (const to of PAYOUT_STATUSES) {
        for (const cause of PAYOUT_CAUSES) {
          for (const actor of ACTORS) expect(step(from, to, cause, actor)).not.toBe("move")
        }
      }
    }
  })

  it("is never canceled once anything may have left", () => {
    for (const from of ["sending", "unknown", "pending", "approved", "rejected"] as const) {
      for (const actor of ACTORS)
        expect(step(from, "canceled", "canceled", actor)).toBe("forbidden")
    }
  })

  it("gets a new attempt only after a rejection", () => {
    const from = PAYOUT_STATUSES.filter(
      (status) => step(status, "queued", "retried", "operator") === "move"
    )
    expect(from).toEqual(["rejected"])
  })

  it("made by a refund is canceled by the system alone", () => {
    for (const source of PAYOUT_SOURCES) {
      const person = payoutTransition("queued", "canceled", "canceled", "operator", source)
      expect(person).toBe(source === "refund" ? "forbidden" : "move")
      expect(mayBeCanceledByPerson(source)).toBe(source !== "refund")
      expect(payoutTransition("queued", "canceled", "canceled", "system", source)).toBe("move")
    }
  })

  it("may be changed only while nothing is on its way", () => {
    expect(PAYOUT_STATUSES.filter(mayBeChanged)).toEqual([
      "held",
      "awaiting_destination",
      "awaiting_approval",
      "queued",
      "rejected",
    ])
  })
})

describe("what the service says of a payout", () => {
  const says = (from: PayoutStatus, to: PayoutStatus) => step(from, to, "service", "service")

  it("after the end is a contradiction, never a move", () => {
    expect(says("approved", "rejected")).toBe("contradiction")
    expect(says("rejected", "approved")).toBe("contradiction")
    expect(says("canceled", "approved")).toBe("contradiction")
    expect(says("paid_elsewhere", "approved")).toBe("contradiction")
  })

  it("before anything was sent is a contradiction", () => {
    for (const from of ["held", "awaiting_destination", "awaiting_approval", "queued"] as const) {
      for (const to of ["pending", "approved", "rejected"] as const) {
        expect(says(from, to)).toBe("contradiction")
      }
    }
  })

  it("late about an earlier step is no news", () => {
    expect(says("approved", "pending")).toBe("stay")
    expect(says("rejected", "pending")).toBe("stay")
    expect(step("approved", "pending", "accepted", "service")).toBe("stay")
  })

  it("in refusing one call contradicts nothing that is known of the payout", () => {
    for (const from of ["unknown", "pending", "approved"] as const) {
      expect(step(from, "rejected", "refused", "service")).toBe("stay")
    }
  })

  it.each<[ServiceStatus, ReturnType<typeof payoutStatusFor>]>([
    ["CREATED", "pending"],
    ["PENDING", "pending"],
    ["APPROVED", "approved"],
    ["REJECTED", "rejected"],
    ["DECLINED", "rejected"],
    ["EXPIRED", "rejected"],
    ["UNKNOWN", null],
  ])("%s means %s", (status, expected) => {
    expect(payoutStatusFor(status)).toBe(expected)
  })
})

describe("where a payout stands", () => {
  it.each([
    [{ hold: true, destination: true, approval: true }, "held"],
    [{ hold: true, destination: false, approval: false }, "held"],
    [{ hold: false, destination: true, approval: true }, "awaiting_destination"],
    [{ hold: false, destination: false, approval: true }, "awaiting_approval"],
    [{ hold: false, destination: false, approval: false }, "queued"],
  ] as const)("lacking %j is %s", (lacks, status) => {
    expect(standing(lacks)).toBe(status)
  })
})
