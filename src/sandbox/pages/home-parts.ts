import type { Context } from "../context"
import type { Delivery } from "../dispatcher"
import type { Status } from "../transaction"
import { html, type Html } from "./html"
import { icon } from "./icons"
import type { Say } from "./language"

/** How the newest notification about a pay-in or payout fared. */
export function notified(context: Context, say: Say, ticket: string): string | null {
  return fared(context.notifier.list({ ticket, limit: 1 })[0], say)
}

/** How the newest webhook about a card transaction fared. */
export function webhooked(context: Context, say: Say, transaction_id: string): string | null {
  return fared(context.cards.webhooks.list({ transaction_id, limit: 1 })[0], say)
}

function fared(last: Delivery | undefined, say: Say): string | null {
  if (!last) return null
  if (last.url === "") return ` · ${say("sin dirección de webhooks", "no webhook address")}`
  const attempt = last.attempts[last.attempts.length - 1]
  const answer = attempt ? (attempt.status ?? attempt.error ?? "") : ""
  return ` · ${notificationText(last, say)}${answer === "" ? "" : ` (${answer})`}`
}

function notificationText({ state }: Delivery, say: Say): string {
  switch (state) {
    case "accepted":
      return say("notificación recibida", "notification accepted")
    case "held":
      return say("notificación retenida", "notification held")
    case "lost":
      return say("notificación perdida a propósito", "notification lost on purpose")
    case "retrying":
      return say("notificación sin éxito, se repetirá", "notification failed, will be repeated")
    case "given_up":
      return say("notificación sin éxito", "notification failed")
    case "waiting":
    case "sending":
      return say("notificación en camino", "notification on its way")
  }
}

export function status(text: Status, say: Say): Html {
  switch (text) {
    case "APPROVED":
      return html`<span class="status good">${icon("check")}${say("Aprobada", "Approved")}</span>`
    case "REJECTED":
      return html`<span class="status bad">${icon("cross")}${say("Rechazada", "Rejected")}</span>`
    case "DECLINED":
      return html`<span class="status bad"
        >${icon("cross")}${say("No autorizada", "Declined")}</span
      >`
    case "EXPIRED":
      return html`<span class="status">${icon("clock")}${say("Vencida", "Expired")}</span>`
    case "CREATED":
    case "PENDING":
      return html`<span class="status wait">${icon("clock")}${say("Pendiente", "Pending")}</span>`
  }
}
