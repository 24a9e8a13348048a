import { faultOf, faultText } from "../../src/admin/answer/fault"
import { problemOf } from "../../src/admin/answer/problem-of"
import { Refused } from "../../src/admin/answer/refused"
import texts from "../../src/admin/i18n"
import type { TextKey } from "../../src/admin/text/key"
import type { TextValues } from "../../src/admin/text/use-texts"
import { answerOf } from "../../src/api/admin/payin/payouts/decided"
import { COUNTRIES } from "../../src/domain/country/countries"
import { FAULT_CODES } from "../../src/domain/error/fault"
import { readPayoutImport } from "../../src/domain/payout/import"
import { payoutReasonText } from "../../src/domain/payout/reason"
import { DECISION_CODES } from "../../src/domain/error/refusal-code"

const LANGUAGES = ["en", "es"] as const
type Language = (typeof LANGUAGES)[number]

/** As i18next says a text of the desk. */
const sayer =
  (language: Language) =>
  (key: TextKey, values: TextValues = {}) => {
    const text = key
      .split(".")
      .reduce<unknown>(
        (tree, name) =>
          typeof tree === "object" && tree !== null ? Reflect.get(tree, name) : undefined,
        texts[language].payin
      )
    return String(text).replace(/\{\{(\w+)\}\}/g, (gap, name: string) =>
      String(values[name] ?? gap)
    )
  }

const refused = (body: Record<string, unknown>, status = 409) =>
  new Refused(new Response(null, { status }), { message: "The server's words.", ...body })

describe.each(LANGUAGES)("the admin's texts for server codes in %s", (language) => {
  const { fault, problem } = texts[language].payin

  it("have a sentence for each code of a wrong value and for no other code", () => {
    const { form: _form, field: _field, ...sentences } = fault
    expect(Object.keys(sentences).sort()).toEqual([...FAULT_CODES].sort())
  })

  it("have a sentence for each code of a refused decision and for no other code", () => {
    expect(Object.keys(problem.code).sort()).toEqual([...DECISION_CODES].sort())
  })

  it.each([
    ["", "the first row"],
    ["a,b\n1,2", "a header of something else"],
    ["amount,,bank,bank,iban\n1,2,3,4,5", "columns"],
    [rows(), "a file without rows"],
    [rows(...Array.from({ length: 1001 }, () => ({ amount: "1" }))), "too many rows"],
    [rows({ amount: "0", bank: "<", email: "x", legal_doc: "1E+09" }), "values"],
    [rows({ amount: "1.5", currency_code: "PEN", account_type: "X" }), "other values"],
    [rows({ amount: "x", payment_method: "X", note: "n".repeat(501) }), "more values"],
    [rows(...Array.from({ length: 60 }, () => ({ amount: "", bank: "" }))), "many problems"],
    [`${rows()},,,9`, "cells too many"],
    [`${rows()}"`, "a quote"],
    [`${rows()}\n"`, "an open quote"],
  ])("fill every placeholder for each problem of an import file (%#)", (csv) => {
    const account = { country: COUNTRIES.CO, currency: "COP", decimals: 0, account: "co" }
    const { problems } = readPayoutImport(csv, account)
    expect(problems).not.toEqual([])
    for (const one of problems) {
      const found = faultOf(one)
      const said = found && faultText(sayer(language), found, one.field)
      expect({ one, said }).toEqual({
        one,
        said: expect.stringMatching(/^(?!.*(\{\{|undefined))./),
      })
    }
  })
})

describe("the error text for a service that gave no answer", () => {
  it("uses the admin's own words and marks an action as not done", () => {
    const body = { type: "unexpected_state", reason: "timeout", account: "co" }
    const seen = new Refused(new Response(null, { status: 502 }), body)
    expect(problemOf(seen)).toEqual({
      title: "problem.service",
      sentence: { service: "service.silent", undone: false },
    })
    const done = new Refused(new Response(null, { status: 503 }), body, true)
    expect(problemOf(done).sentence).toEqual({ service: "service.silent", undone: true })
  })

  it("falls back to the server's words for an unknown reason", () => {
    expect(problemOf(refused({ reason: "of_tomorrow" }, 502)).sentence).toEqual({
      said: "The server's words.",
    })
  })
})

describe("the error text of a refusal", () => {
  const sentence = (error: unknown) => problemOf(error).sentence

  it("names the field as the forms do", () => {
    const wrong = { code: "missing", field: "destination.legal_doc" }
    const fault = faultOf(wrong)
    expect(sentence(refused(wrong, 400))).toEqual({ fault })
    expect(fault && faultText(sayer("es"), fault)).toBe("Número de documento: falta.")
  })

  it("names the customer fields that the server asks for", () => {
    const fields = [{ name: "legal_doc", label: "Número de documento", max: 20 }]
    const asked = { type: "invalid_data", field: "customer_data.legal_doc", fields }
    expect(sentence(refused(asked, 400))).toEqual({ asks: ["legal_doc"] })
  })

  it("gives the reason when the code is only try_again", () => {
    expect(sentence(refused({ code: "try_again", reason: "cart_gone" }))).toEqual({
      refused: "cart_gone",
      values: {},
    })
  })

  it("gives the server's text in both languages when a payout waits for something", () => {
    const waits = { reason: "Too little.", waits_for: "low_balance", again: true } as const
    const { body, keep } = answerOf({ outcome: "refused", ...waits })
    expect(keep).toBe(false)
    const both = payoutReasonText("low_balance")
    expect(sentence(refused({ ...body, code: "try_again" }))).toEqual({ both })
  })

  it("says that the payout has moved on", () => {
    const { body } = answerOf({ outcome: "refused", reason: "It is paid.", code: "moved_on" })
    expect(sentence(refused(body))).toEqual({ refused: "moved_on", values: {} })
  })

  it.each([{}, { code: "new_one" }, { code: "constructor" }, { code: "try_again" }])(
    "falls back to the server's words without a known code: %j",
    (body) => {
      expect(sentence(refused(body))).toEqual({ said: "The server's words." })
    }
  )
})

function rows(...cells: Record<string, string>[]): string {
  const right: Record<string, string> = {
    ...{ amount: "1000", currency_code: "COP", payment_method: "", full_name: "Ana Pérez" },
    ...{ legal_doc_type: "CC", legal_doc: "1020304050", phone_number: "3001234567" },
    ...{ email: "ana@shop.example", bank: "NEQUI", account_number: "3001234567" },
    ...{ account_type: "AHORRO", note: "" },
  }
  const lines = cells.map((one) => Object.values({ ...right, ...one }).join(","))
  return [Object.keys(right).join(","), ...lines].join("\n")
}
