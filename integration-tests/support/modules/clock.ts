import { readNow } from "../../../src/tables/now"
import type { Modules } from "./modules"

/**
 * Expects of a time that `act` writes that it lies so many seconds after the moment of writing,
 * which itself lies somewhere between before and after the act.
 */
export async function expectDueIn(
  { pg }: Modules,
  seconds: number,
  act: () => Promise<Date | null | undefined>
): Promise<void> {
  const before = await readNow(pg)
  const due = (await act())?.getTime() ?? Number.NaN
  const after = await readNow(pg)
  expect(due).toBeGreaterThanOrEqual(before.getTime() + seconds * 1000)
  expect(due).toBeLessThanOrEqual(after.getTime() + seconds * 1000)
}
