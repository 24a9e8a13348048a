import { decideRenewal, type RenewalStep } from "../../../../src/domain/renewal/decide"
import type { RenewalFacts } from "../../../../src/domain/renewal/facts"
import { SMALL_RENEWALS, startOf, type RenewalBound } from "../bounds"
import { exploreRenewal } from "../explore"
import type { Rules } from "../facts"

describe("every interleaving of a period within the small bound", () => {
  it.each(SMALL_RENEWALS)("keeps the promises and comes to rest: $name", (bound) => {
    const { broken, complete, rests } = exploreRenewal(startOf(bound))
    expect(broken && [broken.rule, ...broken.way]).toBeNull()
    expect(complete).toBe(true)
    expect(rests).toBeGreaterThan(0)
  })
})

const seeing = (blind: (facts: RenewalFacts) => RenewalFacts): Rules => ({
  renewal: (facts) => decideRenewal(blind(facts)),
})
const hold = (about: Partial<NonNullable<RenewalFacts["hold"]>>): Rules =>
  seeing((facts) => ({ ...facts, hold: facts.hold && { ...facts.hold, ...about } }))
const order = (about: Partial<NonNullable<RenewalFacts["order"]>>): Rules =>
  seeing((facts) => ({ ...facts, order: facts.order && { ...facts.order, ...about } }))
const doing = (act: RenewalStep["act"], instead: RenewalStep): Rules => ({
  renewal: (facts) => {
    const step = decideRenewal(facts)
    return step.act === act ? instead : step
  },
})
const STOP: RenewalStep = { act: "stop", reason: "It stops here.", passing: false }
const CLOSE: RenewalStep = { act: "close", as: "ended", keeps: null, canceled: null }

/** A rule broken on purpose, the bound in which it is looked for, and how what is found reads. */
const BROKEN: [string, string, Rules, RegExp][] = [
  [
    "a hold whose outcome is unknown is taken for a refused one",
    "answers that are lost",
    seeing((facts) => ({
      ...facts,
      hold:
        facts.hold?.status === "unknown"
          ? { ...facts.hold, status: "error", not_sent: true }
          : facts.hold,
    })),
    /still held|second hold/,
  ],
  [
    "a capture whose outcome is unknown ends the period",
    "answers that are lost",
    {
      renewal: (facts) =>
        facts.hold?.status === "capture_unknown"
          ? { act: "end_unpaid", reason: "It was given up.", canceled: null }
          : decideRenewal(facts),
    },
    /given up|charged|held/,
  ],
  [
    "an ended subscription keeps its hold",
    "a shopper who cancels",
    doing("give_up_hold", CLOSE),
    /still held/,
  ],
  [
    "an end is not seen",
    "a shopper who cancels",
    seeing((facts) => ({ ...facts, subscription: { status: "active", given_up: false } })),
    /./,
  ],
  ["a called-off order is made again", "a person who cancels", order({ freed: true }), /./],
  [
    "an order that we cancel is taken for a person's doing",
    "a bank that refuses",
    order({ freed: false }),
    /nobody canceled/,
  ],
  [
    "the intent to cancel an order stays with an order that stays",
    "died canceling",
    seeing((facts) => ({
      ...facts,
      order:
        facts.order && facts.order.decision !== "gone"
          ? { ...facts.order, freed: false }
          : facts.order,
    })),
    /./,
  ],
  ["captured money is not booked", "processes die", hold({ shown: true }), /./],
  [
    "a counted refusal is tried again at once, as long as a person asks",
    "a person who asks now",
    seeing((facts) => ({ ...facts, run: { prepared: false, counted: null } })),
    /./,
  ],
  [
    "links that a killed completion left out stay out",
    "processes die",
    order({ lacks_links: false }),
    /links/,
  ],
  [
    "an order that was collected is charged",
    "a link for the order",
    seeing((facts) => ({
      ...facts,
      order: facts.order?.decision === "paid" ? { ...facts.order, decision: "kept" } : facts.order,
    })),
    /./,
  ],
  [
    "a completion that died before the card is taken for a charge",
    "processes die",
    doing("drop_hold", STOP),
    /stays open/,
  ],
  [
    "a person's answer about an earlier charge is not waited for",
    "an earlier charge in doubt",
    seeing((facts) => ({ ...facts, doubt: null })),
    /doubt/,
  ],
  [
    "a subscription that is over is seen before a new hold, and of no hold that exists",
    "a subscription that is over",
    seeing((facts) => ({ ...facts, over: facts.hold === null ? facts.over : null })),
    /after the subscription is over/,
  ],
  [
    "a subscription that is over is seen until its hold is held",
    "a subscription that is over",
    seeing((facts) => ({
      ...facts,
      over: facts.hold?.status === "authorized" ? null : facts.over,
    })),
    /after the subscription is over/,
  ],
  ["the cart of an old price is completed", "a price that changes", doing("price_cart", STOP), /./],
  ["a lapsed hold is not counted", "a hold that is given up", doing("count_lapse", STOP), /./],
  ["a paid period goes on", "processes die", doing("pay_period", STOP), /stays open/],
  [
    "an order that stays is not shown",
    "goods that leave",
    {
      renewal: (facts) => {
        const step = decideRenewal(facts)
        return step.act === "close" ? { ...step, keeps: null } : step
      },
    },
    /nobody is shown/,
  ],
]

describe("a rule of renewals that is broken on purpose is found", () => {
  const bound = (name: string): RenewalBound =>
    SMALL_RENEWALS.find((one) => one.name.includes(name))!
  it.each(BROKEN)("%s", (_, where, rules, words) => {
    const { broken } = exploreRenewal(startOf(bound(where)), { rules, most: 100_000 })
    expect(broken?.rule).toMatch(words)
    expect(broken?.way.length).toBeGreaterThan(2)
  })
})
