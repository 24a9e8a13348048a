/**
 * Milliseconds that our clock runs ahead, for tests. Refused in production, because a shifted clock
 * ends the leases of living instances.
 */
export function clockOffsetMs(environment: NodeJS.ProcessEnv = process.env): number {
  const text = environment.PAYIN_CLOCK_OFFSET_MS
  if (text === undefined || text === "" || text === "0") {
    return 0
  }
  if (environment.NODE_ENV === "production") {
    throw new Error(
      "medusa-plugin-payin: PAYIN_CLOCK_OFFSET_MS exists for tests only: remove it in production."
    )
  }
  const offset = Number(text)
  if (!Number.isSafeInteger(offset)) {
    throw new Error("medusa-plugin-payin: PAYIN_CLOCK_OFFSET_MS must be whole milliseconds.")
  }
  return offset
}

/** This machine's clock with that offset, for what is only shown: due times and leases know the database's. */
export function shiftedNow(): Date {
  return new Date(Date.now() + clockOffsetMs())
}
