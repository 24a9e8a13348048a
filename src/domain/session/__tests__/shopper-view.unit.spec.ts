import { SESSION_STATUSES, type SessionStatus } from "../data"
import {
  canBePaidAgain,
  REVIEWS,
  shopperView,
  toldPayment,
  type PaymentFacts,
} from "../shopper-view"

const URL_OF: Partial<Record<SessionStatus, string>> = { pending: "https://pay.example/link" }
const ORDERS = [null, { id: "order_1", canceled: false }, { id: "order_1", canceled: true }]

/** Every payment that a collection can have, of the newest session or not. */
function everyPayment(): PaymentFacts[] {
  return SESSION_STATUSES.flatMap((status) =>
    [null, ...REVIEWS].flatMap((review) =>
      ORDERS.flatMap((order) =>
        [true, false].flatMap((has_money) =>
          [true, false].flatMap((closed_early) =>
            [true, false].map((newest) => ({
              newest,
              shown: {
                status,
                payment_url: (!has_money && !closed_early && URL_OF[status]) || null,
                instructions: null,
                message: status === "rejected" ? "No funds" : null,
              },
              has_money,
              review: has_money ? review : null,
              closed_early,
              order,
            }))
          )
        )
      )
    )
  )
}

const ALL = everyPayment()
const pays = ({ has_money, review, order }: PaymentFacts) =>
  has_money && review === null && order?.canceled !== true

/** All pairs of payments of one collection, of which at most one is of the newest session. */
function* everyPair(): Generator<[PaymentFacts, PaymentFacts]> {
  for (const one of ALL) {
    for (const other of ALL) {
      if (!(one.newest && other.newest)) {
        yield [one, other]
      }
    }
  }
}

const payment = (facts: Partial<PaymentFacts> = {}): PaymentFacts => ({
  newest: true,
  shown: {
    status: "pending",
    payment_url: "https://pay.example/b",
    instructions: null,
    message: null,
  },
  has_money: false,
  review: null,
  closed_early: false,
  order: null,
  ...facts,
})
const PAID = { status: "approved", payment_url: null, instructions: null, message: null } as const

describe("what a shopper is told", () => {
  it("is to start when nothing was started, or more is asked of them", () => {
    const nothing = {
      status: "needs_input",
      payment_url: null,
      instructions: null,
      order_id: null,
      message: null,
    }
    expect(shopperView([], "es")).toEqual(nothing)
    const old = payment({ newest: false, shown: PAID, has_money: true, review: "undecided" })
    expect(shopperView([old], "es")).toEqual(nothing)
  })

  it("is the link that they work with while an older payment waits for a person", () => {
    const older = payment({ newest: false, shown: PAID, has_money: true, review: "other_amount" })
    expect(shopperView([payment(), older], "es")).toMatchObject({
      status: "pending",
      payment_url: "https://pay.example/b",
    })
    const shown = {
      status: "rejected",
      payment_url: null,
      instructions: null,
      message: "No funds",
    } as const
    expect(shopperView([payment({ shown }), older], "es")).toEqual({ ...shown, order_id: null })
  })

  it("is an older payment as soon as it pays the order", () => {
    const order = { id: "order_1", canceled: false }
    const older = payment({ newest: false, shown: PAID, has_money: true, order })
    expect(shopperView([payment(), older], "es")).toEqual({ ...PAID, order_id: "order_1" })
  })

  it.each(REVIEWS)("is that money waits, and what happens with it: %s", (review) => {
    for (const language of ["es", "en"] as const) {
      const view = shopperView([payment({ shown: PAID, has_money: true, review })], language)
      expect(view).toMatchObject({ status: "in_review", payment_url: null, order_id: null })
      expect(view.message).toMatch(/.{20,}\.$/)
    }
  })

  it("is that a canceled order is canceled, paid or not, with another sentence", () => {
    const order = { id: "order_1", canceled: true }
    const unpaid = shopperView([payment({ order })], "en")
    const paid = shopperView([payment({ order, shown: PAID, has_money: true })], "en")
    expect(unpaid).toMatchObject({ status: "canceled", payment_url: null, order_id: "order_1" })
    expect(paid).toMatchObject({ status: "canceled", payment_url: null, order_id: "order_1" })
    expect(paid.message).toContain("gives back")
    expect(unpaid.message).not.toContain("gives back")
  })

  it("is no promise to give back money that a person dealt with elsewhere", () => {
    const order = { id: "order_1", canceled: true }
    const left = payment({ order, shown: PAID, has_money: true, review: "left" })
    const view = shopperView([left], "en")
    expect(view).toMatchObject({ status: "canceled", payment_url: null, order_id: "order_1" })
    expect(view.message).toContain("dealt with it")
  })

  it("is to pay again only where no money came with what they are told of, and it ended", () => {
    const asked = ALL.filter((one) => canBePaidAgain(shopperView([one], "es")))
    expect(asked.filter(({ has_money, review }) => has_money && review !== null)).toEqual([])
    const told = asked.map((one) => shopperView([one], "es").status)
    expect([...new Set(told)].sort()).toEqual(["expired", "failed", "rejected"])
    expect(canBePaidAgain({ status: "needs_input" })).toBe(false)
  })

  it("is why the link ended when that canceled the order", () => {
    const order = { id: "order_1", canceled: true }
    const shown = {
      status: "rejected",
      payment_url: null,
      instructions: null,
      message: "No funds",
    } as const
    expect(shopperView([payment({ order, shown })], "en").status).toBe("rejected")
    expect(shopperView([payment({ order, shown, closed_early: true })], "en").status).toBe(
      "canceled"
    )
  })

  it("is that a closed link can no longer be paid, and not to start again, while its order stands", () => {
    const order = { id: "order_1", canceled: false }
    for (const status of ["pending", "expired"] as const) {
      const shown = { status, payment_url: null, instructions: null, message: null }
      const view = shopperView([payment({ order, shown, closed_early: true })], "en")
      expect(view).toMatchObject({ status: "expired", payment_url: null, order_id: "order_1" })
      expect(view.message).toContain("paid otherwise")
    }
    const nothing = { payment_url: null, instructions: null }
    const shown = { ...nothing, status: "rejected", message: "No funds" } as const
    expect(shopperView([payment({ order, shown, closed_early: true })], "en")).toMatchObject(shown)
  })

  describe("in any pair of payments", () => {
    const views = [...everyPair()].map((pair) => ({
      pair,
      told: toldPayment(pair),
      view: shopperView(pair, "es"),
    }))

    it("never is that money was approved that pays no standing order", () => {
      const approved = views.filter(
        ({ view, told }) => view.status === "approved" && told?.has_money === true
      )
      expect(approved.length).toBeGreaterThan(1000)
      const wrong = ({ told, view }: (typeof views)[number]) =>
        told === null || !pays(told) || view.order_id !== (told.order?.id ?? null)
      expect(approved.filter(wrong)).toEqual([])
    })

    it("names a link only of the payment of the newest session, and none beside money that pays the order", () => {
      const links = views.filter(({ view }) => view.payment_url !== null)
      expect(links.length).toBeGreaterThan(1000)
      expect(links.filter(({ told, pair }) => told?.newest !== true || pair.some(pays))).toEqual([])
    })

    it("has a sentence and no link whenever money waits for a person or an order is canceled", () => {
      const ended = views.filter(
        ({ view }) => view.status === "in_review" || view.status === "canceled"
      )
      expect(ended.length).toBeGreaterThan(1000)
      expect(
        ended.filter(({ view }) => view.message === null || view.payment_url !== null)
      ).toEqual([])
    })
  })
})
