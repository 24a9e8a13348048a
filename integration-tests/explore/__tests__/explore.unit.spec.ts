import type { SettlementFacts } from "../../../src/domain/settlement/facts"
import { SMALL, startOf, type Bound } from "../bounds"
import { EVENTS, happen } from "../events"
import { explore } from "../explore"
import { OUR_RULES, Reader, type Rules } from "../facts"
import { pack, unpack, WORDS } from "../layout"
import { tell } from "../words"
import { copy } from "../world"

describe("every interleaving within the small bound", () => {
  it.each(SMALL)("keeps the promises and comes to rest: $name", async (bound) => {
    const start = startOf(bound)
    const { broken, complete, rests } = await explore(start)
    expect(broken && [broken.rule, ...(await tell(start, broken.way))]).toBeNull()
    expect(complete).toBe(true)
    expect(rests).toBeGreaterThan(0)
  })
})

const bound = (name: string): Bound => SMALL.find((one) => one.name.includes(name))!
const FAILS = bound("cannot complete at first")
const VOUCHER = bound("voucher")
const CANCELED: Bound = { ...VOUCHER, left: { completions: 1, cancels: 1 } }
const KILLED: Bound = { ...VOUCHER, left: { completions: 1, crashes: 1 } }
const BOTH_PAID = bound("both paid")
const LESS = bound("pays less")
const MOVED = bound("another currency")
const COST_LESS = bound("cost less")
const CHANGES = bound("cart changes")
const DECIDES = bound("a person who decides")

type Facts = SettlementFacts
const seeing = (blind: (facts: Facts) => Facts): Rules => ({
  ...OUR_RULES,
  settlement: (facts) => OUR_RULES.settlement(blind(facts)),
})
const order = (facts: Facts, about: Partial<NonNullable<Facts["order"]>>): Facts => ({
  ...facts,
  order: facts.order && { ...facts.order, ...about },
})
const booked = (facts: Facts, about: Partial<NonNullable<Facts["booked"]>>): Facts => ({
  ...facts,
  booked: facts.booked && { ...facts.booked, ...about },
})
const payment = (facts: Facts, about: Partial<Facts["payment"]>): Facts => ({
  ...facts,
  payment: { ...facts.payment, ...about },
})
const doing = (act: string, instead: ReturnType<Rules["settlement"]>): Rules => ({
  ...OUR_RULES,
  settlement: (facts) => {
    const step = OUR_RULES.settlement(facts)
    return step.act === act ? instead : step
  },
})

/** A rule broken on purpose, where it is looked for, and how what is found reads. */
const BROKEN: [string, Bound, Rules, RegExp][] = [
  [
    "money of another amount is booked",
    LESS,
    seeing((facts) => payment(facts, { differs: null })),
    /told something else/,
  ],
  [
    "money that a person excluded is settled all the same",
    DECIDES,
    seeing((facts) => payment(facts, { excluded: false })),
    /./,
  ],
  [
    "an order is booked on without its lock",
    BOTH_PAID,
    seeing((facts) => order(facts, { locked: true })),
    /./,
  ],
  [
    "an order of another currency is booked on",
    MOVED,
    seeing((facts) => order(facts, { refuses: null })),
    /of another currency/,
  ],
  [
    "money for an earlier total of the cart is booked on its order",
    COST_LESS,
    seeing((facts) => order(facts, { other_total: null })),
    /asked for another total/,
  ],
  [
    "an order that owes nothing is booked on",
    BOTH_PAID,
    seeing((facts) => order(facts, { refuses: null })),
    /./,
  ],
  [
    "links that a killed completion left out stay out",
    FAILS,
    seeing((facts) => order(facts, { lacks_links: false })),
    /lacks a link/,
  ],
  [
    "a capture without its transaction counts as settled",
    KILLED,
    seeing((facts) => booked(facts, { on_order: true })),
    /no order shows it/,
  ],
  [
    "a canceled order keeps the money",
    CANCELED,
    seeing((facts) => order(facts, { canceled: false })),
    /./,
  ],
  [
    "a canceled order is not seen as such",
    CANCELED,
    seeing((facts) => order(facts, { canceled: false, refuses: null })),
    /./,
  ],
  [
    "leftovers of a failed completion stay",
    FAILS,
    seeing((facts) => ({ ...facts, leftovers: [], counted: true })),
    /./,
  ],
  [
    "an ended session is completed with",
    FAILS,
    seeing((facts) => ({
      ...facts,
      session:
        facts.session.state === "ended" ? { state: "ready", id: facts.session.id } : facts.session,
    })),
    /./,
  ],
  [
    "a step without effect is taken for ever",
    BOTH_PAID,
    { ...OUR_RULES, withoutEffect: (step) => step },
    /never comes to rest/,
  ],
  ["a session is opened for ever", VOUCHER, doing("book_on_order", { act: "open_session" }), /./],
  ["nobody is asked", CHANGES, doing("ask", { act: "park" }), /nobody is asked|never comes/],
  ["a waiting order is not booked on", CANCELED, doing("book_on_order", { act: "park" }), /./],
  ["a capture is not repaired", KILLED, doing("repair_capture", { act: "park" }), /./],
  ["settled money is not marked", FAILS, doing("settle", { act: "park" }), /./],
  ["a cart is not completed", FAILS, doing("complete_cart", { act: "park" }), /./],
  [
    "an order is asked about as if it had none",
    CANCELED,
    seeing((facts) => ({ ...facts, order: null, booked: null })),
    /./,
  ],
  [
    "an order that shows a canceled payment is taken for paid twice",
    FAILS,
    seeing((facts) => order(facts, { shows_canceled: false })),
    /./,
  ],
]

describe("a rule that is broken on purpose is found", () => {
  it.each(BROKEN)("%s", async (_, where, rules, words) => {
    const start = startOf(where)
    const { broken } = await explore(start, { rules, most: 200_000 })
    expect(broken?.rule).toMatch(words)
    // Shown as sentences, a shortest way.
    const way = await tell(start, broken!.way, rules)
    expect(way.length).toBe(broken!.way.length)
  })
})

describe("the model", () => {
  it("reads a state back as it was written, and changes none by an event that cannot happen", async () => {
    const reader = new Reader()
    const start = startOf(VOUCHER)
    let looked = 0
    let world = copy(start)
    for (let round = 0; round < 300; round += 1) {
      const nexts = []
      for (const [kind, { of: each }] of EVENTS.entries()) {
        for (const of of each) {
          const next = copy(world)
          if (happen(next, kind, of, reader)) {
            nexts.push(next)
          } else {
            expect(next).toEqual(world)
          }
          const words = new Uint32Array(WORDS)
          words.set(pack(next))
          expect(unpack(words, 0, copy(start))).toEqual(next)
          looked += 1
        }
      }
      if (reader.lacks) {
        await reader.fill()
        continue
      }
      if (nexts.length === 0) {
        break
      }
      world = nexts[(round * 7) % nexts.length]
    }
    expect(looked).toBeGreaterThan(1_000)
  })
})
