import { CARD_STATUSES } from "../../card/state"
import { renewalReason } from "../reason"
import { SUBSCRIPTION_STATUSES } from "../../subscription/state"
import { decideRenewal, type RenewalStep } from "../decide"
import type { RenewalFacts } from "../facts"

type Hold = NonNullable<RenewalFacts["hold"]>
type Order = NonNullable<RenewalFacts["order"]>
type Cart = NonNullable<RenewalFacts["cart"]>

/** A period whose day has come. */
const DUE: RenewalFacts = {
  subscription: { status: "active", given_up: false },
  first: "preauthorization",
  asked: false,
  period: { ahead: false, next_try: "none", last_error: null },
  run: { prepared: false, counted: null },
  hold: null,
  question: null,
  doubt: null,
  over: null,
  cart_id: null,
  cart: null,
  order: null,
}
const HOLD: Hold = {
  id: "hold_1",
  kind: "preauthorization",
  status: "authorized",
  sent: true,
  not_sent: false,
  voiding: false,
  never_told: false,
  refusal_code: null,
  for_cart: true,
  refused_capture: false,
  shown: false,
  given_back: null,
}
const CART: Cart = { id: "cart_1", priced: true, free: false, fits: true, has_session: true }
const ORDER: Order = { id: "order_1", lacks_links: false, freed: false, decision: null }

/** Its cart was made. */
const PRICED: RenewalFacts = { ...DUE, cart_id: "cart_1", cart: CART }
const PREPARED: RenewalFacts = { ...PRICED, hold: { ...HOLD, status: "creating", sent: false } }
/** Its order waits for the capture. */
const HELD: RenewalFacts = { ...DUE, cart_id: "cart_1", hold: HOLD, order: ORDER }
const CAPTURED: RenewalFacts = { ...HELD, hold: { ...HOLD, status: "captured" } }
/** Its hold was voided, and the next try has its day. */
const WAITING: RenewalFacts = {
  ...DUE,
  period: { ...DUE.period, next_try: "coming" },
  hold: { ...HOLD, status: "released" },
}

const hold = (about: Partial<Hold>, facts: RenewalFacts): RenewalFacts => ({
  ...facts,
  hold: { ...HOLD, ...facts.hold, ...about },
})
const cart = (about: Partial<Cart>, facts = PRICED): RenewalFacts => ({
  ...facts,
  cart: { ...CART, ...about },
})
const order = (about: Partial<Order>, facts = WAITING): RenewalFacts => ({
  ...facts,
  cart_id: "cart_1",
  order: { ...ORDER, ...about },
})
const ended = (facts: RenewalFacts, given_up = false): RenewalFacts => ({
  ...facts,
  subscription: { status: "canceled", given_up },
})
const come = (facts: RenewalFacts): RenewalFacts => ({
  ...facts,
  period: { ...facts.period, next_try: "come" },
})
const drop = (reason: string): RenewalStep => ({ act: "drop_hold", hold_id: "hold_1", reason })
const WAIT_FOR_DAY: RenewalStep = { act: "wait_for_day", as: "resting", keeps: null }

