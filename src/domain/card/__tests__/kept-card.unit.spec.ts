import { cardNeed, KEPT_CARD_STATUSES, type CardNeeds, type KeptCardStatus } from "../kept-card"

const need = (needs: Partial<CardNeeds>) =>
  cardNeed({ status: "active", saved: false, renews: false, doubted: false, ...needs })

const ALIVE: readonly KeptCardStatus[] = ["active", "ending"]

describe("a card that the service keeps", () => {
  it("is given up once nobody needs it", () => {
    expect(need({})).toBe("give_up")
    expect(need({ status: "ending" })).toBe("give_up")
  })

  it("stays while its shopper keeps it or a subscription renews with it", () => {
    expect(need({ saved: true })).toBe("keep")
    expect(need({ renews: true })).toBe("keep")
    expect(need({ saved: true, doubted: true })).toBe("keep")
  })

  it("waits while a person decides what became of a payment with it", () => {
    expect(need({ doubted: true })).toBe("wait")
    expect(need({ status: "ending", doubted: true })).toBe("wait")
  })

  it("that is being canceled is canceled to the end, whoever kept it before", () => {
    expect(need({ status: "ending", saved: true })).toBe("give_up")
    expect(need({ status: "ending", renews: true })).toBe("give_up")
  })

  it.each(KEPT_CARD_STATUSES.filter((status) => !ALIVE.includes(status)))(
    "is left alone when it is %s",
    (status) => {
      expect(need({ status })).toBe("keep")
    }
  )
})
