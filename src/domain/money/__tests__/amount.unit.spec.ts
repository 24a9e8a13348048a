import BigNumberJs from "bignumber.js"
import fc from "fast-check"

import {
  addAmounts,
  AmountError,
  compareAmounts,
  fromWire,
  isPositive,
  isUnclearThousands,
  type MajorAmount,
  majorAmount,
  roundDown,
  roundToWire,
  sameAmount,
  subtractAmounts,
  toWire,
  typedAmount,
} from "../amount"

const decimals = fc.integer({ min: 0, max: 4 })
const wireUnits = fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) })
const signedText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 12 }))
  .map(([negative, digits, places]) => `${negative ? "-" : ""}${placed(digits, places)}`)
const positiveText = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => placed(digits, places))

/** The decimal text of digits / 10^places, made without any arithmetic of the code under test. */
function placed(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, "0")
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** An amount as an integer of 10^-20, so that exact comparisons need no decimal library. */
function units(amount: string): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const value = BigInt(`${whole}${fraction.padEnd(20, "0")}`)
  return sign === "-" ? -value : value
}

/**
 * Shaped like Medusa's BigNumber (docs/medusa.md#small-amounts): getters on the prototype,
 * `numeric` blind below 0.0001.
 */
class MedusaLike {
  private readonly raw_: { value: string; precision: number }

  constructor(value: string) {
    this.raw_ = { value: new BigNumberJs(value).toPrecision(20), precision: 20 }
  }

  get raw() {
    return this.raw_
  }

  get numeric() {
    const value = new BigNumberJs(this.raw_.value)
    return value.abs().isLessThanOrEqualTo("0.0001") ? 0 : value.toNumber()
  }
}

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof AmountError ? error.code : `not an AmountError: ${String(error)}`
  }
  return "no error"
}

describe("reading an amount", () => {
  it("gives the same amount for every shape that Medusa returns", () => {
    const shapes = [
      1234.5,
      "1234.5",
      "1234.50",
      " 1234.5 ",
      "+1234.5",
      "1.2345e3",
      { value: "1234.5", precision: 20 },
      { value: "1234.5000000000000000", precision: 20 },
      { value: 1234.5 },
      { raw: { value: "1234.5", precision: 20 } },
      { numeric: 1234.5 },
      { value: { value: "1234.5" } },
      new MedusaLike("1234.5"),
      new BigNumberJs("1234.5"),
    ]
    expect(shapes.map((shape) => majorAmount(shape))).toEqual(shapes.map(() => "1234.5"))
  })

  it("uses the shortest decimal text of a JS number, so that 0.1 stays 0.1", () => {
    expect(majorAmount(0.1)).toBe("0.1")
    expect(majorAmount(1.005)).toBe("1.005")
    expect(majorAmount(100.55)).toBe("100.55")
    expect(majorAmount(1e21)).toBe("1000000000000000000000")
    expect(majorAmount(1e-7)).toBe("0.0000001")
  })

  it("keeps an amount below Medusa's epsilon, which Medusa's own number reads as 0", () => {
    expect(new MedusaLike("0.0001").numeric).toBe(0)
    expect(majorAmount(new MedusaLike("0.0001"))).toBe("0.0001")
  })

  it("gives one text for each amount in all its spellings", () => {
    expect(majorAmount("-0")).toBe("0")
    expect(majorAmount("000.00")).toBe("0")
    expect(majorAmount("007.50")).toBe("7.5")
    expect(majorAmount(".5")).toBe("0.5")
    expect(majorAmount("5.")).toBe("5")
    expect(majorAmount(-3.2)).toBe("-3.2")
    expect(majorAmount(-0)).toBe("0")
  })

  it("loses no digit of any decimal text", () => {
    fc.assert(
      fc.property(signedText, (text) => {
        const amount = majorAmount(text)
        expect(units(amount)).toBe(units(text))
        expect(majorAmount(amount)).toBe(amount)
        expect(majorAmount({ value: text, precision: 20 })).toBe(amount)
        expect(majorAmount(new BigNumberJs(text))).toBe(amount)
      })
    )
  })

  it.each([
    ["NaN", NaN],
    ["infinity", Infinity],
    ["minus infinity", -Infinity],
    ["an empty text", ""],
    ["words", "ten"],
    ["two dots", "1.2.3"],
    ["a comma", "1,5"],
    ["hexadecimal", "0x10"],
    ["an underscore", "1_000"],
    ["digits and more", "10 pesos"],
    ["an empty object", {}],
    ["an object with a null value", { value: null }],
    ["a list", ["10"]],
    ["endless nesting", { value: { value: { value: { value: "1" } } } }],
    ["a bignumber.js that is no number", new BigNumberJs(NaN)],
    ["a function", { value: () => 1 }],
  ])("refuses %s", (_what, input) => {
    expect(codeOf(() => majorAmount(input))).toBe("not_a_number")
  })

  it("refuses an exponent that would expand into megabytes of digits", () => {
    expect(codeOf(() => majorAmount("1e999999999"))).toBe("not_a_number")
    expect(codeOf(() => majorAmount("9".repeat(10_000)))).toBe("not_a_number")
  })

  it("refuses null, true and a list, also where types were not checked", () => {
    const untyped: [] | [null] = JSON.parse("[null]")
    expect(codeOf(() => majorAmount(Object.assign({}, { value: untyped })))).toBe("not_a_number")
    expect(codeOf(() => Reflect.apply(majorAmount, undefined, [null]))).toBe("not_a_number")
    expect(codeOf(() => Reflect.apply(majorAmount, undefined, [true]))).toBe("not_a_number")
  })
})

