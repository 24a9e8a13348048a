import { csvCell } from "../csv"

describe("a cell of a CSV", () => {
  it.each([
    ["Ana", "Ana"],
    ["-5.50", "-5.50"],
    ["0042", "0042"],
    [12.5, "12.5"],
    [true, "true"],
    [null, ""],
    [undefined, ""],
    [["a", 1], '["a",1]'],
    [{ "=1": 2 }, '{"=1":2}'],
  ])("shows %j as it is", (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })

  it.each([
    ["Ana;=1+1", "Ana;'=1+1"],
    ["Ana, =1+1", "Ana, '=1+1"],
    ["Ana\t@SUM(A1)", "Ana\t'@SUM(A1)"],
    ["a|-1|+2", "a|'-1|'+2"],
    ["\u200b=1", "'\u200b=1"],
    ["\ufeff =1", "'\ufeff =1"],
    ["Calle 10 # 5-51", "Calle 10 # 5-51"],
  ])("keeps a spreadsheet with other separators from running %j", (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  it.each(["=1+1", "+573001112233", "-1+1", "@SUM(A1)", "\t=1", "＝1", "-5.5.5"])(
    "keeps a spreadsheet from running %j",
    (text) => {
      expect(csvCell(text)).toBe(`'${text}`)
    }
  )
})
