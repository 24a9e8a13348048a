import { readSettings } from "../settings"

describe("the settings of a soak", () => {
  it("are an hour of thirty sales a minute unless options say otherwise", () => {
    expect(readSettings([])).toMatchObject({ minutes: 60, rate: 30, sales: null, log: null })
    expect(readSettings(["--minutes", "2", "--seed", "7", "--rate", "60"])).toMatchObject({
      ...{ minutes: 2, seed: 7, rate: 60, sales: null },
    })
  })

  it("may give a number of sales", () => {
    expect(readSettings(["--sales", "40"])).toMatchObject({ sales: 40 })
  })

  it.each([
    [["--minutes", "0"], "--minutes must be at least 1"],
    [["--rate", "0"], "--rate must be at least 1"],
    [["--sales", "0"], "--sales must be at least 1"],
    [["--minutes", "soon"], '--minutes must be a whole number, not "soon"'],
    [["--hours", "1"], "Unknown option '--hours'"],
  ])("are refused with the reason: %j", (args, message) => {
    expect(() => readSettings(args)).toThrow(message)
  })
})