describe("wire amounts", () => {
  it("convert back into the same amount for every amount and number of decimals", () => {
    fc.assert(
      fc.property(wireUnits, decimals, (wire, places) => {
        const amount = fromWire(wire.toString(), places)
        expect(toWire(amount, places)).toBe(Number(wire))
        expect(fromWire(toWire(amount, places), places)).toBe(amount)
        expect(units(amount)).toBe(wire * 10n ** BigInt(20 - places))
      })
    )
  })

  it("send COP as whole pesos and PEN as cents", () => {
    expect(toWire(majorAmount(50000), 0)).toBe(50000)
    expect(toWire(majorAmount("1.5"), 2)).toBe(150)
    expect(toWire(majorAmount(19.99), 2)).toBe(1999)
    expect(toWire(majorAmount(1.1), 2)).toBe(110)
  })

  it("are exact to the cent for every PEN amount a JS number can show", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (cents) => {
        expect(toWire(majorAmount(cents / 100), 2)).toBe(cents)
        expect(fromWire(cents, 2)).toBe(majorAmount(cents / 100))
      })
    )
  })

  it("never round: an amount with more decimals than the wire carries is refused", () => {
    expect(codeOf(() => toWire(majorAmount("10.5"), 0))).toBe("too_many_decimals")
    expect(codeOf(() => toWire(majorAmount("10.505"), 2))).toBe("too_many_decimals")
    expect(() => toWire(majorAmount("10.5"), 0)).toThrow("must be a whole number")
    expect(() => toWire(majorAmount("10.505"), 2)).toThrow("at most 2 decimals")
  })

  it("above what JSON carries exactly are refused, in both directions", () => {
    expect(toWire(majorAmount("9007199254740991"), 0)).toBe(Number.MAX_SAFE_INTEGER)
    expect(codeOf(() => toWire(majorAmount("9007199254740992"), 0))).toBe("too_large")
    expect(codeOf(() => toWire(majorAmount("90071992547409.92"), 2))).toBe("too_large")
    expect(codeOf(() => fromWire("9007199254740992", 0))).toBe("too_large")
    expect(codeOf(() => fromWire(2 ** 53, 0))).toBe("too_large")
    expect(codeOf(() => fromWire("-9007199254740992", 0))).toBe("too_large")
  })

  it("of zero or less can never be sent", () => {
    expect(codeOf(() => toWire(majorAmount("0"), 0))).toBe("not_positive")
    expect(codeOf(() => toWire(majorAmount("-5"), 0))).toBe("not_positive")
  })

  it("are read from numbers and texts, also at zero and below for wallets", () => {
    expect(fromWire(50000, 0)).toBe("50000")
    expect(fromWire("50000", 0)).toBe("50000")
    expect(fromWire("50000.00", 0)).toBe("50000")
    expect(fromWire("150", 2)).toBe("1.5")
    expect(fromWire(0, 2)).toBe("0")
    expect(fromWire(-150, 2)).toBe("-1.5")
    expect(codeOf(() => fromWire("50,000", 0))).toBe("not_a_number")
    expect(codeOf(() => fromWire(NaN, 0))).toBe("not_a_number")
  })

  it("refuse a negative, fractional or too large number of decimals", () => {
    for (const wrong of [-1, 1.5, NaN, 21]) {
      expect(() => toWire(majorAmount("1"), wrong)).toThrow(RangeError)
      expect(() => fromWire(1, wrong)).toThrow(RangeError)
      expect(() => roundToWire(majorAmount("1"), wrong, "half_up")).toThrow(RangeError)
    }
  })
})

