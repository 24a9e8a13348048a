import fc from "fast-check"
import { CARD_CALLS, type CardCall, ambiguousCardOutcome, cardOutcome } from "../answer"

const outcome = (call: CardCall, httpStatus: number, code: string | null, status: boolean | null) =>
  cardOutcome(call, { httpStatus, code, status })
const MONEY = ["authorize", "renew", "capture"] as const

describe("an answer of the card-payment API", () => {
  it.each<[CardCall, string]>([
    ["create", "CREATED"],
    ["authorize", "AUTHORIZED"],
    ["renew", "AUTHORIZED"],
    ["capture", "CAPTURED"],
    ["cancel", "SUCCESS"],
    ["cancel", "ALREADY_CANCELLED"],
  ])("to %s is a success with %s", (call, code) => {
    expect(outcome(call, 200, code, true)).toEqual({ kind: "success", code })
    expect(outcome(call, 201, code, null)).toEqual({ kind: "success", code })
  })

  // Every row of docs/service.md#card-errors and docs/service.md#capture.
  it.each<[CardCall, number, string | null, string]>([
    ["create", 200, "SUBSCRIPTION_CREATION_FAILED", "declined"],
    ["authorize", 422, "PAYMENT_AUTHORIZATION_FAILED", "declined"],
    ["renew", 422, "PAYMENT_RENEWAL_FAILED", "declined"],
    ["capture", 422, "PAYMENT_CAPTURE_FAILED", "declined"],
    ["authorize", 400, "BAD_REQUEST", "validation"],
    ["authorize", 401, "UNAUTHORIZED", "credentials"],
    ["create", 403, "ACCESS_DENIED", "forbidden"],
    ["renew", 404, "NOT_FOUND", "not_found"],
    ["cancel", 409, "INVALID_STATE", "invalid_state"],
    ["authorize", 422, "VALIDATION_ERROR", "validation"],
    ["authorize", 422, "INVALID_STATE", "invalid_state"],
    ["capture", 422, "INVALID_STATE", "invalid_state"],
    ["capture", 422, "PROCESSING_ERROR", "validation"],
    ["authorize", 200, "INVALID_STATE", "invalid_state"],
  ])("to %s with HTTP %d %s is a definite failure: %s", (call, httpStatus, code, meaning) => {
    expect(outcome(call, httpStatus, code, false)).toEqual(
      meaning === "declined"
        ? { kind: "declined", code }
        : { kind: "refused", reason: meaning, code }
    )
  })

  it.each<[number, string | null, boolean | null]>([
    [500, "SERVICE_ERROR", false],
    [503, null, null],
    [500, "VALIDATION_ERROR", false],
    [302, null, null],
    [408, null, false],
    [418, "SOMETHING_NEW", false],
    [200, "PROCESSING_ERROR", false],
    [200, "SOMETHING_NEW", false],
    [200, "SOMETHING_NEW", true],
    [200, "toString", false],
    [200, null, null],
    [302, "VALIDATION_ERROR", false],
    [200, "PAYMENT_CAPTURE_FAILED", null],
    // Not the service's own: the page of a proxy, whatever its HTTP status.
    ...[400, 401, 403, 404, 409, 422].flatMap<[number, null, boolean | null]>((status) => [
      [status, null, null],
      [status, null, false],
    ]),
    // A failure's word under a success, or another call's.
    [200, "VALIDATION_ERROR", true],
    [200, "SUCCESS", true],
  ])("with HTTP %d %s, status %s leaves open whether money moved", (httpStatus, code, status) => {
    for (const call of MONEY) {
      expect(outcome(call, httpStatus, code, status).kind).toBe("may_have_happened")
    }
    expect(outcome("create", httpStatus, code, status)).toMatchObject({ reason: "new_token" })
  })

  it("that is not the service's own leaves open whether a card was canceled", () => {
    for (const httpStatus of [400, 401, 403, 404, 409, 422]) {
      expect(outcome("cancel", httpStatus, null, null)).toEqual({ kind: "try_later", code: null })
    }
  })

  it("that reports success and failure at once leaves open whether money moved", () => {
    expect(outcome("authorize", 200, "AUTHORIZED", false).kind).toBe("may_have_happened")
    expect(outcome("authorize", 422, "AUTHORIZED", true).kind).toBe("may_have_happened")
    expect(outcome("capture", 422, "CAPTURED", false).kind).toBe("may_have_happened")
  })

  it("with HTTP 429 asks to try later and is no refusal", () => {
    for (const call of CARD_CALLS) expect(outcome(call, 429, null, false).kind).toBe("try_later")
  })

  it("is never a success by HTTP status alone, and never ambiguous for a call that moves no money", () => {
    const codes = fc.oneof(fc.string(), fc.constantFrom("SERVICE_ERROR", "INVALID_STATE"))
    fc.assert(
      fc.property(
        fc.constantFrom(...CARD_CALLS),
        fc.integer({ min: 100, max: 599 }),
        fc.option(codes),
        fc.option(fc.boolean()),
        (call, httpStatus, code, status) => {
          const { kind } = outcome(call, httpStatus, code, status)
          expect(kind).not.toBe("success")
          if (call === "create" || call === "cancel") expect(kind).not.toBe("may_have_happened")
          if (call === "create" && httpStatus !== 429) expect(kind).not.toBe("try_later")
        }
      )
    )
  })
})

describe("a missing answer of the card-payment API", () => {
  it("to a call that moves money leaves open whether money moved", () => {
    for (const call of MONEY) {
      expect(ambiguousCardOutcome(call)).toEqual({ kind: "may_have_happened", code: null })
    }
  })

  it("to cancel means to try later, and to create means that a new token is needed", () => {
    expect(ambiguousCardOutcome("cancel")).toEqual({ kind: "try_later", code: null })
    expect(ambiguousCardOutcome("create")).toEqual({
      kind: "refused",
      reason: "new_token",
      code: null,
    })
  })
})
