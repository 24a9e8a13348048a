import { PAYOUT_REASONS } from "../payout-reason"
import { PAYOUT_STATUSES, payoutTransition } from "../payout-state"
import { payoutWays } from "../payout-way"

const standing = { reason: null, source: "operator", hasDestination: true } as const

describe("the allowed actions on a payout", () => {
  it("match the state machine", () => {
    for (const status of PAYOUT_STATUSES) {
      const ways = payoutWays({ ...standing, status })
      const may = (to: "queued" | "canceled" | "paid_elsewhere" | "sending", cause: Cause) =>
        payoutTransition(status, to, cause, "operator", "operator") === "move"
      expect([status, ways.includes("approve")]).toEqual([status, may("queued", "approval_given")])
      expect([status, ways.includes("retry")]).toEqual([status, may("queued", "retried")])
      expect([status, ways.includes("resend")]).toEqual([status, may("sending", "resent")])
      expect([status, ways.includes("cancel")]).toEqual([status, may("canceled", "canceled")])
      expect([status, ways.includes("paid-elsewhere")]).toEqual([
        status,
        may("paid_elsewhere", "paid_elsewhere") && status !== "queued",
      ])
    }
  })

  it("include paying a queued payout by other means only while something holds it that may never end", () => {
    const offered = PAYOUT_REASONS.filter((reason) =>
      payoutWays({ ...standing, status: "queued", reason }).includes("paid-elsewhere")
    )
    expect(offered).toEqual(["over_bound", "payin_doubted"])
  })

  it("include a destination link only while the destination is missing", () => {
    const status = "awaiting_destination"
    expect(payoutWays({ ...standing, status, hasDestination: false })).toContain("destination-link")
    expect(payoutWays({ ...standing, status })).not.toContain("destination-link")
  })

  it("do not include canceling a refund, or retrying a payout that may still be paid", () => {
    expect(payoutWays({ ...standing, status: "queued", source: "refund" })).not.toContain("cancel")
    const stopped = payoutWays({ ...standing, status: "rejected", reason: "contradiction" })
    expect(stopped).toEqual(["destination", "paid-elsewhere"])
  })
})

type Cause = Parameters<typeof payoutTransition>[2]
