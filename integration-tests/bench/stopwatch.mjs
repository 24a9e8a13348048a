/**
 * Milliseconds on the clock that all processes of one machine share and nobody sets, so that what one
 * process saw leave and another saw arrive can be subtracted.
 */
export function now() {
  return Number(process.hrtime.bigint()) / 1e6
}
