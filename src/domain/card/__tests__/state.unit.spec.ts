import fc from "fast-check"
import {
  CARD_CAUSES,
  CARD_STATUSES,
  type CardCause,
  type CardStatus,
  cardTransition,
  isAliveCard,
  isUnknownCard,
} from "../state"

// Written out and not computed, so that a changed table shows here.
const MOVES: Record<CardCause, string> = {
  created: "",
  answered:
    "creating>authorized creating>declined creating>error unknown>authorized unknown>declined unknown>error authorized>captured capturing>captured capture_unknown>captured",
  refused:
    "creating>declined creating>error unknown>declined unknown>error capturing>authorized capture_unknown>authorized",
  not_sent: "creating>error capturing>authorized",
  unclear: "creating>unknown capturing>capture_unknown",
  webhook: "unknown>authorized unknown>declined capture_unknown>captured",
  operator:
    "creating>captured unknown>authorized unknown>declined unknown>captured capture_unknown>captured capture_unknown>authorized authorized>captured declined>captured error>captured released>captured",
  claimed: "authorized>capturing",
  released: "authorized>released",
  lapses: "authorized>released unknown>released",
}

const pairs = CARD_STATUSES.flatMap((from) => CARD_STATUSES.map((to) => ({ from, to })))

describe("a card transaction", () => {
  it.each(CARD_CAUSES)("moves by %s only as the table says", (cause) => {
    const moved = pairs.filter(({ from, to }) => cardTransition(from, to, cause) === "move")
    expect(new Set(moved.map(({ from, to }) => `${from}>${to}`))).toEqual(
      new Set(MOVES[cause].split(" ").filter(Boolean))
    )
  })

  it("never leaves a final state, except when an operator learns that its money was captured", () => {
    for (const from of ["declined", "error", "captured", "released"] as const) {
      for (const to of CARD_STATUSES) {
        for (const cause of CARD_CAUSES) {
          const taken = from !== "captured" && to === "captured" && cause === "operator"
          expect(cardTransition(from, to, cause) === "move").toBe(taken)
        }
      }
    }
  })

  it("is claimed for capture only from authorized, so it is captured once", () => {
    for (const from of CARD_STATUSES.filter((status) => status !== "authorized")) {
      expect(cardTransition(from, "capturing", "claimed")).toBe("forbidden")
    }
  })

  it("with an unknown outcome is never captured, voided or marked as failed, and a capture never lapses", () => {
    for (const from of CARD_STATUSES.filter(isUnknownCard)) {
      expect(cardTransition(from, "capturing", "claimed")).toBe("forbidden")
      expect(cardTransition(from, "released", "released")).toBe("forbidden")
      const lapses = from === "unknown" ? "move" : "forbidden"
      expect(cardTransition(from, "released", "lapses")).toBe(lapses)
      expect(cardTransition(from, "error", "not_sent")).toBe("stay")
      expect(isAliveCard(from)).toBe(true)
    }
  })

  it("is contradicted by a webhook whose report its state does not allow", () => {
    const contradictions: [CardStatus, CardStatus][] = [
      ["creating", "authorized"],
      ["creating", "declined"],
      ["creating", "captured"],
      ["unknown", "captured"],
      ["authorized", "captured"],
      ["capturing", "captured"],
      ["declined", "authorized"],
      ["declined", "captured"],
      ["error", "authorized"],
      ["authorized", "declined"],
      ["capturing", "declined"],
      ["captured", "declined"],
      ["released", "captured"],
    ]
    for (const [from, to] of contradictions) {
      expect(cardTransition(from, to, "webhook")).toBe("contradiction")
    }
  })

  it("stays captured when its capture call is refused or unclear after the webhook", () => {
    expect(cardTransition("captured", "authorized", "refused")).toBe("stay")
    expect(cardTransition("captured", "capture_unknown", "unclear")).toBe("stay")
    expect(cardTransition("captured", "authorized", "webhook")).toBe("stay")
  })

  it("stays declined when an answer reports an error, and in error when a webhook reports a decline", () => {
    expect(cardTransition("declined", "error", "answered")).toBe("stay")
    expect(cardTransition("error", "declined", "webhook")).toBe("stay")
  })

  it("is alive while money may be held or captured", () => {
    expect(CARD_STATUSES.filter((status) => !isAliveCard(status))).toEqual([
      "declined",
      "error",
      "released",
    ])
  })
})

describe("the reports of a call without a clear answer, shuffled and repeated", () => {
  const apply = (status: CardStatus, news: readonly (readonly [CardStatus, CardCause])[]) => {
    let captures = 0
    for (const [to, cause] of news) {
      const transition = cardTransition(status, to, cause)
      expect(transition).not.toBe("contradiction")
      if (transition === "move") {
        captures += to === "captured" ? 1 : 0
        status = to
      }
    }
    return { status, captures }
  }
  const shuffled = <News>(...news: News[]) =>
    fc.shuffledSubarray([...news, ...news], { minLength: news.length * 2 })

  it("lead to one capture, also when the capture is reported before its hold", () => {
    fc.assert(
      fc.property(
        shuffled<readonly [CardStatus, CardCause]>(
          ["authorized", "answered"],
          ["authorized", "webhook"],
          ["captured", "answered"],
          ["captured", "webhook"],
          ["capture_unknown", "unclear"],
          ["capturing", "claimed"]
        ),
        (news) => {
          expect(apply("capture_unknown", news)).toEqual({ status: "captured", captures: 1 })
        }
      )
    )
  })

  it("lead to a declined or failed charge when every report says so", () => {
    fc.assert(
      fc.property(
        shuffled<readonly [CardStatus, CardCause]>(
          ["declined", "answered"],
          ["declined", "webhook"],
          ["error", "refused"],
          ["unknown", "unclear"],
          ["capturing", "claimed"]
        ),
        (news) => {
          expect(["declined", "error"]).toContain(apply("unknown", news).status)
        }
      )
    )
  })
})
