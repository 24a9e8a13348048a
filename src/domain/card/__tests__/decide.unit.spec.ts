import { anomalyReason } from "../../anomaly/reason"
import { CARD_STATUSES, isAliveCard, type CardStatus } from "../state"
import { majorAmount } from "../../money/amount"
import { decideCard, decideCardWithoutEffect, type CardStep } from "../decide"
import type { CardFacts, CardSessionFacts } from "../facts"

const AMOUNT = majorAmount("60000")
const PART = majorAmount("25000.5")

type Order = NonNullable<CardFacts["order"]>
type Payment = NonNullable<CardFacts["payment"]>

const CARD: CardFacts["card"] = {
  status: "authorized",
  moved: false,
  period_id: null,
  unwanted: false,
  taken: AMOUNT,
  in_ledger: true,
}
const ORDER: Order = {
  id: "order_1",
  canceled: false,
  lacks_links: false,
  refuses: null,
  locked: true,
}
const PAYMENT: Payment = {
  id: "pay_1",
  captures: "made",
  booked: AMOUNT,
  fits: true,
  holds_money: true,
  on_order: true,
}
const READY: CardSessionFacts = { state: "ready", id: "payses_1", unannounced: false }
const ENDED: CardSessionFacts = { state: "ended", id: "payses_1" }

/** A hold whose cart waits for it. */
const HELD: CardFacts = {
  card: CARD,
  money: "free",
  collection: true,
  cart: { id: "cart_1", fits: true },
  cart_id: "cart_1",
  order: null,
  payment: null,
  session: READY,
  ended_early: false,
  dead_captures: [],
  capture: { state: "not_due" },
  ended: false,
  unpaid: {
    keeps_orders: false,
    was_paid: false,
    is_fresh: false,
    reason_not_to_cancel: null,
    renewal: null,
  },
}
/** An order that waits for the hold. */
const AWAITED: CardFacts = { ...HELD, cart: null, order: ORDER }
/** A hold that the order shows. */
const SHOWN: CardFacts = {
  ...AWAITED,
  payment: { ...PAYMENT, captures: "none", fits: false, holds_money: false },
}
const DUE: CardFacts = { ...SHOWN, capture: { state: "due", take: "whole", arriving: null } }
/** Captured money that the order shows. */
const BOOKED: CardFacts = { ...AWAITED, card: { ...CARD, status: "captured" }, payment: PAYMENT }
/** A declined card whose order waits for nothing else. */
const OVER: CardFacts = { ...AWAITED, card: { ...CARD, status: "declined" }, ended: true }

const card = (about: Partial<CardFacts["card"]>, facts = HELD): CardFacts => ({
  ...facts,
  card: { ...facts.card, ...about },
})
const order = (about: Partial<Order>, facts = AWAITED): CardFacts => ({
  ...facts,
  order: { ...ORDER, ...about },
})
const payment = (about: Partial<Payment>, facts = BOOKED): CardFacts => ({
  ...facts,
  payment: { ...PAYMENT, ...about },
})
const unpaid = (about: Partial<CardFacts["unpaid"]>, facts = OVER): CardFacts => ({
  ...facts,
  unpaid: { ...facts.unpaid, ...about },
})
const captured = { status: "captured" } as const
const ends = { act: "end", waiting: false }
const asks = (reason: string) => ({ act: "ask", kind: "captured_without_order", reason })
const voids = (reason: string) => ({ act: "void_hold", reason })

