// What the routes about anomalies answer. Money is a decimal string in major units.

import type { AnomalyKind } from "../../../domain/anomaly/kinds"
import type { AnomalyAction } from "../../../domain/anomaly/resolution"
import type { RefusalCode } from "../../../domain/error/refusal-code"
import type { Text } from "../../../domain/text/language"
import type { AdminListPage } from "./list-types"

/** Money that needs a person's eye. */
export interface AdminAnomaly {
  id: string
  kind: AnomalyKind
  status: "open" | "resolved"
  account: string | null
  transaction_id: string | null
  payout_id: string | null
  order_id: string | null
  /** What happened and what to do, in plain words. */
  description: { es: string; en: string }
  /**
   * What to decide by: `reference`, `ticket`, `payment_method`, `asked` and `arrived` (amount, currency),
   * the `customer`'s initials, `order` (id, display_id) and what else is known of this kind. Of a card `to_book`, which
   * `captured` would book, and `booked`, which it booked (amount, currency).
   */
  facts: Record<string, unknown>
  /** The fact `reason` for people, in both languages; null when none is known. */
  reason_text: Text | null
  /** What can be done about it now; none once it is resolved. */
  actions: AnomalyAction[]
  /** Of those the one that was taken; `settled`: it became well by itself. */
  action: string | null
  /** By whoever decided: a person, or the system in English. */
  note: string | null
  /** The same for people: the system's notes are known in both languages. */
  note_text: Text | null
  /** What is promised back, in major units; a payout is made from it. */
  refund_amount: string | null
  refund_currency: string | null
  /** Whether it is known where the money goes back to. */
  destination_known: boolean
  /** What one person proposed and another person has to confirm; null when nothing is, or it changed since. */
  proposed: AdminProposal | null
  /** Id of the user who resolved it. */
  resolved_by: string | null
  resolved_at: string | null
  created_at: string
}

/** A decision above the limit that waits for a second person. */
export interface AdminProposal {
  action: AnomalyAction
  /** Id of the user who proposed it. */
  by: string
  at: string
  /** What arrived, in major units. */
  amount: string
  currency: string
  /** Why whoever asks may not confirm it; null when they may. */
  refusal: RefusalCode | null
}

export interface AdminAnomalyAnswer {
  anomaly: AdminAnomaly
}

/** What became of anomalies that were decided together. */
export interface AdminAnomaliesResolvedAnswer {
  /** Those that are resolved now. */
  anomalies: AdminAnomaly[]
  /** Those that have to be decided by themselves. */
  refused: AdminAnomalyRefused[]
}

/** Why an anomaly was not decided together with others. */
export interface AdminAnomalyRefused {
  id: string
  code: RefusalCode | null
  message: string
}

export interface AdminAnomalyList extends AdminListPage {
  anomalies: AdminAnomaly[]
}
