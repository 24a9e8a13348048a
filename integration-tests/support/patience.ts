/** Longer than any wait of the plugin divided by the times that it reads the clock meanwhile. */
const STEP_MS = 5_000

/**
 * Lets whoever waits by the clock of this process, for the turn of an order or the lease of a
 * pay-in, lose patience: from now on each reading of `Date.now()` is five seconds later. Ends with
 * `jest.restoreAllMocks()`.
 */
export function losePatience(): void {
  const now = Date.now.bind(Date)
  let readings = 0
  jest.spyOn(Date, "now").mockImplementation(() => now() + STEP_MS * readings++)
}
