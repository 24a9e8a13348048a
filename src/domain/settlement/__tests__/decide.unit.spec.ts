import { ANOMALY_KINDS } from "../../anomaly/kinds"
import { anomalyReason } from "../../anomaly/reason"
import { computedAmount } from "../../money/amount"
import { decideSettlement, decideWithoutEffect, type SettlementStep } from "../decide"
import type { SessionFacts, SettlementFacts } from "../facts"

const AMOUNT = computedAmount(60_000)
const OTHER = computedAmount(48_000)

const CART = { id: "cart_1", fits: true, total: AMOUNT, currency: "COP" }
const ORDER = {
  id: "order_1",
  canceled: false,
  lacks_links: false,
  shows_canceled: false,
  refuses: null,
  other_total: null,
  locked: true,
}
const BOOKED = { id: "pay_1", captured: AMOUNT, fits: true, holds_money: true, on_order: true }
const READY: SessionFacts = { state: "ready", id: "payses_1" }

const PAID: SettlementFacts = {
  payment: { approved: true, settled: false, excluded: false, differs: null },
  collection: true,
  cart: CART,
  superseded: false,
  order: null,
  booked: null,
  leftovers: [],
  went_back: null,
  counted: true,
  session: READY,
}
const WAITING: SettlementFacts = { ...PAID, cart: null, order: ORDER }
const DONE: SettlementFacts = { ...WAITING, booked: BOOKED }
const of = (payment: Partial<SettlementFacts["payment"]>, facts = PAID): SettlementFacts => ({
  ...facts,
  payment: { ...facts.payment, ...payment },
})
type Order = NonNullable<SettlementFacts["order"]>
const order = (about: Partial<Order>): Order => ({ ...ORDER, ...about })
const later = true

