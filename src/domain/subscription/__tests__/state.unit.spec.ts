import {
  CYCLE_STATUSES,
  cycleStatesBefore,
  isEndedSubscription,
  mayOpenCycle,
  SUBSCRIPTION_CAUSES,
  SUBSCRIPTION_STATUSES,
  type SubscriptionActor,
  type SubscriptionCause,
  subscriptionTransition,
} from "../state"

const ACTORS: readonly SubscriptionActor[] = ["operator", "shopper", "system", "service"]

// Written out and not computed, so that a changed table shows here.
const MOVES: Record<SubscriptionCause, string> = {
  created: "",
  refused: "active>past_due",
  renewed: "past_due>active",
  given_up: "past_due>canceled",
  canceled: "active>canceled past_due>canceled",
  expired: "active>expired past_due>expired",
}
const MOVERS: Record<SubscriptionCause, string> = {
  created: "",
  refused: "system",
  renewed: "system",
  given_up: "system",
  canceled: "operator shopper system service",
  expired: "service",
}

describe("a subscription", () => {
  it.each(SUBSCRIPTION_CAUSES)(
    "moves by %s only between the statuses and by the actors of the table",
    (cause) => {
      const moved = SUBSCRIPTION_STATUSES.flatMap((from) =>
        ACTORS.map((actor) => ({ from, actor, ...subscriptionTransition(from, cause, actor) }))
      ).filter(({ transition }) => transition === "move")
      expect(new Set(moved.map(({ from, to }) => `${from}>${to}`))).toEqual(
        new Set(MOVES[cause].split(" ").filter(Boolean))
      )
      expect(new Set(moved.map(({ actor }) => actor))).toEqual(
        new Set(MOVERS[cause].split(" ").filter(Boolean))
      )
    }
  )

  it("that ended never becomes active again, also after a late webhook", () => {
    const ended = SUBSCRIPTION_STATUSES.filter(isEndedSubscription)
    expect(ended).toEqual(["canceled", "expired"])
    for (const from of ended) {
      for (const cause of ["created", "canceled", "expired"] as const) {
        expect(subscriptionTransition(from, cause, "service")).toEqual({
          transition: "stay",
          to: from,
        })
      }
      expect(subscriptionTransition(from, "renewed", "system").transition).toBe("forbidden")
    }
  })

  it("canceled twice stays canceled", () => {
    for (const actor of ACTORS) {
      expect(subscriptionTransition("canceled", "canceled", actor).transition).toBe("stay")
    }
  })

  it("opens a new period only while it is active", () => {
    expect(SUBSCRIPTION_STATUSES.filter(mayOpenCycle)).toEqual(["active"])
  })
})

describe("a period of a subscription", () => {
  it("is paid or failed once, and never opened again", () => {
    expect(Object.fromEntries(CYCLE_STATUSES.map((to) => [to, cycleStatesBefore(to)]))).toEqual({
      open: [],
      paid: ["open"],
      failed: ["open"],
    })
  })
})
