import { CARD_STATUSES } from "../../card/state"
import { endedBefore, wasTakenBack } from "../start"

const held = { status: "captured", voiding: false } as const

describe("the first purchase of a subscription", () => {
  it("is undone when its order was canceled, paid or not", () => {
    for (const paid of [true, false]) {
      expect(wasTakenBack({ canceled: true, paid, hold: held })).toBe(true)
    }
  })

  it("is undone when its hold was voided and the order is not paid otherwise", () => {
    const released = { status: "released", voiding: false } as const
    expect(wasTakenBack({ canceled: false, paid: false, hold: released })).toBe(true)
    expect(wasTakenBack({ canceled: false, paid: true, hold: released })).toBe(false)
    const going = { status: "authorized", voiding: true } as const
    expect(wasTakenBack({ canceled: false, paid: false, hold: going })).toBe(true)
  })

  it("stands in every other status of its hold, and without a hold", () => {
    for (const status of CARD_STATUSES.filter((one) => one !== "released")) {
      const hold = { status, voiding: false }
      expect(wasTakenBack({ canceled: false, paid: false, hold })).toBe(false)
    }
    expect(wasTakenBack({ canceled: false, paid: false, hold: null })).toBe(false)
  })
})

describe("a subscription that begins", () => {
  it("starts with an active card, and ends at once with a card that ended before it", () => {
    expect(endedBefore("active")).toBeNull()
    expect(endedBefore("expired")).toEqual({ cause: "expired", actor: "service" })
    expect(endedBefore("canceled")).toEqual({ cause: "canceled", actor: "service" })
    expect(endedBefore("ending")).toEqual({ cause: "canceled", actor: "system" })
  })
})
