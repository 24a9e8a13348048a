import { end, type EndDeps } from "../../../src/workflows/settle/end"
import { PayIns } from "./payin"
import type { Modules } from "./modules"

/** What a person sees of the open anomalies. */
export async function shownAnomalies({ pg }: Modules): Promise<unknown[]> {
  return pg("payin_anomaly").where({ status: "open" }).select("kind", "order_id", "facts")
}

/**
 * The watch over a link is over that nobody could ask about: its order, order_1, stays, and a person
 * is asked, once, whatever often it ends.
 */
export async function expectPersonAsked(
  modules: Modules,
  { deps, told, id }: { deps: EndDeps; told: string[]; id: string }
): Promise<void> {
  const payIns = new PayIns(modules)
  expect(await end(deps, id)).toBe("ended")
  expect(await end(deps, id)).toBe("ended")
  expect(new Set(told)).toEqual(new Set(["session ended"]))
  const { reference, end_after } = await payIns.find(id)
  expect(end_after).toBeNull()
  expect(await shownAnomalies(modules)).toMatchObject([
    {
      kind: "orphan_order",
      order_id: "order_1",
      facts: { reference, reason: expect.stringContaining("nobody could ask the service") },
    },
  ])
}
