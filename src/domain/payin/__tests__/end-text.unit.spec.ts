import { endMessage } from "../end-text"
import { PAYIN_STATUSES } from "../state"
import { LANGUAGES } from "../../text/language"

const ROW = {
  status: "pending",
  status_cause: "service",
  service_status: "PENDING",
  response_message: null,
  lapsed_at: null,
} as const
const LAPSED_AT = new Date(Date.UTC(2026, 10, 24, 9))

const ENDS = {
  rejected: { ...ROW, status: "rejected", service_status: "REJECTED" },
  declined: { ...ROW, status: "rejected", service_status: "DECLINED" },
  expired: { ...ROW, status: "expired", service_status: "EXPIRED" },
  lapsed: { ...ROW, lapsed_at: LAPSED_AT },
  refused: { ...ROW, status: "failed", status_cause: "refused", service_status: null },
  not_received: { ...ROW, status: "failed", status_cause: "not_received", service_status: null },
} as const

describe("the shopper's message about a payment that will not come", () => {
  it("is the plugin's own for each end and language when the service gives none", () => {
    const told = Object.values(ENDS).flatMap((end) =>
      LANGUAGES.map((language) => endMessage(end, language))
    )
    expect(new Set(told).size).toBe(told.length)
    told.forEach((message) => expect(message).toMatch(/^\p{Lu}.{20,}\.$/u))
    expect(endMessage({ ...ENDS.rejected, response_message: "  " }, "es")).toBe(
      endMessage(ENDS.rejected, "es")
    )
  })

  it("is the service's message for people when there is one", () => {
    const response_message = "Fondos insuficientes"
    for (const kind of ["rejected", "declined", "expired"] as const) {
      expect(endMessage({ ...ENDS[kind], response_message }, "en")).toBe(response_message)
    }
  })

  it("never repeats the service's message of a refusal, a lapse or a payment that was not received", () => {
    const response_message = "The payment service does not accept this store's credentials"
    for (const kind of ["refused", "not_received", "lapsed"] as const) {
      expect(endMessage({ ...ENDS[kind], response_message }, "en")).toBe(
        endMessage(ENDS[kind], "en")
      )
    }
  })

  it("is absent while the money may come and after it came, in time or late", () => {
    const silent = ["creating", "pending", "approved"] as const
    silent.forEach((status) => expect(endMessage({ ...ROW, status }, "es")).toBeNull())
    expect(endMessage({ ...ROW, status: "approved", lapsed_at: LAPSED_AT }, "es")).toBeNull()
    expect(PAYIN_STATUSES).toHaveLength(6)
  })
})
