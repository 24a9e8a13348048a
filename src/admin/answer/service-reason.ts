import type { AdminOverviewAnswer } from "../../api/admin/payin/overview-types"
import type { AdminLastError } from "../../api/admin/payin/status-types"
import type { TextKey } from "../text/key"
import { isOneOf } from "./fault"

/** Why the service told nothing that can be used, by its stable name. */
export type ServiceReason =
  AdminLastError["reason"] | NonNullable<AdminOverviewAnswer["accounts"][number]["wallet_error"]>

// A reason that is added to the gateway does not compile until it has words here.
const REASONS: Record<ServiceReason, TextKey> = {
  validation: "service.refused",
  credentials: "service.credentials",
  forbidden: "service.forbidden",
  not_found: "service.notFound",
  invalid_state: "service.refused",
  new_token: "service.refused",
  declined: "service.declined",
  timeout: "service.silent",
  connect_timeout: "service.silent",
  no_connection: "service.unreachable",
  connection_lost: "service.unreachable",
  too_busy: "service.busy",
  rate_limited: "service.limited",
  breaker_open: "service.resting",
  server_error: "service.failing",
  malformed: "service.unclear",
  too_large: "service.unclear",
  redirect: "service.unclear",
  failed: "service.unclear",
  contradiction: "service.unclear",
  refused: "service.unclear",
  no_ticket: "service.unclear",
  bad_payment_url: "service.unclear",
  no_form: "service.unclear",
  no_transaction: "service.unclear",
  no_subscription: "service.unclear",
  disagreement: "service.unclear",
  reference_mismatch: "service.stranger",
  amount_mismatch: "service.otherAmount",
  currency: "service.otherCurrency",
  not_told: "service.notTold",
}

/** The words for a reason. */
export function serviceReason(reason: ServiceReason): TextKey {
  return REASONS[reason]
}

export function isServiceReason(reason: unknown): reason is ServiceReason {
  return typeof reason === "string" && isOneOf(REASONS, reason)
}

/** What the service was asked for. */
export function serviceCall(operation: AdminLastError["operation"]): TextKey {
  switch (operation) {
    case "payin.create":
      return "service.call.payIn"
    case "payout.create":
      return "service.call.payOut"
    case "transaction.lookup":
      return "service.call.lookup"
    case "merchant.profile":
      return "service.call.profile"
    default:
      return "service.call.card"
  }
}
