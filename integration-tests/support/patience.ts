/** Nobody waits for as many readings of the clock as this makes of the longest wait of ours. */
const STEP_MS = 5_000

/**
 * Lets whoever waits by the clock of this process, for the turn of an order or the lease of a pay-in, lose patience:
 * from now on each reading of `Date.now()` is five seconds later. Ends with `jest.restoreAllMocks()`.
 */
export function losePatience(): void {
  const now = Date.now.bind(Date)
  let readings = 0
  jest.spyOn(Date, "now").mockImplementation(() => now() + STEP_MS * readings++)
}
