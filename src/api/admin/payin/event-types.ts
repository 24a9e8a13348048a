// What the routes about notifications answer. Times are ISO 8601 in UTC.

import type { InboxStatus } from "../../../domain/notification/inbox-state"
import type { AdminListPage } from "./list-types"

/** One notification of the service. */
export interface AdminEvent {
  id: string
  /** `ipn`: our own address; `standard`: Medusa's; `card`: a webhook about a card, by either address. */
  source: string
  /** The status as the notification named it, a card webhook's event, or `unreadable`. */
  type: string
  reference: string
  transaction_id: string | null
  account: string | null
  status: InboxStatus
  attempts: number
  last_error: string | null
  created_at: string
}

export interface AdminEventList extends AdminListPage {
  events: AdminEvent[]
}

export interface AdminEventDetail extends AdminEvent {
  /** Why it was kept but not processed. */
  status_reason: string | null
  /** `valid`, `missing` or `unchecked`; a wrong one is never stored. */
  signature: string
  next_attempt_at: string | null
  processed_at: string | null
  /** What we kept of the body: nothing personal, no secret. */
  payload: Record<string, unknown>
}

export interface AdminEventAnswer {
  event: AdminEventDetail
}
