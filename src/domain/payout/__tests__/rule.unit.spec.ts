import fc from "fast-check"
import { addAmounts, compareAmounts, majorAmount, roundDown } from "../../money/amount"
import type { PayoutReason } from "../reason"
import {
  coveredPart,
  type EarlierShare,
  exceedsReceived,
  exceedsWhole,
  type FulfilledLine,
  isPercent,
  ruleAmounts,
  ruleShare,
  moneyOfShare,
  type ShareMoney,
  type SpentShare,
  spentOn,
} from "../rule"
import { PAYOUT_STATUSES } from "../state"

const line = (more: Partial<FulfilledLine> = {}): FulfilledLine => ({
  total: "119",
  tax_total: "19",
  quantity: 1,
  fulfilled_quantity: 1,
  ...more,
})
const share = (lines: FulfilledLine[], percent = 100, tax = false, decimals = 2) =>
  ruleShare(lines, { percent, tax }, decimals)

describe("the payout of a rule for a fulfillment of 119 with tax", () => {
  it.each([
    { percent: 80, paid: [], share: "95.2", left: "119", amount: "95.2" },
    { percent: 80, paid: ["10", "9"], share: "95.2", left: "100", amount: "95.2" },
    { percent: 80, paid: ["100"], share: "95.2", left: "19", amount: "19" },
    { percent: 80, paid: ["100", "19"], share: "95.2", left: "0", amount: "0" },
    { percent: 80, paid: ["120"], share: "95.2", left: "-1", amount: "-1" },
  ])("is $amount for $percent % when others were paid $paid", ({ percent, paid, ...pays }) => {
    const others = { paid: paid.map(majorAmount), decimals: 2 }
    expect(ruleAmounts([line()], { percent, tax: true }, others)).toEqual(pays)
  })

  it("is at most what others leave of the total with tax, also for a share without tax", () => {
    const others = { paid: [majorAmount("60")], decimals: 2 }
    const pays = { share: "80", left: "59", amount: "59" }
    expect(ruleAmounts([line()], { percent: 80, tax: false }, others)).toEqual(pays)
  })
})

describe("what the sellers of an order get", () => {
  it.each([
    { owed: "100", received: "100", decimals: 0, exceeds: false },
    { owed: "100", received: "99", decimals: 0, exceeds: false },
    { owed: "100", received: "98", decimals: 0, exceeds: true },
    { owed: "100", received: "99.99", decimals: 2, exceeds: false },
    { owed: "100", received: "99.98", decimals: 2, exceeds: true },
    { owed: "100", received: "0", decimals: 2, exceeds: true },
    { owed: "1", received: "-50", decimals: 0, exceeds: true },
    { owed: "0", received: "0", decimals: 0, exceeds: false },
  ])("of $owed exceeds the $received that it brought in: $exceeds", ({ exceeds, ...sums }) => {
    const { owed, received, decimals } = sums
    const figures = { owed: majorAmount(owed), received: majorAmount(received), decimals }
    expect(exceedsReceived(figures)).toBe(exceeds)
  })
})

describe("what a share takes of what its order brought in", () => {
  const NOTHING = { reason: null, paid_amount: null, covered: majorAmount("0") } as const
  const of = (change: Partial<SpentShare>) =>
    spentOn({
      ...{ ...NOTHING, status: "queued", amount: majorAmount("360"), owed: majorAmount("360") },
      ...change,
    })
  const gone = { owed: majorAmount("0") }

  it("is all that left and did not come back, also once nothing is owed, and else what is owed", () => {
    const took = (change: Partial<SpentShare>) =>
      Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, of({ ...change, status })]))
    const unsent = { held: "0", awaiting_destination: "0", awaiting_approval: "0", queued: "0" }
    const sent = { sending: "360", unknown: "360", pending: "360", approved: "360" }
    const ended = { rejected: "0", canceled: "0", paid_elsewhere: "360" }
    expect(took(gone)).toEqual({ ...unsent, ...sent, ...ended })
    const doubted = { ...gone, reason: "contradiction" } as const
    expect(took(doubted)).toMatchObject({ ...sent, rejected: "360", canceled: "360" })
    expect(took({})).toMatchObject({ held: "360", queued: "360", rejected: "360", canceled: "0" })
  })

  it("is what was paid, where that is more, and never what an earlier payout paid of it", () => {
    expect(of({ status: "approved", paid_amount: majorAmount("400") })).toBe("400")
    expect(of({ status: "approved", paid_amount: majorAmount("300") })).toBe("360")
    const covered = { covered: majorAmount("100"), amount: majorAmount("260") }
    expect(of(covered)).toBe("260")
    expect(of({ ...covered, owed: majorAmount("180") })).toBe("80")
    expect(of({ ...covered, owed: majorAmount("50") })).toBe("0")
    expect(of({ ...covered, status: "pending" })).toBe("260")
  })

  it("exceeds the order when its goods are packed anew for a second seller, until the first one's money is back", () => {
    const exceeds = (first: Partial<SpentShare>) => {
      const owed = addAmounts(of({ ...gone, ...first }), of({}))
      return exceedsReceived({ owed, received: majorAmount("400"), decimals: 0 })
    }
    expect(exceeds({ status: "approved" })).toBe(true)
    expect(exceeds({ status: "pending" })).toBe(true)
    expect(exceeds({ status: "canceled", reason: "contradiction" })).toBe(true)
    expect(exceeds({ status: "rejected" })).toBe(false)
    expect(exceeds({ status: "queued" })).toBe(false)
  })
})