const TABLE: [string, RenewalFacts, RenewalStep][] = [
  ["a due period gets a cart", DUE, { act: "make_cart" }],
  [
    "that costs what it costs now",
    cart({ priced: false }),
    { act: "price_cart", cart_id: "cart_1" },
  ],
  [
    "that costs nothing: no card is charged",
    cart({ free: true }),
    { act: "give_free", cart_id: "cart_1" },
  ],
  [
    "that is gone: a person is told",
    { ...PRICED, cart: null },
    { act: "stop", reason: renewalReason("cart_gone"), passing: false },
  ],
  [
    "a hold for its price",
    PRICED,
    { act: "prepare_hold", kind: "preauthorization", cart_id: "cart_1" },
  ],
  [
    "linked to the last transaction, if the store wants it",
    { ...PRICED, first: "renewal" },
    { act: "prepare_hold", kind: "renewal", cart_id: "cart_1" },
  ],
  ["and an order", PREPARED, { act: "place_order", cart_id: "cart_1", session: "there" }],
  [
    "with the session of the hold",
    cart({ has_session: false }, PREPARED),
    { act: "place_order", cart_id: "cart_1", session: "new" },
  ],
  [
    "for no other price",
    cart({ has_session: false, fits: false }, PREPARED),
    drop(renewalReason("cost_changed")),
  ],
  [
    "a hold that only a webhook told of has its order made at the price that it was made for",
    cart({ has_session: false, fits: false }, hold({ status: "authorized", sent: true }, PREPARED)),
    { act: "place_order", cart_id: "cart_1", session: "new" },
  ],
  ["its order captures the hold", HELD, { act: "take_hold", order_id: "order_1" }],
  [
    "after its links are back",
    order({ lacks_links: true }, HELD),
    { act: "restore_links", cart_id: "cart_1" },
  ],
  ["captured money is booked", CAPTURED, { act: "take_hold", order_id: "order_1" }],
  [
    "and pays the period",
    hold({ shown: true }, CAPTURED),
    { act: "pay_period", order_id: "order_1", hold_id: "hold_1" },
  ],
  [
    "also of an ended subscription",
    ended(hold({ shown: true }, CAPTURED)),
    { act: "pay_period", order_id: "order_1", hold_id: "hold_1" },
  ],
  [
    "unless it went back",
    hold({ given_back: "It was refunded." }, CAPTURED),
    { act: "end_unpaid", reason: "It was refunded.", canceled: null },
  ],
  [
    "or its order is gone, and it goes back",
    hold({ given_back: "It was refunded." }, { ...CAPTURED, order: null }),
    { act: "end_unpaid", reason: "It was refunded.", canceled: null },
  ],
  [
    "a refused capture is counted first",
    hold({ refused_capture: true }, HELD),
    { act: "count_refusal" },
  ],
  ["a declined hold is counted", hold({ status: "declined" }, PRICED), { act: "count_refusal" }],
  ["a voided hold is counted", hold({ status: "released" }, PRICED), { act: "count_lapse" }],
  [
    "an unknown outcome is waited for",
    hold({ status: "unknown" }, PRICED),
    { act: "wait_for_outcome" },
  ],
  [
    "a completion that died before the card starts anew",
    order({}, PREPARED),
    drop(renewalReason("made_unasked")),
  ],
  [
    "a hold of an order that exists charges it",
    order({}, hold({ for_cart: false }, PREPARED)),
    { act: "charge_order", order_id: "order_1" },
  ],
  [
    "a hold whose cart was freed is dropped",
    { ...PREPARED, cart_id: null, cart: null },
    drop(renewalReason("freed_unasked")),
  ],
  ["the day of the next try is waited for", WAITING, WAIT_FOR_DAY],
  [
    "a refusal that this run counted is what it came to",
    { ...WAITING, run: { prepared: true, counted: "refusal" } },
    { ...WAIT_FOR_DAY, as: "refused" },
  ],
  [
    "and is not tried again by the same request of a person",
    { ...WAITING, asked: true, run: { prepared: false, counted: "lapse" } },
    WAIT_FOR_DAY,
  ],
  [
    "a person's request does not wait for the day",
    { ...WAITING, asked: true },
    { act: "make_cart" },
  ],
  [
    "a run prepares one hold",
    { ...come(WAITING), run: { prepared: true, counted: null } },
    { act: "stop", reason: renewalReason("not_asked"), passing: true },
  ],
  [
    "a subscription that is over ends before a new hold",
    { ...come(WAITING), over: "Its customer was deleted." },
    { act: "end_subscription", reason: "Its customer was deleted." },
  ],
  [
    "before a prepared hold is sent",
    { ...PREPARED, over: "Its customer was deleted." },
    { act: "end_subscription", reason: "Its customer was deleted." },
  ],
  [
    "and before what is held is captured",
    { ...HELD, over: "Its customer was deleted." },
    { act: "end_subscription", reason: "Its customer was deleted." },
  ],
  [
    "although money that was captured before stays with its order",
    { ...hold({ shown: true }, CAPTURED), over: "Its customer was deleted." },
    { act: "pay_period", order_id: "order_1", hold_id: "hold_1" },
  ],
  [
    "an order whose hold failed is freed",
    order({ decision: "free" }),
    { act: "free_order", order_id: "order_1", else_hold: null },
  ],
  [
    "or charged, if Medusa does not cancel it on the day of the next try",
    come(order({ decision: "free" })),
    { act: "free_order", order_id: "order_1", else_hold: "preauthorization" },
  ],
  [
    "canceled by us, it is forgotten",
    order({ decision: "gone", freed: true }),
    { act: "forget_order", order_id: "order_1" },
  ],
  [
    "canceled by a person, its period is over",
    order({ decision: "gone" }),
    {
      act: "end_unpaid",
      reason: renewalReason("called_off", { order: "order_1" }),
      canceled: "order_1",
    },
  ],
  [
    "canceled by a person after the end, it is not shown",
    ended(order({ decision: "gone" })),
    { act: "close", as: "ended", keeps: null, canceled: "order_1" },
  ],
  [
    "collected, it pays the period",
    order({ decision: "paid" }),
    { act: "paid_otherwise", order_id: "order_1" },
  ],
  [
    "collected after the end too",
    ended(order({ decision: "paid" })),
    { act: "paid_otherwise", order_id: "order_1" },
  ],
  [
    "being collected, the card waits",
    come(order({ decision: "collecting" })),
    { act: "wait_for_money", order_id: "order_1" },
  ],
  [
    "kept, its card is charged on the day of the next try",
    come(order({ decision: "kept" })),
    { act: "prepare_for_order", kind: "preauthorization", order_id: "order_1" },
  ],
  [
    "and it is shown until then",
    order({ decision: "kept" }),
    { ...WAIT_FOR_DAY, keeps: "order_1" },
  ],
  [
    "and after an end",
    ended(order({ decision: "kept" }), true),
    { act: "close", as: "given_up", keeps: "order_1", canceled: null },
  ],
  [
    "a period that is tried ahead of its day gets a new price on its day",
    { ...WAITING, cart_id: "cart_1", period: { ...WAITING.period, ahead: true } },
    { act: "forget_cart" },
  ],
  ["an end gives up what is held", ended(HELD), { act: "give_up_hold", hold_id: "hold_1" }],
  ["drops what was not sent", ended(PREPARED), drop(renewalReason("ended_unasked"))],
  [
    "waits for what is unknown",
    ended(hold({ status: "unknown" }, PRICED)),
    { act: "wait_for_outcome" },
  ],
  [
    "and closes the period",
    ended(WAITING),
    { act: "close", as: "ended", keeps: null, canceled: null },
  ],
]