describe("the next step for a hold", () => {
  it.each<[string, CardFacts, object]>([
    ["that was captured meanwhile", card({ moved: true }), ends],
    ["that was never asked for", card({ status: "creating" }), { act: "abandon" }],
    ["whose outcome is unknown", card({ status: "unknown" }), { act: "ask_outcome" }],
    ["whose capture is unknown", card({ status: "capture_unknown" }, DUE), { act: "ask_outcome" }],
    ["that is being captured", card({ status: "capturing" }, DUE), ends],
    ["that is to be voided", card({ unwanted: true }, DUE), { act: "cancel_payments" }],
    [
      "without a collection",
      { ...HELD, collection: false },
      voids(anomalyReason("collection_gone")),
    ],
    ["without a cart", { ...HELD, cart: null }, voids(anomalyReason("cart_gone"))],
    [
      "whose cart costs something else",
      { ...HELD, cart: { id: "cart_1", fits: false } },
      voids(anomalyReason("cart_changed_for_card")),
    ],
    [
      "whose cart is paid in another way",
      { ...HELD, session: { state: "impossible" } },
      voids(anomalyReason("cart_paid_otherwise")),
    ],
    [
      "whose cart has no session",
      { ...HELD, session: { state: "missing" } },
      { act: "open_session" },
    ],
    [
      "whose cart waits for it",
      HELD,
      { act: "complete_cart", cart_id: "cart_1", session_id: "payses_1", reset: false },
    ],
    ["whose session ended", { ...HELD, session: ENDED }, { act: "complete_cart", reset: true }],
    [
      "of a renewal that makes its order",
      card({ period_id: "cycle_1" }, { ...HELD, cart: null }),
      { act: "requeue_renewal", period_id: "cycle_1", waits: false },
    ],
    [
      "whose order lacks a link",
      order({ lacks_links: true }),
      { act: "restore_links", order_id: "order_1" },
    ],
    ["whose order nobody locked", order({ locked: false }), { act: "lock_order" }],
    [
      "whose order was canceled",
      order({ refuses: "order_canceled" }),
      { act: "void_hold", order_id: "order_1" },
    ],
    [
      "whose order is in another currency",
      order({ refuses: "order_in_other_currency" }),
      { act: "void_hold", order_id: "order_1" },
    ],
    [
      "whose order is paid",
      order({ refuses: "order_owes_nothing" }),
      { act: "void_hold", order_id: "order_1" },
    ],
    ["whose order waits for it", AWAITED, { act: "book_on_order", announces: false }],
    [
      "whose order a killed completion did not announce",
      { ...AWAITED, session: { ...READY, unannounced: true } },
      { act: "book_on_order", announces: true },
    ],
    [
      "whose payment is left of an order that Medusa took back",
      { ...SHOWN, order: null },
      { act: "take_back", cart_id: "cart_1" },
    ],
    ["the same of a renewal", card({ period_id: "cycle_1" }, { ...SHOWN, order: null }), ends],
    [
      "whose session a void ended too early",
      { ...SHOWN, ended_early: true },
      { act: "reopen_session" },
    ],
    [
      "with a capture whose process died",
      { ...SHOWN, dead_captures: ["capt_1"] },
      { act: "drop_dead_captures", capture_ids: ["capt_1"] },
    ],
    [
      "the same without the order's lock",
      order({ locked: false }, { ...SHOWN, dead_captures: ["capt_1"] }),
      { act: "lock_order" },
    ],
    ["that its order shows", SHOWN, ends],
    [
      "of which a person is asked",
      { ...SHOWN, capture: { state: "in_question" } },
      { act: "end", waiting: true },
    ],
    [
      "while the service does not answer",
      { ...SHOWN, capture: { state: "paused" } },
      { act: "reschedule" },
    ],
    [
      "to be captured, without the order's lock",
      order({ locked: false }, DUE),
      { act: "lock_order" },
    ],
    [
      "to be captured, while Medusa captures it",
      payment({ captures: "unfinished" }, DUE),
      { act: "wait", reason: anomalyReason("order_busy") },
    ],
    ["to be captured, of a canceled order", order({ canceled: true }, DUE), ends],
    [
      "to be captured, while other money arrives",
      { ...DUE, capture: { state: "due", take: "whole", arriving: "other money" } },
      { act: "wait", reason: "other money" },
    ],
    [
      "to be captured, of an order that owes nothing",
      { ...DUE, capture: { state: "due", take: "nothing", arriving: null } },
      ends,
    ],
    [
      "to be captured in part",
      { ...DUE, capture: { state: "due", take: PART, arriving: null } },
      { act: "capture_hold", payment_id: "pay_1", take: PART },
    ],
  ])("%s", (_, facts, step) => {
    expect(decideCard(facts)).toMatchObject(step)
  })
})

