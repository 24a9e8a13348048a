import type { AdminAuditEntry } from "../../api/admin/payin/audit-types"
import type { TextKey } from "../text/key"
import type { Say } from "../text/use-texts"

const TEXTS: Partial<Record<string, TextKey>> = {
  created: "audit.action.created",
  edited: "audit.action.edited",
  deleted: "audit.action.deleted",
  revealed: "audit.action.revealed",
  link_made: "audit.action.link_made",
  form_mail_asked: "audit.action.form_mail_asked",
  released: "audit.action.released",
  destination_given: "audit.action.destination_given",
  details_changed: "audit.action.details_changed",
  amount_replaced: "audit.action.amount_replaced",
  approval_given: "audit.action.approval_given",
  approval_refused: "audit.action.approval_refused",
  proposed: "audit.action.proposed",
  confirmed: "audit.action.confirmed",
  needs_approval: "audit.action.needs_approval",
  claimed: "audit.action.claimed",
  not_sent: "audit.action.not_sent",
  accepted: "audit.action.accepted",
  refused: "audit.action.refused",
  unclear: "audit.action.unclear",
  service: "audit.action.service",
  resent: "audit.action.resent",
  never_received: "audit.action.never_received",
  contradicted: "audit.action.contradicted",
  retried: "audit.action.retried",
  concluded: "audit.action.concluded",
  canceled: "audit.action.canceled",
  taken_over: "audit.action.taken_over",
  paid_elsewhere: "audit.action.paid_elsewhere",
}

/** Why somebody was refused the address of a form, which is for its recipient alone. */
export const FORM_REFUSED = "for_recipient"

/** What was done, in words; an action that has none yet by its own name. */
export function auditAction(
  { action, facts }: Pick<AdminAuditEntry, "action" | "facts">,
  say: Say
): string {
  const key = formKey({ action, facts }) ?? TEXTS[action]
  return key === undefined ? action.replaceAll("_", " ") : say(key)
}

/** A deed about the address of a form is written down as one about links or approvals: who reads it could fill it in. */
function formKey({ action, facts }: Pick<AdminAuditEntry, "action" | "facts">): TextKey | null {
  if (action === "link_made" && facts?.by_form === true) {
    return "audit.action.form_shown"
  }
  const isRefused = action === "approval_refused" && facts?.code === FORM_REFUSED
  return isRefused ? "audit.action.form_refused" : null
}
