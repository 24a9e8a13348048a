import type { AdminAuditEntry } from "../../api/admin/payin/audit-types"
import { FORM_REFUSED } from "./action"

type Facts = AdminAuditEntry["facts"]

/**
 * Say nothing to people: by `request` a repeated try finds what the first one did; `by_form` is in the deed's
 * name, and `readers` are people ({@link mailReaders}).
 */
const OURS = new Set(["request", "by_form", "readers"])

/** What of a deed's facts is told beside its name, as they were written down. */
export function shownFacts(facts: Facts): [name: string, value: unknown][] {
  return Object.entries(facts ?? {}).filter(
    ([name, value]) =>
      value !== null &&
      value !== "" &&
      !OURS.has(name) &&
      // The deed's name says it (`auditAction`).
      !(name === "code" && value === FORM_REFUSED)
  )
}

/** Who might read the mail with an address that was made, as makers are named; empty for any other deed. */
export function mailReaders(facts: Facts): string[] {
  const readers = facts?.readers
  return Array.isArray(readers) ? readers.filter((one) => typeof one === "string") : []
}
