import { z } from "zod"
import { tellsOfUnnamedPayment, type AnomalyKind } from "../anomaly/kinds"
import type { PayInStatus } from "./state"

/**
 * What becomes of money that pays nothing here.
 *
 * - `goes_back`: all of it is refunded, or will be
 * - `left`: a person dealt with it elsewhere
 * - `undecided`: a person is asked, or the process died before the decision was written
 */
export type MoneyDecision = "goes_back" | "left" | "undecided"

/** Kinds that can tell of money which the row of its link does not hold. */
export const LATE_MONEY_KINDS: readonly AnomalyKind[] = [
  "status_changed_after_final",
  "unknown_status",
]

/** An anomaly about a link, open or resolved. */
export interface AboutLink {
  kind: AnomalyKind
  status: "open" | "resolved"
  /** null while it is open; `settled` when its cause is gone. */
  action: string | null
  facts: unknown
}

const lateApproval = z.object({ said: z.literal("approved") })

/**
 * Late money: the service calls a link approved, and the link's row does not, because it had ended
 * before, or because the service names no amount. The shopper has paid all the same.
 */
export function tellsOfLateMoney({ kind, facts }: Pick<AboutLink, "kind" | "facts">): boolean {
  return kind === "status_changed_after_final"
    ? lateApproval.safeParse(facts).success
    : kind === "unknown_status" && tellsOfUnnamedPayment(facts)
}

/**
 * Whether an anomaly told of late money before the row held it, also if the service has named the
 * amount since. One that was opened later doubts money that the row holds.
 */
export function toldLateMoney(
  anomaly: Pick<AboutLink, "kind" | "facts"> & { created_at: Date },
  link: { status: PayInStatus; status_changed_at: Date }
): boolean {
  const isHeld = link.status === "approved" && link.status_changed_at < anomaly.created_at
  return tellsOfLateMoney(anomaly) && !isHeld
}

/**
 * What becomes of the late money of a link that is not approved, by all anomalies about it; null
 * without such money. One that was closed because the service said otherwise tells of none.
 */
export function lateMoney(anomalies: readonly AboutLink[]): MoneyDecision | null {
  const telling = anomalies.filter(tellsOfLateMoney)
  if (telling.some(({ status }) => status === "open")) {
    return "undecided"
  }
  if (telling.some(({ action }) => action === "refund")) {
    return "goes_back"
  }
  return telling.some(({ action }) => action === "ignore") ? "left" : null
}

/**
 * Whether an open anomaly about a link keeps its order: the shopper may have paid. Late money has
 * arrived. A status that is not understood may be an approval.
 */
export function keepsOrder(anomaly: Pick<AboutLink, "kind" | "facts">): boolean {
  return anomaly.kind === "unknown_status" || tellsOfLateMoney(anomaly)
}