describe("rounding an amount that Medusa computed", () => {
  it("half up is off by at most half a unit, and the result fits the wire", () => {
    fc.assert(
      fc.property(signedText, decimals, (text, places) => {
        const exact = majorAmount(text)
        const asked = roundToWire(exact, places, "half_up")
        const twiceOff = (units(asked) - units(exact)) * 2n
        const unit = 10n ** BigInt(20 - places)
        expect(twiceOff <= unit && twiceOff >= -unit).toBe(true)
        expect(roundToWire(asked, places, "error")).toBe(asked)
      })
    )
  })

  it("half up rounds exactly half a unit up", () => {
    expect(roundToWire(majorAmount("10.5"), 0, "half_up")).toBe("11")
    expect(roundToWire(majorAmount("11.5"), 0, "half_up")).toBe("12")
    expect(roundToWire(majorAmount("10.4999999999"), 0, "half_up")).toBe("10")
    expect(roundToWire(majorAmount(1.005), 2, "half_up")).toBe("1.01")
    expect(roundToWire(majorAmount(2.675), 2, "half_up")).toBe("2.68")
  })

  it("makes a COP total with a percent discount payable", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2_000, max: 2_000_000 }),
        fc.integer({ min: 1, max: 99 }),
        (price, percent) => {
          const exact = majorAmount(
            new BigNumberJs(price).times(new BigNumberJs(100 - percent).div(100))
          )
          const wire = toWire(roundToWire(exact, 0, "half_up"), 0)
          expect(wire).toBe(Math.floor((2 * price * (100 - percent) + 100) / 200))
        }
      )
    )
  })

  it("does not change an amount that fits the wire", () => {
    fc.assert(
      fc.property(wireUnits, decimals, (wire, places) => {
        const amount = fromWire(wire.toString(), places)
        expect(roundToWire(amount, places, "half_up")).toBe(amount)
        expect(roundToWire(amount, places, "error")).toBe(amount)
        expect(roundDown(amount, places)).toBe(amount)
      })
    )
  })

  it("is an error when the rounding option is error", () => {
    expect(codeOf(() => roundToWire(majorAmount("10.5"), 0, "error"))).toBe("too_many_decimals")
    expect(roundToWire(majorAmount("10"), 0, "error")).toBe("10")
  })

  it("down loses less than one unit and adds nothing", () => {
    fc.assert(
      fc.property(positiveText, decimals, (text, places) => {
        const exact = majorAmount(text)
        const lost = units(exact) - units(roundDown(exact, places))
        expect(lost >= 0n && lost < 10n ** BigInt(20 - places)).toBe(true)
      })
    )
    expect(roundDown(majorAmount("10.99"), 0)).toBe("10")
  })
})

