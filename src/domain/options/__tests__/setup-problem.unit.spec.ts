import {
  accountProblems,
  answerProblems,
  notFoundProblems,
  optionProblems,
  regionProblems,
  regionsWithoutProvider,
} from "../setup-problem"
import type { AnswerShape } from "../../method/direct"
import { MINIMAL, resolve, WITH_CARD } from "../../__tests__/support/options"

const CO = { id: "co", country: "CO" }
const region = (currency: string, ...providers: string[]) => ({
  ...{ id: "reg_1", name: "Colombia", currency },
  providers,
})

describe("a wrong set-up", () => {
  it("is none with one account a country and public addresses", () => {
    const options = resolve({ ...WITH_CARD, accounts: [CO, { id: "pe", country: "PE" }] })
    expect(optionProblems(options, { production: true })).toEqual([])
  })

  it("is two accounts for one country", () => {
    const options = resolve({ ...MINIMAL, accounts: [CO, { id: "other", country: "CO" }] })
    expect(optionProblems(options, { production: false })).toMatchObject([
      { code: "country_twice", values: { country: "CO", accounts: "co, other" } },
    ])
  })

  it("is an address on localhost in production, and not in development", () => {
    const options = resolve({
      ...WITH_CARD,
      callbackUrl: "http://localhost:9000",
      returnUrl: "http://127.0.0.1:8000/back/{cart_id}",
      cardUrl: "http://[::1]:4010",
    })
    expect(optionProblems(options, { production: false })).toEqual([])
    expect(optionProblems(options, { production: true })).toMatchObject([
      { code: "localhost_address", values: { options: "callbackUrl, returnUrl, cardUrl" } },
    ])
  })

  it("is the return page of one account on localhost in production", () => {
    const accounts = [{ ...CO, returnUrl: "http://localhost:8000/{country}/back" }]
    const options = resolve({ ...MINIMAL, accounts })
    expect(optionProblems(options, { production: true })).toMatchObject([
      { code: "localhost_address", values: { options: "returnUrl" } },
    ])
  })

  it.each([
    [region("USD", "pp_payin_co"), "pp_payin_co"],
    [region("PEN", "pp_system_default", "pp_payin-card_co"), "pp_payin-card_co"],
  ])("is a provider in a region of another currency: %j", (wrong, provider) => {
    const { accounts } = resolve(MINIMAL)
    const values = { currency: wrong.currency, provider, takes: "COP" }
    expect(regionProblems([wrong], accounts)).toMatchObject([{ code: "region_currency", values }])
  })

  it("is no region of the account's currency, none without a provider, and none of a stranger", () => {
    const regions = [region("COP", "pp_payin_co"), region("USD"), region("USD", "pp_payin_us")]
    expect(regionProblems(regions, resolve(MINIMAL).accounts)).toEqual([])
  })

  it("names the providers that are off in a region of their currency, of cards only where cards are taken", () => {
    const off = (raw: unknown, ...on: string[]) =>
      regionsWithoutProvider([region("COP", ...on), region("PEN")], resolve(raw)).map(
        ({ provider_id }) => provider_id
      )
    expect(off(MINIMAL)).toEqual(["pp_payin_co"])
    expect(off(WITH_CARD)).toEqual(["pp_payin_co", "pp_payin-card_co"])
    expect(off(WITH_CARD, "pp_payin_co", "pp_payin-card_co")).toEqual([])
  })

  it("is what the service refuses an account", () => {
    const refusal = {
      account: "co",
      operation: "payin.create",
      http_status: 401,
      since: "2026-01-02T10:00:00Z",
    }
    expect(
      accountProblems([
        { ...refusal, reason: "credentials" },
        { ...refusal, reason: "forbidden", http_status: 403 },
        { ...refusal, reason: "credentials", http_status: null },
      ])
    ).toMatchObject([
      { code: "credentials_refused", values: { account: "co", status: 401 } },
      { code: "not_allowed", values: { status: 403 } },
      { code: "credentials_refused", message: expect.not.stringContaining("HTTP") },
    ])
  })
})

describe("an answer that does not fit option direct", () => {
  const accounts = [{ id: "co", direct: ["PSE", "BREB"] as const }]
  const answer = (payment_method: string, answer_shape: AnswerShape, account = "co") => ({
    ...{ account, payment_method, answer_shape },
    reference: "pin_1",
  })

  it.each([
    ["PSE", "bank_page", []],
    ["BREB", "key", []],
    ["TRANSFIYA", "link", []],
    ["PSE", "link", ["direct_off"]],
    ["BREB", "link", ["direct_off"]],
    ["TRANSFIYA", "confirmation", ["direct_differs"]],
    ["BREB", "confirmation", ["direct_differs"]],
    ["PSE", "unknown", ["nothing_to_pay_by"]],
    ["TRANSFIYA", "unknown", ["nothing_to_pay_by"]],
  ] as const)("%s answered as %s: %j", (method, shape, codes) => {
    const problems = answerProblems([answer(method, shape)], accounts)
    expect(problems.map(({ code }) => code)).toEqual(codes)
    for (const { message, values } of problems) {
      expect(message).toContain(method)
      expect(values).toMatchObject({ account: "co", method, reference: "pin_1" })
    }
  })

  it("is nobody's when the account was taken out", () => {
    expect(answerProblems([answer("PSE", "link", "gone")], accounts)).toEqual([])
  })
})

it("payments that the service accepted and lookups do not find are told with one of them", () => {
  expect(notFoundProblems([])).toEqual([])
  expect(notFoundProblems([{ account: "co", count: 2, reference: "pin_9" }])).toMatchObject([
    { code: "payment_not_found", values: { account: "co", count: 2, reference: "pin_9" } },
  ])
})
