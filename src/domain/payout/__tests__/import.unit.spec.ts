import { stringify } from "csv-stringify/sync"
import type { FaultCode } from "../../error/fault"
import { COUNTRIES } from "../../country/countries"
import { MAX_TABLE_BYTES } from "../../row/csv-table"
import { MAX_IMPORT_PROBLEMS, readPayoutImport } from "../import"
import { PAYOUT_IMPORT_EXAMPLE } from "./import-example"

const RULES = { country: COUNTRIES.CO, currency: "COP", decimals: 0, account: "co" }
const HEADER = PAYOUT_IMPORT_EXAMPLE.split("\r\n")[0]
const CELLS = {
  amount: "150000",
  currency_code: "COP",
  payment_method: "BANK_TRANSFER",
  full_name: "Ana Ejemplo",
  legal_doc_type: "CC",
  legal_doc: "1020304050",
  phone_code: "57",
  phone_number: "3001112233",
  email: "ana@shop.example",
  bank: "BANCOLOMBIA",
  account_number: "12345678901",
  account_type: "AHORRO",
  note: "Invoice 118",
}
type Cells = Partial<typeof CELLS>

const { amount, currency_code: _, payment_method, note, ...destination } = CELLS
const READ = { row: 1, amount, payment_method, destination, note }

const read = (csv: string, rules = RULES) => readPayoutImport(csv, rules)
/** Whole rows, but for what each changes. */
const file = (...changes: Cells[]) =>
  stringify(
    changes.map((change) => ({ ...CELLS, ...change })),
    { header: true }
  )
const problemsOf = (...changes: Cells[]) => read(file(...changes)).problems
const messages = (csv: string) => read(csv).problems.map(({ message }) => message)

describe("a file of payouts", () => {
  it("is read as the documentation's example shows it", () => {
    expect(read(PAYOUT_IMPORT_EXAMPLE)).toEqual({
      rows: [
        READ,
        {
          row: 2,
          amount: "87500",
          payment_method: "BANK_TRANSFER",
          destination: {
            full_name: "Taller Ejemplo, S.A.S.",
            legal_doc_type: "NIT",
            legal_doc: "900123456-7",
            phone_code: "57",
            phone_number: "3004445566",
            email: "pagos@taller.example",
            bank: "NEQUI",
            account_number: "3004445566",
            account_type: "AHORRO",
          },
          note: null,
        },
      ],
      problems: [],
      warnings: [],
    })
  })

  it.each([",", ";", "\t"])("is read the same in every form of a spreadsheet (%j)", (delimiter) => {
    const text = `=HYPERLINK("http://x"), say "hi"; and\ta\nbreak`
    const rows = [CELLS, { ...CELLS, note: text, full_name: "José Ñandú; hijo, y cía" }]
    const names = Object.keys(CELLS)
    for (const columns of [names, [...names].reverse()]) {
      for (const record_delimiter of ["\n", "\r\n", "\r"]) {
        for (const quoted of [false, true]) {
          const options = { header: true, columns, delimiter, record_delimiter, quoted }
          const written = stringify(rows, options)
          const [head] = written.split(record_delimiter)
          for (const csv of [
            written,
            `\ufeff${written}`,
            `\ufeff\r\n${written}\r\n`,
            written.replace(head, head.toUpperCase()),
          ]) {
            const { rows: got, problems } = read(csv)
            expect(problems).toEqual([])
            expect(got[0]).toEqual(READ)
            expect(got[1].note).toBe(text)
            expect(got[1].destination.full_name).toBe("José Ñandú; hijo, y cía")
          }
        }
      }
    }
  })

  it("counts its rows as a spreadsheet does, and skips blank rows", () => {
    const [head, row] = file({}).split("\n")
    const csv = `\n${head}\n${row}\n\n,,,,,,,,,,,,\n${row}\n\n ,\n`
    expect(read(csv).rows.map((one) => one.row)).toEqual([1, 4])
    expect(read(`${csv}${row.replace("150000", "-1")}`).problems).toEqual([
      { row: 7, field: "amount", message: "amount must be above zero.", code: "not_positive" },
    ])
  })

  it("may leave out optional columns, and empty cells at the end of a row", () => {
    const { payment_method: _m, phone_code: _p, note: _n, ...required } = CELLS
    expect(read(stringify([required], { header: true })).rows).toEqual([{ ...READ, note: null }])
    const [head, row] = file({}).split("\n")
    expect(read(`${head},,\n${row.replace(",Invoice 118", "")}`).rows).toEqual([
      { ...READ, note: null },
    ])
  })

  it("may have codes in lower case, and keeps a formula as text", () => {
    const [row] = read(
      file({
        currency_code: "cop",
        payment_method: "breb",
        legal_doc_type: "nit",
        account_type: "corriente",
        account_number: "@ana",
        note: "=1+1",
      })
    ).rows
    expect(row).toMatchObject({ payment_method: "BREB", note: "=1+1" })
    expect(row.destination).toMatchObject({
      legal_doc_type: "NIT",
      account_type: "CORRIENTE",
      account_number: "@ana",
    })
  })
})