describe("the next step for captured money", () => {
  it.each<[string, CardFacts, object]>([
    [
      "that the ledger lacks",
      card({ ...captured, in_ledger: false }, BOOKED),
      { act: "book_in_ledger" },
    ],
    ["whose lease nobody has", { ...BOOKED, money: "unleased" }, { act: "lease_money" }],
    ["of which a person is asked", { ...BOOKED, money: "undecided" }, { act: "leave" }],
    [
      "that a person dealt with elsewhere",
      { ...BOOKED, money: "left" },
      { act: "end_payment", last: true },
    ],
    ["that is refunded", { ...BOOKED, money: "goes_back" }, { act: "end_payment", last: false }],
    [
      "without a collection",
      card(captured, { ...HELD, collection: false }),
      asks(anomalyReason("collection_gone")),
    ],
    ["without a cart", card(captured, { ...HELD, cart: null }), asks(anomalyReason("cart_gone"))],
    [
      "whose cart costs something else",
      card(captured, { ...HELD, cart: { id: "cart_1", fits: false } }),
      asks(anomalyReason("cart_changed_for_card")),
    ],
    ["whose cart waits for it", card(captured), { act: "complete_cart" }],
    [
      "of a renewal that makes its order",
      card({ ...captured, period_id: "cycle_1" }, { ...HELD, cart: null }),
      { act: "requeue_renewal", waits: true },
    ],
    [
      "whose order is in another currency",
      card(captured, order({ refuses: "order_in_other_currency" })),
      asks(anomalyReason("order_in_other_currency", { order: "order_1" })),
    ],
    [
      "whose order is paid",
      card(captured, order({ refuses: "order_owes_nothing" })),
      asks(anomalyReason("order_owes_nothing", { order: "order_1" })),
    ],
    [
      "whose order is paid in another way",
      card(captured, { ...AWAITED, session: { state: "impossible" } }),
      asks(anomalyReason("order_without_session", { order: "order_1" })),
    ],
    ["whose order waits for it", card(captured, AWAITED), { act: "book_on_order" }],
    ["whose order Medusa took back", { ...BOOKED, order: null }, asks(anomalyReason("no_order"))],
    [
      "whose order Medusa took back and refunded",
      payment({ holds_money: false }, { ...BOOKED, order: null }),
      ends,
    ],
    [
      "without a capture",
      payment({ captures: "none", on_order: true }),
      { act: "book_capture", payment_id: "pay_1", order_id: "order_1" },
    ],
    [
      "without a capture and without the order's lock",
      payment({ captures: "none" }, order({ locked: false }, BOOKED)),
      { act: "lock_order" },
    ],
    [
      "without a capture, of a canceled order",
      payment({ captures: "none" }, order({ canceled: true }, BOOKED)),
      asks(anomalyReason("order_canceled", { order: "order_1" })),
    ],
    [
      "whose capture died",
      payment({ captures: "unfinished" }, { ...BOOKED, dead_captures: ["capt_1"] }),
      { act: "drop_dead_captures" },
    ],
    [
      "whose capture runs",
      payment({ captures: "unfinished" }),
      { act: "wait", reason: anomalyReason("capture_under_way") },
    ],
    [
      "of which Medusa shows another amount",
      payment({ fits: false, booked: PART }),
      { act: "ask", kind: "settled_incompletely" },
    ],
    [
      "whose order was canceled",
      order({ canceled: true }, BOOKED),
      asks(anomalyReason("order_canceled", { order: "order_1" })),
    ],
    [
      "whose order was canceled and refunded",
      payment({ holds_money: false }, order({ canceled: true }, BOOKED)),
      { act: "settle" },
    ],
    ["that no order transaction shows", payment({ on_order: false }), { act: "repair_capture" }],
    ["that the order shows", order({ locked: false }, BOOKED), { act: "settle" }],
  ])("%s", (_, facts, step) => {
    expect(decideCard(facts)).toMatchObject(step)
  })
})

