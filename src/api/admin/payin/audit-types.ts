// What `GET /admin/payin/audit` answers, and the trail of one payout.

import type { AdminListPage } from "./list-types"

/** One line of the audit trail. */
export interface AdminAuditEntry {
  id: string
  /** Payout, beneficiary, rule, pay-in or anomaly. */
  subject_id: string
  action: string
  actor_type: string
  actor_id: string | null
  from_status: string | null
  to_status: string | null
  facts: Record<string, unknown> | null
  created_at: string
}

export interface AdminAuditList extends AdminListPage {
  audit: AdminAuditEntry[]
}
