import { CARD_STATUSES } from "../card-state"
import { endedBefore, wasTakenBack } from "../subscription-start"

const held = { status: "captured", voiding: false } as const

describe("what a subscription began with", () => {
  it("was taken back with its order, whatever was paid", () => {
    for (const paid of [true, false]) {
      expect(wasTakenBack({ canceled: true, paid, hold: held })).toBe(true)
    }
  })

  it("was taken back when its hold was released and nobody paid otherwise", () => {
    const released = { status: "released", voiding: false } as const
    expect(wasTakenBack({ canceled: false, paid: false, hold: released })).toBe(true)
    expect(wasTakenBack({ canceled: false, paid: true, hold: released })).toBe(false)
    const going = { status: "authorized", voiding: true } as const
    expect(wasTakenBack({ canceled: false, paid: false, hold: going })).toBe(true)
  })

  it("stands while something is held or was taken", () => {
    for (const status of CARD_STATUSES.filter((one) => one !== "released")) {
      const hold = { status, voiding: false }
      expect(wasTakenBack({ canceled: false, paid: false, hold })).toBe(false)
    }
    expect(wasTakenBack({ canceled: false, paid: false, hold: null })).toBe(false)
  })
})

describe("a subscription that begins", () => {
  it("lives on a card that may be charged, and ends with one that ended before", () => {
    expect(endedBefore("active")).toBeNull()
    expect(endedBefore("expired")).toEqual({ cause: "expired", actor: "service" })
    expect(endedBefore("canceled")).toEqual({ cause: "canceled", actor: "service" })
    expect(endedBefore("ending")).toEqual({ cause: "canceled", actor: "system" })
  })
})