describe("the share of a rule", () => {
  it("is computed from the fulfilled quantity, with or without tax", () => {
    expect(share([line()], 80)).toBe("80")
    expect(share([line()], 80, true)).toBe("95.2")
    expect(share([line({ quantity: 4, fulfilled_quantity: 1 })], 100)).toBe("25")
    expect(share([line({ fulfilled_quantity: 0 })])).toBe("0")
    expect(share([])).toBe("0")
  })

  it("is rounded down to what the wire carries", () => {
    expect(share([line({ total: "100", tax_total: 0 })], 33.3333, false, 2)).toBe("33.33")
    expect(share([line({ total: "999", tax_total: 0 })], 50, false, 0)).toBe("499")
  })

  it("is rounded after adding, so that three thirds of a line make the whole", () => {
    const third = line({ total: "100", tax_total: 0, quantity: 3, fulfilled_quantity: 1 })
    expect(share([third], 100, false, 0)).toBe("33")
    expect(share([third, third, third], 100, false, 0)).toBe("100")
  })

  it("is the same for every shape of Medusa's amounts, without float noise", () => {
    const shaped = line({
      total: { value: "100", precision: 20 },
      tax_total: { raw: { value: "0" } },
      quantity: { numeric: 2 },
    })
    expect(share([shaped], 100)).toBe("50")
    expect(share([line({ total: 99.99999999999999, tax_total: 0 })], 100, false, 0)).toBe("100")
  })

  it("of a line whose tax is above its total is zero", () => {
    expect(share([line({ total: "1", tax_total: "2" })])).toBe("0")
  })

  it.each([
    ["nothing was ordered", { quantity: 0 }],
    ["more is fulfilled than was ordered", { quantity: 1, fulfilled_quantity: 2 }],
    ["a negative quantity is fulfilled", { fulfilled_quantity: -1 }],
  ])("is refused where %s", (_why, wrong) => {
    expect(() => share([line(wrong)])).toThrow(RangeError)
  })

  it("never adds up to more than the total, in any split over rules and fulfillments", () => {
    const amount = fc.integer({ min: 1, max: 100_000_000 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 2),
        (total, parcels, percents, decimals) => {
          const kept = percents.filter((_one, index) => !exceedsWhole(percents.slice(0, index + 1)))
          const quantity = parcels.reduce((sum, one) => sum + one, 0)
          const cents = parcels.flatMap((fulfilled_quantity) =>
            kept.map((percent) => {
              const one = share(
                [line({ total, tax_total: 0, quantity, fulfilled_quantity })],
                percent,
                false,
                decimals
              )
              expect(one).toBe(roundDown(one, decimals))
              return Math.round(Number(one) * 100)
            })
          )
          const given = cents.reduce((sum, one) => sum + one, 0)
          expect(compareAmounts(majorAmount(given / 100), majorAmount(total))).toBeLessThanOrEqual(
            0
          )
        }
      )
    )
  })
})

