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
} from "../state"
import type { ServiceStatus } from "../../service/status"

const ACTORS: readonly PayoutActor[] = ["operator", "shopper", "system", "service"]

// Written out and not computed, so that a changed table shows here.
const MOVES: Record<PayoutCause, string> = {
  created: "",
  released: "held>awaiting_destination held>awaiting_approval held>queued",
  destination_given: "awaiting_destination>awaiting_approval awaiting_destination>queued",
  details_changed: "awaiting_destination>awaiting_approval queued>awaiting_approval",
  approval_given: "awaiting_approval>queued",
  confirmed: "awaiting_approval>queued",
  needs_approval: "queued>awaiting_approval",
  claimed: "queued>sending",
  not_sent: "sending>queued",
  accepted: "sending>pending unknown>pending",
  refused: "sending>rejected",
  unclear: "awaiting_destination>unknown awaiting_approval>unknown queued>unknown sending>unknown",
  service:
    "sending>pending sending>approved sending>rejected unknown>pending unknown>approved unknown>rejected pending>approved pending>rejected",
  resent: "unknown>sending",
  never_received: "unknown>rejected",
  contradicted:
    "awaiting_destination>rejected awaiting_approval>rejected queued>rejected sending>rejected",
  retried: "rejected>awaiting_destination rejected>awaiting_approval rejected>queued",
  concluded:
    "queued>approved queued>rejected unknown>approved unknown>rejected pending>approved pending>rejected approved>rejected rejected>approved",
  canceled:
    "held>canceled awaiting_destination>canceled awaiting_approval>canceled queued>canceled",
  paid_elsewhere:
    "awaiting_destination>paid_elsewhere awaiting_approval>paid_elsewhere queued>paid_elsewhere rejected>paid_elsewhere",
}
const MOVERS: Record<PayoutCause, string> = {
  created: "operator system",
  released: "system",
  destination_given: "operator shopper system",
  details_changed: "operator system",
  approval_given: "operator",
  confirmed: "operator",
  needs_approval: "system",
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
  concluded: "operator",
  canceled: "operator system",
  paid_elsewhere: "operator",
}

const pairs = PAYOUT_STATUSES.flatMap((from) => PAYOUT_STATUSES.map((to) => ({ from, to })))
const step = (from: PayoutStatus, to: PayoutStatus, cause: PayoutCause, actor: PayoutActor) =>
  payoutTransition(from, to, cause, actor, "operator")

describe("a payout", () => {
  it.each(PAYOUT_CAUSES)(
    "moves by %s only between the statuses and by the actors of the table",
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

  it("cannot be claimed or resent while it is being sent", () => {
    for (const actor of ACTORS) {
      expect(step("sending", "sending", "claimed", actor)).toBe("forbidden")
      expect(step("sending", "sending", "resent", actor)).toBe("forbidden")
    }
  })

  it("stays in its status when an operator clicks twice", () => {
    expect(step("queued", "queued", "approval_given", "operator")).toBe("stay")
    expect(step("canceled", "canceled", "canceled", "operator")).toBe("stay")
    expect(step("paid_elsewhere", "paid_elsewhere", "paid_elsewhere", "operator")).toBe("stay")
  })

  it("that is approved, canceled or paid elsewhere never moves again, unless a person reports that it was not paid", () => {
    for (const from of ["approved", "canceled", "paid_elsewhere"] as const) {
      for (const to of PAYOUT_STATUSES) {
        for (const cause of PAYOUT_CAUSES) {
          for (const actor of ACTORS) {
            const reported =
              [from, to, cause, actor].join() === "approved,rejected,concluded,operator"
            expect(step(from, to, cause, actor) === "move").toBe(reported)
          }
        }
      }
    }
  })

  it("is never canceled once it may have been sent", () => {
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

  it("made by a refund is canceled only by the system, unless it is the rest of one", () => {
    for (const source of PAYOUT_SOURCES) {
      const person = payoutTransition("queued", "canceled", "canceled", "operator", source)
      expect(person).toBe(source === "refund" ? "forbidden" : "move")
      expect(mayBeCanceledByPerson({ source, rest_of: null })).toBe(source !== "refund")
      expect(mayBeCanceledByPerson({ source, rest_of: "payout_first" })).toBe(true)
      expect(payoutTransition("queued", "canceled", "canceled", "system", source)).toBe("move")
    }
  })

  it("may be changed only while no money is on its way", () => {
    expect(PAYOUT_STATUSES.filter(mayBeChanged)).toEqual([
      "held",
      "awaiting_destination",
      "awaiting_approval",
      "queued",
      "rejected",
    ])
  })
})

describe("a status report about a payout", () => {
  const says = (from: PayoutStatus, to: PayoutStatus) => step(from, to, "service", "service")

  it("after the end is a contradiction, never a move", () => {
    expect(says("approved", "rejected")).toBe("contradiction")
    expect(says("rejected", "approved")).toBe("contradiction")
    expect(says("canceled", "approved")).toBe("contradiction")
    expect(says("paid_elsewhere", "approved")).toBe("contradiction")
  })

  it("before the payout was sent is a contradiction", () => {
    for (const from of ["held", "awaiting_destination", "awaiting_approval", "queued"] as const) {
      for (const to of ["pending", "approved", "rejected"] as const) {
        expect(says(from, to)).toBe("contradiction")
      }
    }
  })

  it("about an earlier step changes nothing", () => {
    expect(says("approved", "pending")).toBe("stay")
    expect(says("rejected", "pending")).toBe("stay")
    expect(step("approved", "pending", "accepted", "service")).toBe("stay")
  })

  it("that refuses one call does not contradict an unknown, pending or approved payout", () => {
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
  ])("of %s means %s", (status, expected) => {
    expect(payoutStatusFor(status)).toBe(expected)
  })
})

describe("the status of a payout before sending", () => {
  it.each([
    [{ hold: true, destination: true, approval: true }, "held"],
    [{ hold: true, destination: false, approval: false }, "held"],
    [{ hold: false, destination: true, approval: true }, "awaiting_destination"],
    [{ hold: false, destination: false, approval: true }, "awaiting_approval"],
    [{ hold: false, destination: false, approval: false }, "queued"],
  ] as const)("with %j lacking is %s", (lacks, status) => {
    expect(standing(lacks)).toBe(status)
  })
})