describe("the next step for a card that pays nothing", () => {
  it.each<[string, CardFacts, object]>([
    ["at first", { ...OVER, ended: false }, { act: "end_payment", last: false }],
    [
      "without an order",
      { ...OVER, ended: false, order: null },
      { act: "end_payment", last: true },
    ],
    ["of a renewal", card({ period_id: "cycle_1" }, OVER), ends],
    ["whose order nobody needs", OVER, { act: "cancel_order", order_id: "order_1" }],
    ["whose order nobody locked", order({ locked: false }, OVER), { act: "lock_order" }],
    ["in a store that keeps orders", unpaid({ keeps_orders: true }), ends],
    [
      "whose order other money may pay",
      unpaid({ reason_not_to_cancel: "coming" }),
      { act: "end", waiting: true },
    ],
    ["whose order's goods left", unpaid({ reason_not_to_cancel: "fulfilled" }), ends],
    ["whose order does not wait", unpaid({ reason_not_to_cancel: "other" }), ends],
    [
      "whose order a renewal decides about",
      unpaid({ reason_not_to_cancel: "renewal", renewal: "cycle_9" }),
      { act: "requeue_renewal", period_id: "cycle_9" },
    ],
    [
      "whose order was placed on it",
      unpaid({ was_paid: true }),
      { act: "show_unpaid", order_id: "order_1" },
    ],
    [
      "the same, and goods left",
      unpaid({ was_paid: true, reason_not_to_cancel: "fulfilled" }),
      { act: "show_unpaid" },
    ],
    [
      "whose order was placed on it a moment ago",
      unpaid({ was_paid: true, is_fresh: true }),
      { act: "wait", reason: anomalyReason("order_busy") },
    ],
  ])("%s", (_, facts, step) => {
    expect(decideCard(facts)).toMatchObject(step)
  })
})

it.each<[CardStep, CardFacts, string]>([
  [{ act: "lease_money" }, BOOKED, anomalyReason("being_decided")],
  [{ act: "book_in_ledger" }, BOOKED, anomalyReason("being_decided")],
  [{ act: "lock_order", order_id: "order_1" }, AWAITED, anomalyReason("other_payment_under_way")],
  [{ act: "lock_order", order_id: "order_1" }, SHOWN, anomalyReason("order_busy")],
  [
    { act: "book_capture", payment_id: "pay_1", order_id: "order_1" },
    BOOKED,
    anomalyReason("no_capture", { order: "order_1" }),
  ],
  [
    { act: "repair_capture", payment_id: "pay_1", order_id: "order_1" },
    BOOKED,
    anomalyReason("no_transaction"),
  ],
  [
    { act: "capture_hold", payment_id: "pay_1", take: "whole" },
    DUE,
    anomalyReason("step_without_effect", { step: "capture_hold" }),
  ],
])("after a step without effect it waits: %j", (step, facts, reason) => {
  expect(decideCardWithoutEffect(step, facts)).toEqual({ act: "wait", reason })
})

it("a session that could not be opened voids a hold, and asks a person about captured money", () => {
  const step: CardStep = { act: "open_session" }
  expect(decideCardWithoutEffect(step, HELD)).toMatchObject({ act: "void_hold" })
  expect(decideCardWithoutEffect(step, card(captured))).toMatchObject({ act: "ask" })
})

const BOOLEANS = [false, true] as const
const MONEY: CardFacts["money"][] = ["unleased", "free", "undecided", "left", "goes_back"]
const CARDS: Pick<CardFacts, "card" | "money">[] = CARD_STATUSES.flatMap((status) =>
  BOOLEANS.flatMap((moved) =>
    [null, "cycle_1"].flatMap((period_id) =>
      (status === "authorized" ? BOOLEANS : [false]).flatMap((unwanted) =>
        (status === "captured" ? BOOLEANS : [true]).flatMap((in_ledger) =>
          (status === "captured" ? MONEY : (["unleased"] as const)).map((money) => ({
            card: { ...CARD, status, moved, period_id, unwanted, in_ledger },
            money,
          }))
        )
      )
    )
  )
)
const ORDERS: CardFacts["order"][] = [
  null,
  ...BOOLEANS.flatMap((locked) =>
    [
      ORDER,
      { ...ORDER, canceled: true, refuses: "order_canceled" as const },
      { ...ORDER, refuses: "order_owes_nothing" as const },
      { ...ORDER, refuses: "order_in_other_currency" as const },
      { ...ORDER, lacks_links: true },
    ].map((one) => ({ ...one, locked }))
  ),
]
const PAYMENTS: CardFacts["payment"][] = [
  null,
  { ...PAYMENT, captures: "none", fits: false, holds_money: false },
  { ...PAYMENT, captures: "unfinished", on_order: false },
  PAYMENT,
  { ...PAYMENT, fits: false, booked: PART },
  { ...PAYMENT, on_order: false },
  { ...PAYMENT, holds_money: false },
]
const CARTS: Pick<CardFacts, "cart" | "session">[] = [
  { cart: null, session: READY },
  { cart: { id: "cart_1", fits: false }, session: READY },
  ...([READY, ENDED, { state: "missing" }, { state: "impossible" }] as const).map((session) => ({
    cart: HELD.cart,
    session,
  })),
]
const CAPTURES: CardFacts["capture"][] = [
  { state: "not_due" },
  { state: "in_question" },
  { state: "paused" },
  { state: "due", take: "whole", arriving: null },
  { state: "due", take: PART, arriving: null },
  { state: "due", take: "nothing", arriving: null },
  { state: "due", take: "whole", arriving: "other money" },
]
const UNPAID: CardFacts["unpaid"][] = ([null, "coming", "fulfilled", "renewal", "other"] as const)
  .flatMap((reason_not_to_cancel) =>
    BOOLEANS.map((was_paid) => ({ ...HELD.unpaid, reason_not_to_cancel, was_paid }))
  )
  .concat([{ ...HELD.unpaid, keeps_orders: true }])