describe("the next step for money that arrived", () => {
  it.each<[string, SettlementFacts, object]>([
    ["settled", of({ settled: true }), { act: "end", outcome: "settled" }],
    ["not approved", of({ approved: false }), { act: "end", outcome: "nothing" }],
    ["excluded", of({ excluded: true }), { act: "park" }],
    [
      "excluded, and captured on an order that stands",
      of({ excluded: true }, DONE),
      {
        act: "ask",
        kind: "settled_incompletely",
        later: false,
        facts: { reason: anomalyReason("set_aside"), payment_id: "pay_1" },
      },
    ],
    [
      "excluded, and an order that stands shows its canceled payment",
      of({ excluded: true }, { ...WAITING, order: order({ shows_canceled: true }) }),
      {
        act: "ask",
        kind: "settled_incompletely",
        facts: { reason: anomalyReason("set_aside"), order_id: "order_1" },
      },
    ],
    [
      "excluded, and captured on an order that was canceled",
      of({ excluded: true }, { ...DONE, order: order({ canceled: true }) }),
      { act: "park" },
    ],
    ["another amount", of({ differs: "amount_mismatch" }), { kind: "amount_mismatch" }],
    ["another currency", of({ differs: "currency_mismatch" }), { kind: "currency_mismatch" }],
    [
      "no collection",
      { ...PAID, collection: false },
      {
        act: "ask",
        kind: "paid_without_order",
        later: false,
        facts: { reason: anomalyReason("collection_gone") },
      },
    ],
    [
      "neither cart nor order",
      { ...PAID, cart: null },
      {
        act: "ask",
        kind: "paid_without_order",
        later: false,
        facts: { reason: anomalyReason("cart_gone") },
      },
    ],
    [
      "a cart of another total",
      { ...PAID, cart: { ...CART, fits: false, total: OTHER } },
      {
        kind: "paid_after_replaced",
        later,
        facts: {
          reason: anomalyReason("cart_changed"),
          cart: { amount: OTHER, currency: "COP" },
        },
      },
    ],
    [
      "other money of the cart goes first",
      { ...PAID, superseded: true },
      {
        kind: "duplicate_payment",
        later,
        facts: { reason: anomalyReason("other_link_first") },
      },
    ],
    [
      "a payout refunded it before there was an order",
      { ...PAID, went_back: "payout_1", leftovers: ["pay_0"] },
      { act: "exclude", kind: "paid_without_order", payout_id: "payout_1" },
    ],
    [
      "a failed completion left a payment",
      { ...PAID, leftovers: ["pay_0"] },
      { act: "remove_leftovers", payment_ids: ["pay_0"] },
    ],
    [
      "sums of removed rows",
      { ...PAID, counted: false },
      { act: "remove_leftovers", payment_ids: [] },
    ],
    ["no session of its own", { ...PAID, session: { state: "missing" } }, { act: "open_session" }],
    [
      "no session, and none can be opened",
      { ...PAID, session: { state: "impossible" } },
      { kind: "paid_after_replaced", later, facts: { reason: anomalyReason("no_session") } },
    ],
    [
      "an ended session",
      { ...PAID, session: { state: "ended", id: "payses_1" } },
      { act: "reset_session", session_id: "payses_1" },
    ],
    ["a cart that waits for it", PAID, { act: "complete_cart", cart_id: "cart_1" }],
    [
      "an order that lacks a link",
      { ...DONE, order: order({ lacks_links: true }) },
      { act: "restore_links" },
    ],
    [
      "an order that nobody locked",
      { ...WAITING, order: order({ locked: false }) },
      { act: "lock_order" },
    ],
    [
      "an order that refuses it, before its lock is ours: what it owes is counted under the lock",
      { ...WAITING, order: order({ locked: false, refuses: "duplicate_payment" }) },
      { act: "lock_order", order_id: "order_1" },
    ],
    [
      "an order that was canceled before",
      { ...WAITING, order: order({ refuses: "paid_after_canceled" }) },
      { kind: "paid_after_canceled", later: false, facts: { order_id: "order_1" } },
    ],
    [
      "an order that shows it by a payment that Medusa canceled: nobody paid twice",
      { ...WAITING, order: order({ shows_canceled: true, refuses: "duplicate_payment" }) },
      {
        act: "ask",
        kind: "settled_incompletely",
        later: false,
        facts: { reason: anomalyReason("canceled_payment_shown"), order_id: "order_1" },
      },
    ],
    [
      "an order of another currency: Medusa would add both up",
      { ...WAITING, order: order({ refuses: "currency_mismatch" }) },
      {
        act: "ask",
        kind: "currency_mismatch",
        later: false,
        facts: {
          reason: anomalyReason("order_in_other_currency", { order: "order_1" }),
          order_id: "order_1",
        },
      },
    ],
    [
      "an order that never cost what was asked",
      { ...WAITING, order: order({ other_total: OTHER }) },
      {
        act: "ask",
        kind: "paid_after_replaced",
        later,
        facts: {
          reason: anomalyReason("order_cost_other", { order: "order_1", total: OTHER }),
          order_id: "order_1",
        },
      },
    ],
    [
      "an order that never cost what was asked, and is paid: that is the more useful reason",
      { ...WAITING, order: order({ other_total: OTHER, refuses: "duplicate_payment" }) },
      { act: "ask", kind: "duplicate_payment" },
    ],
    ...([{ other_total: OTHER }, { refuses: "currency_mismatch" }] as const).map(
      (unfit): [string, SettlementFacts, Partial<SettlementStep>] => [
        `an order that does not show the capture of an undone completion: ${Object.keys(unfit).join()}`,
        { ...DONE, booked: { ...BOOKED, on_order: false }, order: order(unfit) },
        { act: "ask" },
      ]
    ),
    [
      "an order that never cost what was asked, and shows the money",
      { ...DONE, order: order({ other_total: OTHER }) },
      { act: "settle" },
    ],
    [
      "an order that another payment paid",
      { ...WAITING, order: order({ refuses: "duplicate_payment" }) },
      { kind: "duplicate_payment", later: false, facts: { order_id: "order_1" } },
    ],
    [
      "an order that another payment paid, and a payout refunded this money: a person is asked first",
      {
        ...WAITING,
        order: order({ refuses: "duplicate_payment" }),
        went_back: "payout_1",
        leftovers: ["pay_0"],
      },
      { act: "ask", kind: "duplicate_payment", later: false },
    ],
    [
      "an order whose failed booking a payout refunded",
      { ...WAITING, went_back: "payout_1", leftovers: ["pay_0"] },
      { act: "exclude", kind: "settled_incompletely" },
    ],
    [
      "an order with a failed booking",
      { ...WAITING, leftovers: ["pay_0"] },
      { act: "remove_leftovers" },
    ],
    [
      "an order without a session of its own",
      { ...WAITING, session: { state: "missing" } },
      { act: "open_session" },
    ],
    [
      "an order on which no session of it can be opened",
      { ...WAITING, session: { state: "impossible" } },
      { act: "ask", kind: "paid_after_replaced", later: false, facts: { order_id: "order_1" } },
    ],
    ["an order that waits for it", WAITING, { act: "book_on_order", session_id: "payses_1" }],
    [
      "an order that waits for it, with sums that the booking will count anew",
      { ...WAITING, counted: false },
      { act: "book_on_order", session_id: "payses_1" },
    ],
    [
      "a booked payment with sums of removed rows",
      { ...DONE, counted: false },
      { act: "remove_leftovers", payment_ids: [] },
    ],
    [
      "a booked payment without its capture",
      { ...DONE, booked: { ...BOOKED, captured: null, fits: false } },
      {
        kind: "settled_incompletely",
        later,
        facts: { order_id: "order_1", payment_id: "pay_1" },
      },
    ],
    [
      "another captured amount",
      { ...DONE, booked: { ...BOOKED, captured: OTHER, fits: false } },
      {
        kind: "settled_incompletely",
        later: false,
        facts: { order_id: "order_1", payment_id: "pay_1", captured: OTHER },
      },
    ],
    [
      "an order canceled after the capture",
      { ...DONE, order: order({ canceled: true }) },
      { kind: "paid_after_canceled", later: false, facts: { order_id: "order_1" } },
    ],
    [
      "an order canceled and refunded",
      { ...DONE, order: order({ canceled: true }), booked: { ...BOOKED, holds_money: false } },
      { act: "settle" },
    ],
    [
      "a capture that no order shows",
      { ...DONE, booked: { ...BOOKED, on_order: false } },
      { act: "repair_capture" },
    ],
    [
      "the same without the order's lock",
      { ...DONE, order: order({ locked: false }), booked: { ...BOOKED, on_order: false } },
      { act: "lock_order" },
    ],
    ["all agree", DONE, { act: "settle", order_id: "order_1", payment_id: "pay_1" }],
  ])("of %s", (_, facts, step) => {
    expect(decideSettlement(facts)).toMatchObject(step)
  })

  it.each<[SettlementStep, SettlementFacts, object]>([
    [
      { act: "complete_cart", cart_id: "cart_1" },
      PAID,
      { reason: anomalyReason("no_order_shown") },
    ],
    [{ act: "open_session" }, PAID, { kind: "paid_after_replaced", later }],
    [
      { act: "open_session" },
      WAITING,
      { kind: "paid_after_replaced", later, facts: { order_id: "order_1" } },
    ],
    [
      { act: "lock_order", order_id: "order_1" },
      WAITING,
      { reason: anomalyReason("other_payment_under_way") },
    ],
    [
      { act: "book_on_order", session_id: "payses_1", order_id: "order_1" },
      WAITING,
      { reason: anomalyReason("payment_not_booked") },
    ],
    [
      { act: "repair_capture", payment_id: "pay_1", order_id: "order_1" },
      DONE,
      { reason: anomalyReason("no_transaction") },
    ],
    [
      { act: "remove_leftovers", payment_ids: ["pay_0"] },
      PAID,
      { reason: anomalyReason("step_without_effect", { step: "remove_leftovers" }) },
    ],
  ])("after a step without effect: %j", (step, facts, next) => {
    expect(decideWithoutEffect(step, facts)).toMatchObject(next)
  })
})