describe("the next step of a period", () => {
  it.each(TABLE)("%s", (_, facts, step) => {
    expect(decideRenewal(facts)).toEqual(step)
  })
})

const FLAGS = [true, false]
const DECISIONS = ["gone", "free", "paid", "collecting", "kept", null] as const

/** Every combination of what matters to money. */
function* everyFacts(): Generator<RenewalFacts> {
  const holds = [null, ...CARD_STATUSES].flatMap((status): RenewalFacts["hold"][] =>
    status === null
      ? [null]
      : FLAGS.flatMap((flag) => [
          { ...HOLD, status, sent: flag, voiding: status === "authorized" && flag },
          { ...HOLD, status, for_cart: flag, refused_capture: status === "authorized" && !flag },
          {
            ...HOLD,
            status,
            shown: status === "captured" && flag,
            given_back: flag ? null : "back",
          },
        ])
  )
  const orders = DECISIONS.flatMap((decision) =>
    FLAGS.map((freed): RenewalFacts["order"] => ({ ...ORDER, decision, freed }))
  )
  for (const status of SUBSCRIPTION_STATUSES) {
    for (const one of holds) {
      for (const place of [null, ...orders]) {
        for (const next_try of ["none", "come", "coming"] as const) {
          for (const asked of FLAGS) {
            yield {
              ...PRICED,
              subscription: { status, given_up: false },
              ...{ hold: one, order: place, asked },
              period: { ...DUE.period, next_try },
            }
          }
        }
      }
    }
  }
}

