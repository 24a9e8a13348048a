/**
 * A time zone in which it is about noon now: no midnight comes between what a test does and what it
 * asks.
 */
export function zoneAtNoon(): string {
  const found = Intl.supportedValuesOf("timeZone").find((zone) => hourIn(zone) === 12)
  if (found === undefined) {
    throw new Error("it is noon nowhere")
  }
  return found
}

function hourIn(timeZone: string): number {
  const clock = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone })
  return Number(clock.format())
}