const BOOLEANS = [false, true] as const
const PAYMENTS = BOOLEANS.flatMap((approved) =>
  BOOLEANS.flatMap((settled) =>
    BOOLEANS.flatMap((excluded) =>
      ([null, "amount_mismatch"] as const).map((differs) => ({
        approved,
        settled,
        excluded,
        differs,
      }))
    )
  )
)
const ORDERS: SettlementFacts["order"][] = BOOLEANS.flatMap((canceled) =>
  BOOLEANS.flatMap((lacks_links) =>
    BOOLEANS.flatMap((locked) =>
      ([null, "paid_after_canceled"] as const).flatMap((refuses) =>
        [null, OTHER].map((other_total) => ({
          id: "order_1",
          canceled,
          lacks_links,
          shows_canceled: false,
          refuses,
          other_total,
          locked,
        }))
      )
    )
  )
)
const BOOKINGS: SettlementFacts["booked"][] = [
  null,
  BOOKED,
  { ...BOOKED, captured: null, fits: false },
  { ...BOOKED, captured: OTHER, fits: false },
  { ...BOOKED, on_order: false },
  { ...BOOKED, holds_money: false },
]
const SESSIONS: SessionFacts[] = [
  READY,
  { state: "ended", id: "payses_1" },
  { state: "missing" },
  { state: "impossible" },
]

