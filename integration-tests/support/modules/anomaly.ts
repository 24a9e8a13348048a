import type { AnomalyKind } from "../../../src/domain/anomaly/kinds"
import type { AnomalyReport } from "../../../src/modules/ledger/anomalies"
import type { Anomaly } from "../../../src/modules/ledger/rows"
import type { Modules } from "./modules"

type About = { id: string } | null

/** What is reported of a pay-in, or of nothing that the ledger knows. */
export function reportOf(
  payIn: About,
  kind: AnomalyKind,
  more: Partial<AnomalyReport> = {}
): AnomalyReport {
  return {
    kind,
    subject: payIn?.id ?? "order_1",
    account: "co",
    transaction_id: payIn?.id ?? null,
    facts: {},
    ...more,
  }
}

/** Opens an anomaly of this kind. */
export async function openAnomaly(
  { ledger }: Modules,
  payIn: About,
  kind: AnomalyKind,
  more: Partial<AnomalyReport> = {}
): Promise<Anomaly> {
  return (await ledger.anomalies.open(reportOf(payIn, kind, more))).anomaly
}

export async function findAnomaly({ ledger }: Modules, id: string): Promise<Anomaly> {
  const anomaly = await ledger.anomalies.find(id)
  if (anomaly === null) {
    throw new Error(`no anomaly ${id}`)
  }
  return anomaly
}