describe("a file of payouts with a bad cell", () => {
  it.each<[keyof Cells, string, string, FaultCode]>([
    ["amount", "", "amount is missing.", "missing"],
    ["amount", "0", "amount must be above zero.", "not_positive"],
    ["amount", "-50000", "amount must be above zero.", "not_positive"],
    [
      "amount",
      "50000.5",
      "amount must be a whole number with nothing between thousands, like 50000.",
      "not_whole",
    ],
    [
      "amount",
      "50.000",
      "amount must be a whole number with nothing between thousands, like 50000.",
      "not_whole",
    ],
    ["amount", "9".repeat(20), "amount is too large.", "too_large"],
    ["currency_code", "", "currency_code is missing.", "missing"],
    [
      "currency_code",
      "PEN",
      "currency_code must be COP, the currency of account co.",
      "other_currency",
    ],
    [
      "payment_method",
      "PSE",
      "payment_method must be one of BANK_TRANSFER, TRANSFIYA, SERVICE, BREB.",
      "not_offered",
    ],
    ["full_name", "", "full_name is missing.", "missing"],
    ["legal_doc_type", "DNI", "legal_doc_type must be one of CC, CE, PPN, NIT.", "not_offered"],
    [
      "note",
      "VISA 4111 1111\n1111 1111",
      "note must not hold the number of a card.",
      "card_number",
    ],
    ["bank", "<b>", "bank must be the bank's name, 2 to 60 letters or digits.", "wrong_form"],
    ["account_type", "SAVINGS", "account_type must be one of AHORRO, CORRIENTE.", "not_offered"],
    ["note", "x".repeat(501), "note must be at most 500 characters.", "too_long"],
  ])("is refused whole, naming row and column: %s (case %#)", (field, cell, message, code) => {
    const { rows, problems } = read(file({}, { [field]: cell }, {}))
    expect(rows).toEqual([])
    expect(problems.map(({ values, ...problem }) => problem)).toEqual([
      { row: 2, field, message, code },
    ])
  })

  it.each(["1e5", "$ 150000", "50,000", "1.500.000", "=150000", "٣٠٠"])(
    "is refused for an amount that is not plain digits: %s",
    (cell) => {
      expect(problemsOf({ amount: cell })).toMatchObject([
        { row: 1, field: "amount", message: expect.stringMatching(/^amount must be digits only/) },
      ])
    }
  )

  it("is refused for an amount with more decimals than its currency", () => {
    const soles = { ...RULES, country: COUNTRIES.PE, currency: "PEN", decimals: 2, account: "pe" }
    const peru = { currency_code: "PEN", legal_doc_type: "DNI", phone_code: "", bank: "BCP" }
    expect(read(file({ ...peru, amount: "12.50" }), soles).rows[0].amount).toBe("12.5")
    expect(read(file({ ...peru, amount: "12.505" }), soles).problems[0].message).toMatch(
      /2 decimals/
    )
  })

  it("is refused for a number that a spreadsheet rounded, though it would pass for a Bre-B key", () => {
    const message =
      "account_number was rounded by a spreadsheet: format the column as text and enter it again."
    for (const payment_method of ["BREB", "BANK_TRANSFER"]) {
      expect(problemsOf({ payment_method, account_number: "1.02E+10" })).toEqual([
        { row: 1, field: "account_number", message, code: "rounded_by_spreadsheet" },
      ])
    }
    expect(problemsOf({ legal_doc: "1,02E+09", phone_number: "3E+09" })).toHaveLength(2)
  })

  it("is refused for a separator without quotes, which would pay 50 for 50,000", () => {
    const slipped = file({ amount: "50000" }).replace("\n50000,", "\n50,000,")
    const last = "bank,account_number,account_type,amount,note"
    const nameless = file({}).replace("note\n", "note,,\n").replace("118\n", "118,,x\n")
    for (const csv of [
      slipped,
      nameless,
      slipped.replace("Invoice 118", ""),
      `${last}\nB,1,A,50,000,`,
    ]) {
      expect(read(csv).rows).toEqual([])
    }
    for (const csv of [slipped, nameless]) {
      expect(read(csv).problems.map(({ row, field }) => [row, field])).toEqual([[1, "row"]])
    }
    expect(read(slipped.replace("Invoice 118", "")).problems).toHaveLength(1)
  })

  it("has a problem for every fault of every row, up to a hundred", () => {
    expect(problemsOf({ amount: "0", bank: "" }, {}, { email: "x" })).toMatchObject([
      { row: 1, field: "amount" },
      { row: 1, field: "bank" },
      { row: 3, field: "email" },
    ])
    const many = problemsOf(...Array.from({ length: 60 }, () => ({ amount: "0", bank: "" })))
    expect(many).toHaveLength(MAX_IMPORT_PROBLEMS)
    expect(many.at(-1)).toEqual({
      row: null,
      field: "file",
      message: "These are the first 99 of 120 problems.",
      code: "more_problems",
      values: { told: 99, all: 120 },
    })
    expect(
      problemsOf(...Array.from({ length: 50 }, () => ({ amount: "0", bank: "" })))
    ).toMatchObject(
      Array.from({ length: 50 }, (_one, index) => [{ row: index + 1 }, { row: index + 1 }]).flat()
    )
  })

  it("never repeats a cell in a problem, because a shifted column may hold a secret", () => {
    const { full_name, legal_doc, phone_number, email, account_number } = CELLS
    const secrets = [full_name, legal_doc, phone_number, email, account_number]
    const names = Object.keys(CELLS)
    for (const shift of names.keys()) {
      const columns = [...names.slice(shift), ...names.slice(0, shift)]
      const { rows, problems } = read(file({}).replace(HEADER, columns.join(",")))
      expect(rows).toHaveLength(shift === 0 ? 1 : 0)
      for (const secret of secrets) {
        expect(JSON.stringify(problems)).not.toContain(secret)
      }
    }
    const headless = `note,${Object.values(CELLS).join(",")}\n${Object.values(CELLS).join(",")}`
    expect(JSON.stringify(read(headless).problems)).not.toMatch(/1020304050|12345678901|ana@/)
  })
})

