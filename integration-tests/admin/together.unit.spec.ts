import type { AdminAnomaly } from "../../src/api/admin/payin/anomaly-types"
import { namedAs, toldAs } from "../../src/admin/anomalies/money"
import { mayDecideTogether } from "../../src/admin/anomalies/together"
import { actionsFor } from "../../src/domain/anomaly/resolution"
import { CARD_STATUSES } from "../../src/domain/card/state"

describe("anomalies that may be decided together", () => {
  it.each(CARD_STATUSES)("are unknown holds and nothing else: a card that is %s", (status) => {
    const of = (kind: AdminAnomaly["kind"]) => ({
      kind,
      actions: [...actionsFor(kind, null, { status })],
    })
    expect(mayDecideTogether(of("card_unknown"))).toBe(status === "unknown")
    expect(mayDecideTogether(of("hold_not_released"))).toBe(false)
    expect(mayDecideTogether(of("status_changed_after_final"))).toBe(false)
  })

  it("say that nothing is held, where nobody knows of a hold to release", () => {
    expect(namedAs({ facts: { status: "unknown" } }, "released")).toBe("nothingHeld")
    expect(toldAs({ facts: { status: "unknown" } }, "released")).toBe("nothingHeld")
    expect(namedAs({ facts: { status: "authorized" } }, "released")).toBe("released")
    expect(namedAs({ facts: { status: "captured" } }, "captured")).toBe("captured")
  })
})