function* every(): Generator<CardFacts> {
  for (const { card: one, money } of CARDS) {
    // Neither is read of the other.
    const isOver = !isAliveCard(one.status) || money === "goes_back" || money === "left"
    for (const order of ORDERS) {
      for (const payment of isOver ? [null] : PAYMENTS) {
        for (const place of CARTS) {
          for (const capture of one.status === "authorized" ? CAPTURES : [HELD.capture]) {
            for (const unpaid of isOver ? UNPAID : [HELD.unpaid]) {
              for (let bits = 0; bits < 16; bits += 1) {
                yield {
                  ...HELD,
                  ...{ card: one, money, ...place, order, payment, capture, unpaid },
                  collection: (bits & 1) > 0,
                  dead_captures: (bits & 2) > 0 ? ["capt_1"] : [],
                  ended_early: (bits & 4) > 0,
                  ended: (bits & 8) > 0,
                }
              }
            }
          }
        }
      }
    }
  }
}
const EVERY = [...every()]
/** What asks the card for money, or makes Medusa ask. */
const TAKES: readonly CardStep["act"][] = ["capture_hold"]
/** What writes money in Medusa, or lets Medusa write it. */
const BOOKS: readonly CardStep["act"][] = [
  ...TAKES,
  ...(["complete_cart", "book_on_order", "book_capture", "repair_capture", "settle"] as const),
]
const ON_ORDER: readonly CardStep["act"][] = [
  ...TAKES,
  ...(["book_on_order", "book_capture", "repair_capture", "drop_dead_captures"] as const),
]
const UNKNOWN: readonly CardStatus[] = ["unknown", "capture_unknown", "capturing", "creating"]