describe("a file that is no table of payouts", () => {
  it.each([
    ["", /^The first row must name the columns: amount, currency_code/],
    ["\ufeff\r\n", /^The first row must name/],
    ["1020304050,Ana Ejemplo\n1,2", /^The first row must name/],
    [HEADER, /^The file has no rows/],
    [`${HEADER}\n\n,,,\n`, /^The file has no rows/],
    [`${HEADER}\n"1`, /^A quote is opened and never closed/],
    [file({}).replace("Ana", 'A"n"a'), /^A quote stands inside a cell/],
    [file({}).replace("Ana", '"A" na'), /^A quote stands inside a cell/],
    [file({}).replace("Ana", "Jos\ufffd"), /^The file is not in UTF-8/],
    [file({}).replace(/(?=.)/gs, "\0"), /^The file is not in UTF-8/],
    [`${HEADER}\n${" ".repeat(MAX_TABLE_BYTES)}`, /^The file is larger than 1 MB/],
    [file({ note: "ñ".repeat(MAX_TABLE_BYTES / 2) }), /^The file is larger than 1 MB/],
    [file(...Array.from({ length: 1001 }, () => ({}))), /^The file has more than 1000 rows/],
    [
      `${file({})}${"\n".repeat(2500)}${file({}).split("\n")[1]}`,
      /^The file has more than 1000 rows/,
    ],
  ])("is refused with one reason (case %#)", (csv, reason) => {
    const { rows, problems } = read(csv)
    expect(rows).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ field: "file", message: expect.stringMatching(reason) })
  })

  it("has a problem with the row of a wrong quote", () => {
    expect(read(`${file({}, {})}"`).problems[0].row).toBe(3)
  })

  it("has a problem for every wrong, missing, nameless and repeated column", () => {
    const csv = "Amount,iban,,BANK,bank,currency_code,__proto__\n1,2,3,4,5,6,7"
    expect(messages(csv)).toEqual([
      "iban is not a column of this table.",
      "column 3 has no name.",
      "bank is there twice.",
      "__proto__ is not a column of this table.",
      ...["full_name", "legal_doc_type", "legal_doc", "phone_number", "email"].map(
        (name) => `${name} is missing in the header.`
      ),
      "account_number is missing in the header.",
      "account_type is missing in the header.",
    ])
  })

  it("has a problem for a country to which no money can be sent", () => {
    const mexico = { country: COUNTRIES.MX, currency: "MXN", decimals: 2, account: "mx" }
    expect(read(file({}), mexico)).toEqual({
      rows: [],
      warnings: [],
      problems: [
        {
          ...{ row: null, field: "country", message: "country MX: money cannot be sent there." },
          ...{ code: "no_payouts", values: { country: "MX" } },
        },
      ],
    })
  })
})

