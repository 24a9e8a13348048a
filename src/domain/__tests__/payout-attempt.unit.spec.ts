import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  attemptTransition,
  causeOfFailure,
  isFinalAttempt,
  mayReverse,
} from "../payout-attempt"

const pairs = ATTEMPT_STATUSES.flatMap((from) =>
  ATTEMPT_STATUSES.map((to): [AttemptStatus, AttemptStatus] => [from, to])
)

// Written out, not computed.
const MOVES = new Set([
  "ready>sending",
  "ready>void",
  "sending>ready",
  "sending>unknown",
  "sending>pending",
  "sending>approved",
  "sending>rejected",
  "unknown>sending",
  "unknown>pending",
  "unknown>approved",
  "unknown>rejected",
  "pending>approved",
  "pending>rejected",
])
const CONTRADICTIONS = new Set([
  "ready>unknown",
  "ready>pending",
  "ready>approved",
  "ready>rejected",
  "sending>void",
  "unknown>void",
  "pending>void",
  "approved>rejected",
  "approved>void",
  "rejected>approved",
  "rejected>void",
  "void>approved",
  "void>rejected",
])

describe("an attempt", () => {
  it.each(pairs)("from %s said to be %s does what the table says", (from, to) => {
    const pair = `${from}>${to}`
    const expected = MOVES.has(pair) ? "move" : CONTRADICTIONS.has(pair) ? "contradiction" : "stay"
    expect(attemptTransition(from, to)).toBe(expected)
  })

  it("is over once it is paid, rejected or given up", () => {
    expect(ATTEMPT_STATUSES.filter(isFinalAttempt)).toEqual(["approved", "rejected", "void"])
  })

  it("that was rejected and is approved after all is a contradiction, never silently paid", () => {
    expect(attemptTransition("rejected", "approved")).toBe("contradiction")
  })
})

describe("what the service rejected", () => {
  it("may turn out paid where it was accepted first, and there only", () => {
    const turning = (known: { ticket: string | null; service_status: string | null }) =>
      ATTEMPT_STATUSES.filter((status) => mayReverse({ status, ...known }))
    expect(turning({ ticket: "T-1", service_status: null })).toEqual(["rejected"])
    expect(turning({ ticket: null, service_status: "REJECTED" })).toEqual(["rejected"])
    expect(turning({ ticket: null, service_status: null })).toEqual([])
  })
})

describe("a send that failed", () => {
  it.each([
    [{ mayHaveHappened: true, refused: false }, false, "unclear"],
    [{ mayHaveHappened: false, refused: true }, false, "refused"],
    [{ mayHaveHappened: false, refused: false }, false, "not_sent"],
    // The refusal may be about the duplicate: the first send may have been paid.
    [{ mayHaveHappened: false, refused: true }, true, "unclear"],
    [{ mayHaveHappened: false, refused: false }, true, "unclear"],
    [{ mayHaveHappened: true, refused: false }, true, "unclear"],
  ] as const)("%j, sent before: %s, is %s", (failure, sentBefore, cause) => {
    expect(causeOfFailure(failure, sentBefore)).toBe(cause)
  })
})
