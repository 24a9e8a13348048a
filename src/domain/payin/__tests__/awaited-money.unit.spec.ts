import { isStillAwaited } from "../awaited-money"
import { PAYIN_STATUSES } from "../state"

const LAPSES_AT = new Date("2026-05-04T10:00:00Z")
const EARLIER = new Date("2026-05-04T09:59:59Z")

describe("an order", () => {
  it("waits for money of an expired link until its end and grace, and no longer", () => {
    const link = { status: "expired", lapses_at: LAPSES_AT } as const
    expect(isStillAwaited(link, EARLIER)).toBe(true)
    expect(isStillAwaited(link, LAPSES_AT)).toBe(false)
    expect(isStillAwaited({ ...link, lapses_at: null }, EARLIER)).toBe(false)
  })

  it.each(PAYIN_STATUSES.filter((status) => status !== "expired"))(
    "waits for no money because a link is %s",
    (status) => {
      expect(isStillAwaited({ status, lapses_at: LAPSES_AT }, EARLIER)).toBe(false)
    }
  )
})