describe("a file of the largest size", () => {
  function cpuMs(run: () => void): number {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }

  it("of a thousand rows is read in less than a second of CPU", () => {
    const csv = file(...Array.from({ length: 1000 }, () => ({})))
    expect(cpuMs(() => expect(read(csv).rows).toHaveLength(1000))).toBeLessThan(1000)
  })

  it.each([
    [
      "of nothing but mistakes",
      file(...Array.from({ length: 1000 }, () => ({ amount: "x", email: "x", bank: "" }))),
    ],
    ["of tiny rows", `${HEADER}\n${"1,2\n".repeat(MAX_TABLE_BYTES / 4 - 50)}`],
    ["of blank rows", `${HEADER}\n${"\n".repeat(MAX_TABLE_BYTES - 500)}`],
    [
      "of columns",
      `amount,${Array.from({ length: 120_000 }, (_one, index) => `c${index}`).join(",")}`,
    ],
    ["of quotes", `${HEADER}\n${'"'.repeat(MAX_TABLE_BYTES - 501)}`],
    ["of one cell", file({ note: "1 ".repeat(500_000) })],
    ["of one name", file({ full_name: "1 ".repeat(500_000) })],
    ["of one bank", file({ bank: "1 ".repeat(500_000) })],
    ["of one number", file({ amount: "1".repeat(1_000_000), account_number: "1".repeat(2_000) })],
  ])("%s is refused in less than a second of CPU", (_name, csv) => {
    expect(Buffer.byteLength(csv)).toBeLessThanOrEqual(MAX_TABLE_BYTES)
    expect(cpuMs(() => expect(read(csv).rows).toEqual([]))).toBeLessThan(1000)
  })
})

describe("a file of payouts with cells that look damaged", () => {
  const warningsOf = (...changes: Cells[]) => read(file(...changes)).warnings

  it("has no warnings when nothing looks damaged", () => {
    expect(read(PAYOUT_IMPORT_EXAMPLE).warnings).toEqual([])
    expect(warningsOf({ full_name: "José Peña", account_number: "12345678901234512" })).toEqual([])
  })

  it.each<[keyof typeof CELLS, string, string, string]>([
    ["legal_doc", "1020304050.0", "1020304050", "damaged_number"],
    ["legal_doc", "1020304050,00", "1020304050", "damaged_number"],
    ["phone_number", "3001112233.0", "3001112233", "damaged_number"],
    ["account_number", "12345678901.0", "12345678901", "damaged_number"],
    ["account_number", "123456789012345000", "123456789012345000", "damaged_number"],
    ["full_name", "JosÃ© PeÃ±a", "JosÃ© PeÃ±a", "wrong_encoding"],
    ["bank", "NULL", "NULL", "placeholder"],
    ["full_name", "nan", "nan", "placeholder"],
  ])("reads %s %s as %s with a warning", (field, written, value, code) => {
    const { rows, warnings, problems } = read(file({ note: "Another" }, { [field]: written }))
    expect(problems).toEqual([])
    expect(warnings).toEqual([{ row: 2, field, code }])
    expect(rows[1].destination).toMatchObject({ [field]: value })
  })

  it("warns of a row that stands there twice, and not of a second payment to the same person", () => {
    expect(warningsOf({}, { note: "Invoice 119" }, {})).toEqual([
      { row: 3, field: "row", code: "duplicate_row" },
    ])
  })

  it("is refused for what is wrong before it is asked about what looks damaged", () => {
    const { warnings, problems } = read(file({ legal_doc: "1020304050.0", amount: "x" }))
    expect(warnings).toEqual([])
    expect(problems).toMatchObject([{ field: "amount" }])
  })
})
