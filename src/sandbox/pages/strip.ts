import { html, type Html, type Piece } from "./html"
import { icon } from "./icons"
import type { View } from "./layout"
import { toMajor } from "../money"
import { approves } from "../outcomes"

interface Strip {
  /** What the page's own button will do, or how this method is paid in real life. */
  explains?: Piece
  approve?: string
  /** Bre-B: the payer may change the amount (docs/service.md#changed-amounts). */
  otherAmount?: boolean
}

/** The part that no real page has: choose how the payment ends. */
export function strip(view: View, options: Strip = {}): Html {
  const { say, path, transaction, behaviour } = view
  const approve = options.approve ?? say("Aprobar", "Approve")
  const error = view.errors.amount
  return html`<section class="strip" aria-labelledby="strip-title">
    <h2 id="strip-title">${icon("flask")}${say("Controles del sandbox", "Sandbox controls")}</h2>
    <p class="small">
      ${options.explains ?? say("Elija cómo termina este pago.", "Choose how this payment ends.")}
    </p>
    <form method="post" action="${path}/outcome" class="stack">
      ${
        options.otherAmount
          ? html`<div class="field">
              <label for="amount"
                >${say("Monto que se paga", "Amount paid")} (${transaction.currency})</label
              >
              <input
                type="text"
                inputmode="decimal"
                id="amount"
                name="amount"
                autocomplete="off"
                value="${view.values.amount ?? toMajor(transaction.amount, transaction.currency, behaviour)}"
                ${error ? html`aria-invalid="true" aria-describedby="error-amount"` : null}
              />
              ${error ? html`<p class="error" id="error-amount" role="alert">${error}</p>` : null}
            </div>`
          : null
      }
      <div class="row">
        <button class="button good small" name="outcome" value="approve" data-action="approve">
          ${icon("check")}${approve}
        </button>
        <button class="button bad small" name="outcome" value="reject" data-action="reject">
          ${icon("cross")}${say("Rechazar", "Reject")}
        </button>
        <button class="button quiet small" name="outcome" value="expire" data-action="expire">
          ${icon("clock")}${say("Dejar vencer", "Let it expire")}
        </button>
      </div>
    </form>
  </section>`
}

/** What the pay button does under the present rule, in words. */
export function ruleText(view: View): Piece {
  const { say, behaviour, transaction } = view
  const { email } = transaction.customer
  switch (behaviour.outcome) {
    case "approve":
      return say("El botón de pago aprueba siempre.", "The pay button always approves.")
    case "reject":
      return say("El botón de pago rechaza siempre.", "The pay button always rejects.")
    case "wait":
      return say(
        "El botón de pago deja la transacción pendiente.",
        "The pay button leaves the payment pending."
      )
    case "email":
      return approves(transaction, behaviour.approvingEmails)
        ? html`${say("El botón de pago aprueba, porque el correo es", "The pay button approves, because the email is")}
            <strong>${email}</strong>.`
        : html`${say("El botón de pago rechaza, porque el correo", "The pay button rejects, because the email")}
            <strong>${email}</strong> ${say("no empieza por", "does not start with")}
            <span class="mono">${behaviour.approvingEmails[0] ?? "—"}@</span>.
            ${say("Aquí puede elegir usted:", "Here the choice is yours:")}`
  }
}
