import type { Instance } from "../../../../modules/ledger/instances"
import type { AdminInstance } from "../status-types"

export function showInstance({
  started_at,
  seen_at,
  refused: _,
  ...instance
}: Instance): AdminInstance {
  return {
    ...instance,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }
}
