import type { Anomaly } from "../../../src/modules/ledger/rows"
import type { Modules } from "./modules"

/** Every anomaly there ever was, the oldest first; `status` keeps the open or the resolved ones. */
export async function anomaliesOf(
  { pg }: Pick<Modules, "pg">,
  status?: Anomaly["status"]
): Promise<Pick<Anomaly, "id" | "kind" | "status" | "facts">[]> {
  return pg("payin_anomaly")
    .where(status === undefined ? {} : { status })
    .orderBy(["created_at", "id"])
    .select("id", "kind", "status", "facts")
}
