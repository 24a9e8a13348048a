import { INBOX_STATUSES, inboxStatesBefore } from "../notification/inbox-state"
import {
  isFinal,
  PAYIN_CAUSES,
  PAYIN_STATUSES,
  payInStatusFor,
  payInTransition,
} from "../payin/state"
import { readServiceStatus, type ServiceStatus } from "../service/status"

const pairs = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((from) => all.map((to): [T, T] => [from, to]))

// Written out and not computed, so that a changed table shows here.
const PAYIN_MOVES = new Set([
  "creating>pending",
  "creating>approved",
  "creating>rejected",
  "creating>expired",
  "creating>failed",
  "pending>approved",
  "pending>rejected",
  "pending>expired",
])
const PAYIN_OLD_NEWS = new Set([
  "approved>creating",
  "approved>pending",
  "rejected>creating",
  "rejected>pending",
  "rejected>expired",
  "rejected>failed",
  "expired>creating",
  "expired>pending",
  "expired>rejected",
  "expired>failed",
  "failed>creating",
  "failed>pending",
  "failed>rejected",
  "failed>expired",
])
const INBOX_MOVES = new Set([
  "received>processed",
  "received>ignored",
  "received>dead",
  "dead>received",
  "processed>received",
])

describe("a pay-in", () => {
  it.each(pairs(PAYIN_STATUSES))("from %s reported as %s follows the table", (from, to) => {
    const listed = (moves: Set<string>) => moves.has(`${from}>${to}`)
    const otherwise = listed(PAYIN_OLD_NEWS) ? "old_news" : "contradiction"
    const expected = from === to ? "stay" : listed(PAYIN_MOVES) ? "move" : otherwise
    expect(payInTransition(from, to)).toBe(expected)
  })

  it("never leaves a final state after any later report", () => {
    const final = PAYIN_STATUSES.filter(isFinal)
    expect(final).toEqual(["approved", "rejected", "expired", "failed"])
    for (const from of final) {
      for (const to of PAYIN_STATUSES) {
        expect(payInTransition(from, to)).not.toBe("move")
      }
    }
  })

  it("never fails once the service accepted it", () => {
    expect(payInTransition("pending", "failed")).toBe("contradiction")
    expect(payInTransition("pending", "creating")).toBe("contradiction")
  })

  it("has exactly the known causes, none of which is a notification", () => {
    expect(PAYIN_CAUSES).toEqual([
      "created",
      "accepted",
      "service",
      "refused",
      "not_received",
      "accepted_by_operator",
      "captured",
    ])
  })
})

describe("a status from the service", () => {
  it.each<[ServiceStatus, ReturnType<typeof payInStatusFor>]>([
    ["CREATED", "pending"],
    ["PENDING", "pending"],
    ["APPROVED", "approved"],
    ["REJECTED", "rejected"],
    ["DECLINED", "rejected"],
    ["EXPIRED", "expired"],
    ["UNKNOWN", null],
  ])("%s means %s", (status, expected) => {
    expect(payInStatusFor(status)).toBe(expected)
  })

  it("is read in any case and with blanks around it", () => {
    for (const status of ["CREATED", "PENDING", "APPROVED", "REJECTED", "DECLINED", "EXPIRED"]) {
      expect(readServiceStatus(status)).toBe(status)
      expect(readServiceStatus(` ${status.toLowerCase()}\n`)).toBe(status)
    }
  })

  it("that is unknown, missing or malformed changes nothing", () => {
    const unknown = ["PAID", "", "APPROVED!", "UNKNOWN", "constructor", null, undefined, 1, {}, []]
    for (const said of unknown) {
      const status = readServiceStatus(said)
      expect(status).toBe("UNKNOWN")
      expect(payInStatusFor(status)).toBeNull()
    }
  })
})

describe("a stored notification", () => {
  it.each(pairs(INBOX_STATUSES))("moves from %s to %s only as the table says", (from, to) => {
    expect(inboxStatesBefore(to).includes(from)).toBe(INBOX_MOVES.has(`${from}>${to}`))
  })

  it("that is processed or dead can go back only to received", () => {
    expect(inboxStatesBefore("received")).toEqual(["processed", "dead"])
    expect(inboxStatesBefore("processed")).toEqual(["received"])
  })
})
