import { setTimeout as sleep } from "node:timers/promises"
import { HANGS_MS, PlainError } from "../demo/steps/settings.mjs"

const EVERY_MS = 100

/** Looks until there is something to see; what that is, is said when it does not come. */
export async function until(what, look) {
  const deadline = Date.now() + HANGS_MS
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new PlainError(`There was not ${what} in time`)
    await sleep(EVERY_MS)
  }
}
