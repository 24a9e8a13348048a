import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  attemptTransition,
  causeOfFailure,
  isFinalAttempt,
  isHearsay,
  isKnownUnsent,
  isOnItsWay,
  mayHaveLeft,
  mayReverse,
  neverArrived,
  neverLeft,
} from "../attempt"

const pairs = ATTEMPT_STATUSES.flatMap((from) =>
  ATTEMPT_STATUSES.map((to): [AttemptStatus, AttemptStatus] => [from, to])
)

// Written out, not computed.
const MOVES = new Set([
  "ready>sending",
  "ready>void",
  "ready>unknown",
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
  "void>sending",
  "void>unknown",
])
const CONTRADICTIONS = new Set([
  "ready>pending",
  "ready>approved",
  "ready>rejected",
  "approved>rejected",
  "rejected>approved",
  "void>ready",
  "void>pending",
  "void>approved",
  "void>rejected",
])

describe("a payout attempt", () => {
  it.each(pairs)("from %s reported as %s follows the table", (from, to) => {
    const pair = `${from}>${to}`
    const expected = MOVES.has(pair) ? "move" : CONTRADICTIONS.has(pair) ? "contradiction" : "stay"
    expect(attemptTransition(from, to)).toBe(expected)
  })

  it("is final once it is approved or rejected; one that never left may be sent again", () => {
    expect(ATTEMPT_STATUSES.filter(isFinalAttempt)).toEqual(["approved", "rejected"])
  })

  it("that was rejected and is approved after all is a contradiction, never silently paid", () => {
    expect(attemptTransition("rejected", "approved")).toBe("contradiction")
  })
})

describe("a rejected payout attempt", () => {
  const nobody = {
    sends: 0,
    ticket: null,
    service_status: null,
    heard_at: null,
    concluded_at: null,
  }
  type Said = Partial<Parameters<typeof neverArrived>[0]>

  it("may still be paid when a send of it may have left", () => {
    const turning = (known: Said) =>
      ATTEMPT_STATUSES.filter((status) => mayReverse({ ...nobody, ...known, status }))
    expect(turning({ sends: 1 })).toEqual(["rejected"])
    expect(turning({})).toEqual([])
  })

  it("or one that counts as never sent may be paid when a lookup or a notification told of it", () => {
    const turning = (known: Said) =>
      ATTEMPT_STATUSES.filter((status) => mayReverse({ ...nobody, ...known, status }))
    const told = ["ready", "rejected", "void"]
    expect(turning({ ticket: "T-1" })).toEqual(told)
    expect(turning({ service_status: "REJECTED" })).toEqual(told)
    expect(turning({ heard_at: new Date() })).toEqual(told)
    expect(turning({ heard_at: new Date(), concluded_at: new Date() })).toEqual([])
  })

  it("never arrived as far as anybody knows when neither the service nor a person spoke of it", () => {
    const absent = (known: Said) =>
      ATTEMPT_STATUSES.filter((status) => neverArrived({ ...nobody, sends: 1, ...known, status }))
    expect(absent({})).toEqual(["rejected"])
    expect(absent({ ticket: "T-1" })).toEqual([])
    expect(absent({ service_status: "PENDING" })).toEqual([])
    expect(absent({ concluded_at: new Date() })).toEqual([])
    expect(absent({ heard_at: new Date() })).toEqual([])
  })

  it("is hearsay when a notification told of it, and neither a lookup nor a person did", () => {
    const status = "unknown"
    const hearsay = (known: Said) => isHearsay({ ...nobody, sends: 1, status, ...known })
    const heard_at = new Date()
    expect(hearsay({})).toBe(false)
    expect(hearsay({ heard_at })).toBe(true)
    expect(hearsay({ heard_at, ticket: "T-1" })).toBe(false)
    expect(hearsay({ heard_at, service_status: "REJECTED" })).toBe(false)
    expect(hearsay({ heard_at, concluded_at: new Date() })).toBe(false)
  })
})

describe("a payout attempt is on its way by the service's word", () => {
  it("while it counts as pending, or the newest lookup said so", () => {
    const open = (service_status: string | null) =>
      ATTEMPT_STATUSES.filter((status) => isOnItsWay({ status, service_status }))
    expect(open(null)).toEqual(["pending"])
    expect(open("REJECTED")).toEqual(["pending"])
    expect(open("PENDING")).toEqual([...ATTEMPT_STATUSES])
  })
})

describe("the number of a payout attempt is free for the next send", () => {
  const unsaid = {
    sends: 0,
    ticket: null,
    service_status: null,
    heard_at: null,
    concluded_at: null,
  }
  const free = (said: Partial<Parameters<typeof neverLeft>[0]>) =>
    ATTEMPT_STATUSES.filter((status) => neverLeft({ ...unsaid, ...said, status }))

  it("only where no send of it may have left", () => {
    expect(free({})).toEqual(["ready", "void"])
    expect(free({ sends: 1 })).toEqual([])
  })

  it("only where the service never spoke of it, and no notification told of it", () => {
    expect(free({ heard_at: new Date() })).toEqual([])
    expect(free({ ticket: "T-1" })).toEqual([])
    expect(free({ service_status: "REJECTED" })).toEqual([])
  })
})

