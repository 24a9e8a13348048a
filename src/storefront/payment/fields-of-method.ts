import type { PayInField, PayInMethod } from "../wire.ts"

/** What the plugin takes from nobody but the shopper: asked at once, and not only after the first try. */
const ASKED_ALWAYS = ["bank", "person_type", "legal_doc_type", "legal_doc"]

/** What to ask as soon as a method is chosen. */
export function fieldsOfMethod(method: PayInMethod | null): PayInField[] {
  return (method?.fields ?? []).filter(({ name }) => ASKED_ALWAYS.includes(name))
}