function* every(): Generator<SettlementFacts> {
  for (const payment of PAYMENTS) {
    for (const cart of [null, CART, { ...CART, fits: false }]) {
      for (const order of [null, ...ORDERS]) {
        for (const booked of BOOKINGS) {
          for (const session of SESSIONS) {
            for (let bits = 0; bits < 32; bits += 1) {
              yield {
                payment,
                collection: (bits & 1) > 0,
                cart,
                superseded: (bits & 2) > 0,
                order,
                booked,
                leftovers: (bits & 4) > 0 ? ["pay_0"] : [],
                went_back: (bits & 8) > 0 ? "payout_1" : null,
                counted: (bits & 16) > 0,
                session,
              }
            }
          }
        }
      }
    }
  }
}
const EVERY = [...every()]

const WRITES = ["complete_cart", "book_on_order", "repair_capture", "settle", "open_session"]

describe("every combination of facts", () => {
  /** The combinations that break a promise: none, or the promise would not name them. */
  function breaking(holds: (facts: SettlementFacts, step: SettlementStep) => boolean): object[] {
    return EVERY.filter((facts) => !holds(facts, decideSettlement(facts))).slice(0, 3)
  }

  it("has a step, and every question is of a known kind", () => {
    expect(EVERY.length).toBeGreaterThan(300_000)
    expect(
      breaking((_, step) =>
        step.act === "ask" ? ANOMALY_KINDS.includes(step.kind) : step.act !== undefined
      )
    ).toEqual([])
  })

  it("writes nothing in Medusa of money that is not approved, excluded, or of another amount", () => {
    expect(
      breaking(
        ({ payment: { approved, settled, excluded, differs } }, { act }) =>
          !WRITES.includes(act) || (approved && !settled && !excluded && differs === null)
      )
    ).toEqual([])
  })

  it("never completes a cart that has an order, costs something else, or is paid by other money", () => {
    expect(
      breaking(
        ({ order, cart, superseded }, { act }) =>
          act !== "complete_cart" || (order === null && cart?.fits === true && !superseded)
      )
    ).toEqual([])
  })

  it("books once, under the order's lock, and only what the order asked for and owes", () => {
    expect(
      breaking(
        ({ order, booked }, { act }) =>
          act !== "book_on_order" ||
          (booked === null &&
            order !== null &&
            order.locked &&
            order.refuses === null &&
            order.other_total === null)
      )
    ).toEqual([])
  })

  it("uses no money that a payout refunded, unless it lies on the order it is settled for", () => {
    expect(
      breaking(({ went_back }, { act }) => went_back === null || !WRITES.includes(act))
    ).toEqual([])
  })

  it("settles only what is captured in full on an order, with counted sums, that stands or has refunded it", () => {
    expect(
      breaking(
        ({ order, booked, counted }, { act }) =>
          act !== "settle" ||
          (order !== null &&
            booked !== null &&
            booked.fits &&
            booked.on_order &&
            counted &&
            !(order.canceled && booked.holds_money))
      )
    ).toEqual([])
  })
})