describe("whatever the facts are", () => {
  const every = [...everyFacts()].map((facts) => ({ facts, step: decideRenewal(facts) }))
  const found = (is: (facts: RenewalFacts) => boolean) => every.filter(({ facts }) => is(facts))
  const HOLDS = ["prepare_hold", "prepare_for_order"]

  it("a second hold is never made while one may be alive", () => {
    const over = ["declined", "error", "released"]
    const alive = found(({ hold: one }) => one !== null && !over.includes(one.status))
    expect(alive.filter(({ step }) => HOLDS.includes(step.act))).toEqual([])
  })

  it("an ended subscription is never charged, and keeps no hold", () => {
    const over = found(
      ({ subscription: { status } }) => status === "canceled" || status === "expired"
    )
    const charging = [...HOLDS, "charge_order", "make_cart"]
    expect(over.filter(({ step }) => charging.includes(step.act))).toEqual([])
    const taking = over.filter(({ step }) => step.act === "take_hold" || step.act === "place_order")
    expect(taking.filter(({ facts }) => facts.hold?.status !== "captured")).toEqual([])
    const closed = over.filter(({ step }) => step.act === "close")
    const holding = closed.filter(
      ({ facts: { hold: one } }) => one?.status === "authorized" && !one.voiding
    )
    expect(holding).toEqual([])
  })

  it("an unknown outcome is waited for", () => {
    const unknown = ["unknown", "capturing", "capture_unknown"]
    const asked = found(({ hold: one }) => one !== null && unknown.includes(one.status))
    expect(asked.filter(({ step }) => step.act !== "wait_for_outcome")).toEqual([])
  })

  it("a period is paid by captured money that its order shows, or by an order that owes nothing", () => {
    const paid = every.filter(({ step }) => step.act === "pay_period")
    expect(paid.length).toBeGreaterThan(0)
    expect(
      paid.filter(({ facts }) => facts.hold?.status !== "captured" || !facts.hold.shown)
    ).toEqual([])
    const other = every.filter(({ step }) => step.act === "paid_otherwise")
    expect(other.filter(({ facts }) => facts.order?.decision !== "paid")).toEqual([])
  })

  it("an order that stands keeps no intent of ours to cancel it", () => {
    const standing = found(
      ({ order: one }) =>
        one !== null && one.freed && one.decision !== "gone" && one.decision !== null
    )
    const acts = new Set(standing.map(({ step }) => step.act))
    expect(acts).not.toContain("free_order")
    expect(acts).not.toContain("prepare_for_order")
    expect(acts).not.toContain("wait_for_money")
  })

  const charging = [...HOLDS, "charge_order", "place_order", "take_hold", "make_cart"]
  const charged = every.filter(
    ({ facts, step }) => charging.includes(step.act) && facts.hold?.status !== "captured"
  )

  it("nobody is charged after the subscription is over, whatever was prepared or held before", () => {
    for (const { facts } of charged) {
      expect(decideRenewal({ ...facts, over: "over" })).toEqual({
        act: "end_subscription",
        reason: "over",
      })
    }
  })

  it("nothing is charged while a person is asked about the period or an earlier charge", () => {
    for (const { facts } of charged) {
      expect(decideRenewal({ ...facts, doubt: "doubted" })).toEqual({
        act: "wait_for_person",
        reason: "doubted",
      })
      expect(decideRenewal({ ...facts, question: "asked" }).act).toBe("wait_for_person")
    }
  })
})
