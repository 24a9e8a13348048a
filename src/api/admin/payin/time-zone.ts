import { text } from "./query-values"

const ZONES = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])

/** The time zone whose days are meant, by its IANA name; UTC unless told. */
export const timeZone = text
  .refine((zone) => ZONES.has(zone), { error: "must be a time zone, like America/Bogota" })
  .default("UTC")
