import { z } from "zod"
import { refusal, type Answer } from "./answers"
import type { Context } from "./context"

/** Who holds a key, and how the service says so: only `holder` is the documented answer. */
export const brebKeySchema = z.strictObject({
  full_name: z.string().default("Lucía Mora Peña"),
  legal_doc_type: z.string().default("CC"),
  legal_doc: z.string().default("1032456789"),
  bank: z.string().default("BANCO CONDOR"),
  account_type: z.string().default("AHORRO"),
  key_type: z.string().default("PHONE"),
  answers: z
    .enum(["holder", "unknown", "inactive", "unsuccessful", "nobody", "envelope", "broken"])
    .default("holder")
    .describe(
      "holder: as documented; unknown: HTTP 404; inactive: another key_status; unsuccessful: success false; nobody: success without a holder; envelope: code 01 as of other calls; broken: HTTP 500"
    ),
})
export type BrebKey = z.infer<typeof brebKeySchema>

/** Invented. Every other key has a holder whom the sandbox hides, unless the setting `brebKeys` names it. */
export const KNOWN_KEYS: Readonly<Record<string, z.input<typeof brebKeySchema>>> = {
  "@lucia-mora": {},
}

/** As services do that hide who holds a key. */
const HIDDEN: BrebKey = { ...brebKeySchema.parse({}), full_name: "*****", legal_doc: "*****" }

/** `GET /api/v1/breb/key/{key}/resolve` (docs/service.md#bre-b-keys). */
export function resolveKey({ behaviour }: Context, key: string): Answer {
  const found = Object.hasOwn(behaviour.brebKeys, key)
    ? behaviour.brebKeys[key]
    : Object.hasOwn(KNOWN_KEYS, key)
      ? brebKeySchema.parse(KNOWN_KEYS[key])
      : HIDDEN
  if (found.answers === "unknown") {
    return { status: 404, body: { success: false, message: "Llave no encontrada." } }
  }
  const { answers, key_type, ...person } = found
  if (answers === "broken") return refusal(500, "SERVICE_ERROR", "Error interno del servicio.")
  const data = {
    key_status: answers === "inactive" ? "INACTIVE" : "ACTIVE",
    key_type,
    ...(answers !== "nobody" && { customer_data: { ...person, account_number: key } }),
  }
  if (answers === "envelope") return { status: 200, body: { code: "01", status: "SUCCESS", data } }
  return { status: 200, body: { success: answers !== "unsuccessful", data } }
}