describe("an amount that a person typed", () => {
  it("is never rounded: it is kept exactly or refused", () => {
    fc.assert(
      fc.property(positiveText, decimals, (text, places) => {
        let amount: MajorAmount
        try {
          amount = typedAmount(text, places)
        } catch (error) {
          expect(error).toBeInstanceOf(AmountError)
          return
        }
        expect(units(amount)).toBe(units(text))
        expect(fromWire(toWire(amount, places), places)).toBe(amount)
      })
    )
  })

  it("is accepted when it fits, with or without trailing zeros", () => {
    expect(typedAmount("50000", 0)).toBe("50000")
    expect(typedAmount("50000.00", 0)).toBe("50000")
    expect(typedAmount(" 12.5 ", 2)).toBe("12.5")
    expect(typedAmount("12.500", 4)).toBe("12.5")
  })

  it("may not have more decimals than its currency", () => {
    expect(codeOf(() => typedAmount("50000.5", 0))).toBe("too_many_decimals")
    expect(codeOf(() => typedAmount("10.125", 2))).toBe("too_many_decimals")
    expect(codeOf(() => typedAmount("10.1234", 2))).toBe("too_many_decimals")
  })

  it("of 50.000 is refused, because it may mean fifty or fifty thousand", () => {
    expect(codeOf(() => typedAmount("50.000", 0))).toBe("too_many_decimals")
    expect(() => typedAmount("50.000", 0)).toThrow("write nothing between thousands")
    expect(codeOf(() => typedAmount("1.500", 2))).toBe("too_many_decimals")
  })

  it("must be above zero and not too large", () => {
    expect(codeOf(() => typedAmount("0", 0))).toBe("not_positive")
    expect(codeOf(() => typedAmount("0.00", 2))).toBe("not_positive")
    expect(codeOf(() => typedAmount("-5", 0))).toBe("not_positive")
    expect(codeOf(() => typedAmount("9007199254740992", 0))).toBe("too_large")
  })

  it.each([
    "",
    " ",
    "abc",
    "1,5",
    "1.000.000",
    "1e5",
    "+5",
    ".5",
    "5.",
    "$50",
    "5 000",
    "0x1f",
    "٣",
  ])("written %j is refused with a hint how to write it", (text) => {
    expect(codeOf(() => typedAmount(text, 2))).toBe("not_a_number")
    expect(() => typedAmount(text, 2)).toThrow("write digits only")
  })
})

describe("comparing and adding", () => {
  it("orders amounts like integers of their smallest unit", () => {
    fc.assert(
      fc.property(signedText, signedText, (a, b) => {
        const [left, right] = [majorAmount(a), majorAmount(b)]
        const expected = units(a) === units(b) ? 0 : units(a) < units(b) ? -1 : 1
        expect(compareAmounts(left, right)).toBe(expected)
        expect(sameAmount(left, right)).toBe(expected === 0)
        expect(sameAmount(left, majorAmount(a))).toBe(true)
      })
    )
  })

  it("adds and subtracts without losing a digit", () => {
    fc.assert(
      fc.property(signedText, signedText, (a, b) => {
        const sum = addAmounts(majorAmount(a), majorAmount(b))
        expect(units(sum)).toBe(units(a) + units(b))
        expect(subtractAmounts(sum, majorAmount(b))).toBe(majorAmount(a))
      })
    )
    expect(addAmounts(majorAmount(0.1), majorAmount(0.2))).toBe("0.3")
  })

  it("counts only amounts above zero as positive", () => {
    expect(isPositive(majorAmount("0.0000001"))).toBe(true)
    expect(isPositive(majorAmount("0"))).toBe(false)
    expect(isPositive(majorAmount("-1"))).toBe(false)
  })
})

describe("a number with three digits after one dot", () => {
  it.each<[string, number, boolean]>([
    ["500.000", 0, true],
    ["150.000", 2, true],
    ["1.500", 2, true],
    ["45.567", 0, true],
    // A total that a program computed.
    ["45.567", 2, false],
    ["0.125", 0, false],
    ["1500.000", 0, false],
    ["150.00", 0, false],
    ["150000", 0, false],
  ])("%s, where money has %i decimals, is unclear: %s", (text, decimals, unclear) => {
    expect(isUnclearThousands(text, decimals)).toBe(unclear)
    expect(isUnclearThousands(` ${text} `, decimals)).toBe(unclear)
  })
})
