import { redactText } from "../../../domain/privacy/redaction"
import { renewalReasonText } from "../../../domain/renewal/reason"
import type { CardRequest, CardTransaction } from "../../../modules/subscriptions/card-rows"
import type { Cycle, Subscription } from "../../../modules/subscriptions/subscription-rows"
import type {
  AdminCardRequest,
  AdminCycle,
  AdminHold,
  AdminSubscription,
} from "./subscription-types"

/** What an operator sees of a subscription. */
export function showSubscription(row: Subscription): AdminSubscription {
  return {
    id: row.id,
    account: row.account,
    subscription_id: row.subscription_id,
    status: row.status,
    status_cause: row.status_cause,
    status_changed_at: row.status_changed_at.toISOString(),
    customer_id: row.customer_id,
    order_id: row.order_id,
    latest_order_id: row.latest_order_id,
    plan_name: row.plan_name,
    periodicity: row.periodicity,
    every: row.every,
    next_date: row.next_date,
    amount: row.amount,
    currency_code: row.currency_code,
    last_four: row.last_four,
    brand: row.brand,
    canceled_by: row.canceled_by,
    created_at: row.created_at.toISOString(),
  }
}

export function showCycle(row: Cycle): AdminCycle {
  const { id, number, day, skipped, status, order_id, refusals, next_try } = row
  const last_error = said(row.last_error)
  return {
    ...{ id, number, day, skipped, status, order_id, refusals, next_try },
    last_error,
    last_error_text: last_error === null ? null : renewalReasonText(last_error),
    created_at: row.created_at.toISOString(),
  }
}

export function showHold(row: CardTransaction): AdminHold {
  const { id, reference, kind, status, transaction_id, cycle_id, order_id } = row
  const isKept = status === "authorized" && row.release_wanted_at === null
  return {
    ...{ id, reference, kind, status, transaction_id, cycle_id, order_id },
    amount: row.amount,
    captured_amount: row.captured_amount,
    currency_code: row.currency,
    refusal_code: row.refusal_code,
    refusal_message: said(row.refusal_message),
    authorized_at: row.authorized_at?.toISOString() ?? null,
    captured_at: row.captured_at?.toISOString() ?? null,
    release_at: isKept ? (row.release_after?.toISOString() ?? null) : null,
    created_at: row.created_at.toISOString(),
  }
}

export function showCardRequest({
  id,
  call,
  card_transaction_id,
  created_at,
}: CardRequest): AdminCardRequest {
  return { id, call, card_transaction_id, created_at: created_at.toISOString() }
}

// The service's text may repeat personal data.
function said(text: string | null): string | null {
  return text === null ? null : redactText(text)
}
