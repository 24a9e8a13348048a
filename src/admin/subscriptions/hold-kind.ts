import type { AdminHold } from "../../api/admin/payin/subscription-types"

/**
 * What a hold pays. A later period is held by a fresh preauthorization too, where the option `renewal.call` says so:
 * only the first payment belongs to no period.
 */
export function holdKind({
  kind,
  cycle_id,
}: Pick<AdminHold, "kind" | "cycle_id">): AdminHold["kind"] {
  return cycle_id === null ? kind : "renewal"
}