describe("every combination of facts of a card", () => {
  /** The combinations that break a promise: none, or the promise would not name them. */
  function breaking(holds: (facts: CardFacts, step: CardStep) => boolean): object[] {
    return EVERY.filter((facts) => !holds(facts, decideCard(facts))).slice(0, 3)
  }

  it("has a step", () => {
    expect(EVERY.length).toBeGreaterThan(200_000)
    expect(breaking((_, { act }) => typeof act === "string")).toEqual([])
  })

  it("captures a hold at most once: only while it is held, and while Medusa shows no capture", () => {
    expect(
      breaking(
        ({ card: { status, moved, unwanted }, payment }, { act }) =>
          !TAKES.includes(act) ||
          (status === "authorized" && !moved && !unwanted && payment?.captures === "none")
      )
    ).toEqual([])
  })

  it("captures nothing of an order that is canceled, owes nothing, or that other money pays", () => {
    expect(
      breaking(
        ({ order, capture }, step) =>
          step.act !== "capture_hold" ||
          (order !== null &&
            !order.canceled &&
            capture.state === "due" &&
            capture.arriving === null &&
            capture.take === step.take)
      )
    ).toEqual([])
  })

  it("never treats an unknown answer as a refusal, nor as money: a person or a webhook tells", () => {
    expect(
      breaking(
        ({ card: { status } }, { act }) =>
          !UNKNOWN.includes(status) || ["ask_outcome", "abandon", "end"].includes(act)
      )
    ).toEqual([])
    expect(
      breaking(({ card: { status } }, { act }) => act !== "abandon" || status === "creating")
    ).toEqual([])
  })

  it("voids a hold, and nothing else, that no order and no payment waits for", () => {
    expect(
      breaking(({ card: one, collection, order, payment, cart, session }, step) => {
        if (step.act !== "void_hold" || !collection) {
          return step.act !== "void_hold" || one.status === "authorized"
        }
        const isOtherwise = session.state === "impossible"
        const isUnwanted =
          order === null
            ? one.period_id === null && (cart?.fits !== true || isOtherwise)
            : (order.refuses !== null || isOtherwise) && step.order_id === order.id
        return one.status === "authorized" && payment === null && isUnwanted
      })
    ).toEqual([])
  })

  it("leaves no hold in a cart or an order that cannot take it", () => {
    expect(
      breaking(({ card: one, collection, order, payment, cart }, { act }) => {
        const isHeld = one.status === "authorized" && !one.moved && !one.unwanted
        const isWithoutPlace =
          !collection ||
          (payment === null &&
            (order === null
              ? one.period_id === null && cart?.fits !== true
              : !order.lacks_links && order.locked && order.refuses !== null))
        return !isHeld || !isWithoutPlace || act === "void_hold"
      })
    ).toEqual([])
  })

  it("books captured money on an order, asks a person, or comes back to it", () => {
    expect(
      breaking(({ card: one, money, order, payment }, step) => {
        if (one.status !== "captured" || one.moved || !one.in_ledger || money !== "free") {
          return true
        }
        // Medusa refunded it, and the order is gone.
        const wentBack = order === null && payment?.holds_money === false
        return step.act !== "end" || wentBack
      })
    ).toEqual([])
    expect(
      breaking(({ card: { status } }, { act }) => act !== "ask" || status === "captured")
    ).toEqual([])
  })

  it("has captured money in the ledger and leased before anything is done with it", () => {
    expect(
      breaking(({ card: one, money }, { act }) => {
        const isReady = one.in_ledger && money !== "unleased"
        return (
          one.status !== "captured" ||
          one.moved ||
          isReady ||
          act === (one.in_ledger ? "lease_money" : "book_in_ledger")
        )
      })
    ).toEqual([])
  })

  it("books nothing of money that a person excluded", () => {
    expect(
      breaking(
        ({ card: { status }, money }, { act }) =>
          status !== "captured" || money === "free" || !BOOKS.includes(act)
      )
    ).toEqual([])
  })

  it("settles only what the order shows in full, of an order that stands or refunded it", () => {
    expect(
      breaking(
        ({ card: { status }, order, payment }, { act }) =>
          act !== "settle" ||
          (status === "captured" &&
            order !== null &&
            payment !== null &&
            payment.captures === "made" &&
            payment.fits &&
            payment.on_order &&
            !(order.canceled && payment.holds_money))
      )
    ).toEqual([])
  })

  it("completes only a cart without an order and of the amount of the hold", () => {
    expect(
      breaking(
        ({ order, payment, cart, card: { period_id } }, { act }) =>
          act !== "complete_cart" ||
          (order === null && payment === null && cart?.fits === true && period_id === null)
      )
    ).toEqual([])
  })

  it("changes an order's payments under its lock alone", () => {
    expect(
      breaking(({ order }, { act }) => !ON_ORDER.includes(act) || order?.locked === true)
    ).toEqual([])
  })

  it("books on an order once, and only what it owes", () => {
    expect(
      breaking(
        ({ order, payment }, { act }) =>
          act !== "book_on_order" || (payment === null && order?.refuses === null)
      )
    ).toEqual([])
    expect(
      breaking(
        ({ payment, order }, { act }) =>
          act !== "book_capture" || (payment?.captures === "none" && order?.canceled === false)
      )
    ).toEqual([])
  })

  it("cancels an order only of a card that pays nothing, that was never paid and that nobody needs", () => {
    expect(
      breaking(
        ({ card: one, money, order, unpaid, ended }, { act }) =>
          act !== "cancel_order" ||
          (ended &&
            (!isAliveCard(one.status) || money === "goes_back") &&
            order?.locked === true &&
            one.period_id === null &&
            !unpaid.was_paid &&
            !unpaid.keeps_orders &&
            unpaid.reason_not_to_cancel === null)
      )
    ).toEqual([])
  })
})