describe("a share of 80 of goods that are packed anew", () => {
  const one = (amount: string, more: Partial<EarlierShare> = {}): EarlierShare => ({
    amount: majorAmount(amount),
    canceled: true,
    withdrawn: false,
    money: "left",
    paid_amount: null,
    covered: majorAmount("0"),
    ...more,
  })
  const alive = (covered: string) => one("80", { canceled: false, covered: majorAmount(covered) })
  const withdrawn = (more: Partial<EarlierShare> = {}) =>
    one("80", { canceled: false, withdrawn: true, ...more })

  it.each<[covered: string, why: string, earlier: EarlierShare[]]>([
    ["0", "nothing was paid before", []],
    ["0", "the other parcels are there", [one("80", { canceled: false })]],
    [
      "0",
      "what left for another parcel is not known yet",
      [one("80", { canceled: false, money: "open" })],
    ],
    ["80", "the canceled parcel was paid", [one("80")]],
    ["80", "more was paid", [one("200")]],
    ["30", "less was paid", [one("30")]],
    ["50", "two canceled parcels were paid in part", [one("30"), one("20")]],
    [
      "40",
      "the service paid more than was ordered",
      [one("30", { paid_amount: majorAmount("40") })],
    ],
    [
      "30",
      "the service paid less than was ordered",
      [one("30", { paid_amount: majorAmount("20") })],
    ],
    ["0", "the money came back", [one("80", { money: "back" })]],
    ["open", "the money is on its way", [one("80", { money: "open" })]],
    ["open", "another payout is on its way", [one("80"), one("1", { money: "open" })]],
    ["0", "another parcel took the place", [one("80"), alive("80")]],
    ["50", "another parcel took the place in part", [one("80"), alive("30")]],
    [
      "80",
      "what took the place is canceled too",
      [one("80"), one("80", { money: "back", covered: majorAmount("80") })],
    ],
    ["0", "more is covered than was paid", [one("80"), alive("90")]],
    ["80", "a canceled payout for a parcel that is there was paid after all", [withdrawn()]],
    ["0", "a canceled payout for a parcel that is there came back", [withdrawn({ money: "back" })]],
    [
      "0",
      "a canceled payout that was paid after all covers another parcel",
      [withdrawn(), alive("80")],
    ],
    [
      "30",
      "a canceled payout that was covered in part was paid after all",
      [one("30"), withdrawn({ amount: majorAmount("30"), covered: majorAmount("30") })],
    ],
  ])("is paid %s of when %s", (covered, _why, earlier) => {
    expect(coveredPart(majorAmount("80"), earlier)).toBe(covered)
  })

  it("is paid in full and once, however often the goods are packed, paid, canceled and split anew", () => {
    const step = fc.record({ part: fc.integer({ min: 1, max: 4 }), cancel: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const made: (EarlierShare & { part: number })[] = []
        for (const { part, cancel } of steps) {
          const packed = made.filter(({ canceled }) => !canceled)
          const left = 4 - packed.reduce((sum, { part: one }) => sum + one, 0)
          if (part <= left) {
            const share = majorAmount(part * 20)
            const covered = majorAmount(coveredPart(share, made))
            const isCovered = covered === share
            made.push({
              ...one(isCovered ? share : String(part * 20 - Number(covered)), { covered }),
              ...{ canceled: false, part, money: isCovered ? "back" : "left" },
            })
          }
          if (cancel < made.length) {
            made[cancel].canceled = true
          }
        }
        const paid = made.filter(({ money }) => money === "left")
        const sum = paid.reduce((all, { amount }) => all + Number(amount), 0)
        expect(sum).toBeLessThanOrEqual(80)
        const packed = made.filter(({ canceled }) => !canceled)
        const worth = packed.reduce((all, { part }) => all + part * 20, 0)
        expect(sum).toBeGreaterThanOrEqual(worth)
      })
    )
  })

  it("waits for a payout that may still go either way", () => {
    const byMoney = (reason: PayoutReason | null) => {
      const of = (money: ShareMoney) =>
        PAYOUT_STATUSES.filter((status) => moneyOfShare(status, reason) === money)
      return { open: of("open"), left: of("left"), back: of("back") }
    }
    const underWay = ["sending", "unknown", "pending"]
    const unsent = ["held", "awaiting_destination", "awaiting_approval", "queued"]
    expect(byMoney(null)).toEqual({
      open: [...unsent, ...underWay],
      left: ["approved", "paid_elsewhere"],
      back: ["rejected", "canceled"],
    })
    expect(byMoney("contradiction")).toEqual({
      open: [...unsent, ...underWay, "approved", "rejected"],
      left: ["canceled", "paid_elsewhere"],
      back: [],
    })
  })
})

describe("a percent", () => {
  it.each([0.0001, 1, 33.3333, 100])("of %s is valid", (percent) => {
    expect(isPercent(percent)).toBe(true)
  })

  it.each([0, -1, 100.0001, 33.33333, NaN, Infinity, "50", null])("of %s is invalid", (percent) => {
    expect(isPercent(percent)).toBe(false)
  })

  it("is summed exactly, so that rules never exceed the whole", () => {
    expect(exceedsWhole([33.3333, 33.3333, 33.3334])).toBe(false)
    expect(exceedsWhole([70.1, 29.9])).toBe(false)
    expect(exceedsWhole([70.1, 29.9001])).toBe(true)
  })
})
