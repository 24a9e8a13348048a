import type { AdminAuditEntry } from "../../api/admin/payin/audit-types"

/** Who might read the mail with an address that was made, as makers are named; empty for any other deed. */
export function mailReaders(facts: AdminAuditEntry["facts"]): string[] {
  const readers = facts?.readers
  return Array.isArray(readers) ? readers.filter((one) => typeof one === "string") : []
}