describe("a failed send of a payout", () => {
  it.each([
    [{ mayHaveHappened: true, refused: false }, false, "unclear"],
    [{ mayHaveHappened: false, refused: true }, false, "refused"],
    [{ mayHaveHappened: false, refused: false }, false, "not_sent"],
    // The refusal may be about the duplicate: the first send may have been paid.
    [{ mayHaveHappened: false, refused: true }, true, "unclear"],
    [{ mayHaveHappened: false, refused: false }, true, "unclear"],
    [{ mayHaveHappened: true, refused: false }, true, "unclear"],
  ] as const)("with %j, sent before: %s, is %s", (failure, sentBefore, cause) => {
    expect(causeOfFailure(failure, sentBefore)).toBe(cause)
  })
})

describe("money of an attempt may have left", () => {
  const WORDS = ["CREATED", "PENDING", "APPROVED", "REJECTED", "DECLINED", "EXPIRED", "UNKNOWN"]
  const all = ATTEMPT_STATUSES.flatMap((status) =>
    [null, ...WORDS, "SOMETHING_NEW"].flatMap((service_status) =>
      [
        { concluded: false, heard: false },
        { concluded: false, heard: true },
        { concluded: true, heard: false },
        { concluded: true, heard: true },
      ].map((said) => ({ status, service_status, ...said }))
    )
  )

  it(`unless nothing was sent, or the service itself called it rejected (${all.length} rows)`, () => {
    for (const attempt of all) {
      const { status, service_status, concluded, heard } = attempt
      const isUnsaid = service_status === null && !(heard && !concluded)
      const neverSent = (status === "ready" || status === "void") && isUnsaid
      const calledRejected = ["REJECTED", "DECLINED", "EXPIRED"].includes(service_status ?? "")
      // Refused at once, or believed not known.
      const notThere = service_status === null && !concluded
      const isEnded = status === "ready" || status === "void" || status === "rejected"
      const over = isEnded && (calledRejected || (status === "rejected" && notThere))
      expect({ ...attempt, left: mayHaveLeft(attempt) }).toEqual({
        ...attempt,
        left: !neverSent && !over,
      })
    }
  })

  it("whatever a person says of an attempt that the service never spoke of", () => {
    const silent = { status: "rejected", service_status: null, heard: false } as const
    expect(mayHaveLeft({ ...silent, concluded: true })).toBe(true)
    expect(mayHaveLeft({ ...silent, concluded: false })).toBe(false)
  })
})

describe("each situation of a payout attempt, as the table of the code lists it", () => {
  const AT = new Date("2026-11-29T12:00:00Z")
  const silent = {
    ...{ sends: 0, ticket: null, service_status: null },
    ...{ heard_at: null, concluded_at: null },
  }
  const sent = { ...silent, sends: 1 }
  const heard = { ...sent, heard_at: AT }
  type Attempt = Parameters<typeof mayReverse>[0]
  const QUESTIONS: Record<string, (attempt: Attempt) => boolean> = {
    isHearsay,
    isKnownUnsent,
    neverArrived,
    neverLeft,
    mayReverse,
    mayHaveLeft: ({ heard_at, concluded_at, ...attempt }) =>
      mayHaveLeft({ ...attempt, heard: heard_at !== null, concluded: concluded_at !== null }),
    isOnItsWay,
  }
  const UNSENT = ["ready", "void"] as const
  const UNCLEAR = ["sending", "unknown"] as const
  const REJECTED = ["rejected"] as const
  const AGAIN = ["isKnownUnsent", "mayReverse"]

  it.each<[readonly AttemptStatus[], string, Omit<Attempt, "status">, string[]]>([
    [UNSENT, "no send may have left", silent, ["neverLeft"]],
    [UNSENT, "a send may have left", sent, []],
    [UNSENT, "heard", heard, ["isHearsay", ...AGAIN, "mayHaveLeft"]],
    [UNSENT, "heard and reported", { ...silent, heard_at: AT, concluded_at: AT }, ["neverLeft"]],
    [
      UNSENT,
      "called pending",
      { ...sent, service_status: "PENDING" },
      [...AGAIN, "mayHaveLeft", "isOnItsWay"],
    ],
    [UNSENT, "called rejected", { ...sent, service_status: "REJECTED" }, AGAIN],
    [UNCLEAR, "silence", sent, ["mayHaveLeft"]],
    [UNCLEAR, "heard", heard, ["isHearsay", "mayHaveLeft"]],
    [["pending"], "named", { ...sent, ticket: "T-1" }, ["mayHaveLeft", "isOnItsWay"]],
    [["approved"], "named", { ...sent, ticket: "T-1" }, ["mayHaveLeft"]],
    [REJECTED, "refused, and no send may have left", silent, ["neverArrived"]],
    [REJECTED, "refused, and a send may have left", sent, ["neverArrived", "mayReverse"]],
    [REJECTED, "heard", heard, ["isHearsay", "mayReverse"]],
    [REJECTED, "called rejected", { ...sent, service_status: "REJECTED" }, ["mayReverse"]],
    [
      REJECTED,
      "called pending again",
      { ...sent, service_status: "PENDING" },
      ["mayReverse", "mayHaveLeft", "isOnItsWay"],
    ],
    [REJECTED, "reported", { ...sent, concluded_at: AT }, ["mayReverse", "mayHaveLeft"]],
  ])("%j, %s", (statuses, _, said, yes) => {
    for (const status of statuses) {
      const attempt = { ...said, status }
      const answers = Object.keys(QUESTIONS).filter((name) => QUESTIONS[name]?.(attempt))
      expect([...answers].sort()).toEqual([...yes].sort())
    }
  })
})
