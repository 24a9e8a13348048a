import type { Status } from "../transaction"
import { html } from "./html"
import { icon, type IconName } from "./icons"
import { hostedPage, type View } from "./layout"

interface Result {
  seal: "good" | "bad" | "wait"
  icon: IconName
  title: string
  line: string
}

/** The payment has ended: says how, then goes back to the shop's `redirect_url`. */
export function resultPage(view: View): string {
  const { say, transaction, behaviour } = view
  const result = resultOf(view, transaction.status)
  const seconds = behaviour.returnAfterSeconds
  return hostedPage(view, {
    title: result.title,
    panel: html`<div class="stack-wide result">
      <span class="seal ${result.seal}">${icon(result.icon)}</span>
      <div class="stack" role="status">
        <h1 data-status="${transaction.status}">${result.title}</h1>
        <p class="muted">${result.line}</p>
      </div>
      <span class="bar" style="--seconds:${seconds}s"><i></i></span>
      <p class="muted small">
        ${say("Volvemos al comercio en un momento.", "Taking you back to the shop in a moment.")}
      </p>
      <a class="button" data-action="return" href="${transaction.redirect_url}"
        >${say("Volver al comercio", "Back to the shop")}${icon("arrow")}</a
      >
    </div>`,
    leave: { seconds, to: transaction.redirect_url },
  })
}

/** The link ran out: nothing can be paid any more. Stays open, so that it can be read. */
export function expiredPage(view: View): string {
  const { say, transaction } = view
  return hostedPage(view, {
    title: say("Este enlace venció", "This link has expired"),
    panel: html`<div class="stack-wide result">
      <span class="seal wait">${icon("clock")}</span>
      <div class="stack" role="status">
        <h1 data-status="${transaction.status}">
          ${say("Este enlace venció", "This link has expired")}
        </h1>
        <p class="muted">
          ${say("Ya no se puede pagar. Vuelva al comercio y empiece de nuevo: no se le cobró nada.", "It can no longer be paid. Go back to the shop and start again: you were not charged.")}
        </p>
      </div>
      <a class="button" data-action="return" href="${transaction.redirect_url}"
        >${say("Volver al comercio", "Back to the shop")}${icon("arrow")}</a
      >
    </div>`,
  })
}

/** The result is on its way: the charge is processed asynchronously (docs/service.md#methods). */
export function processingPage(view: View): string {
  const { say, transaction } = view
  return hostedPage(view, {
    title: say("Procesando el pago", "Processing the payment"),
    panel: html`<div class="stack-wide result">
      <span class="spinner" aria-hidden="true"></span>
      <div class="stack" role="status">
        <h1>${say("Procesando su pago", "Processing your payment")}</h1>
        <p class="muted">
          ${say("Puede tardar unos segundos. No hace falta volver a pagar.", "This may take a few seconds. There is no need to pay again.")}
        </p>
      </div>
      <noscript
        ><a class="button quiet" href="${view.path}">${say("Actualizar", "Refresh")}</a></noscript
      >
      <a class="button plain" data-action="return" href="${transaction.redirect_url}"
        >${say("Volver al comercio sin esperar", "Go back to the shop without waiting")}</a
      >
    </div>`,
    watchMs: 500,
  })
}

function resultOf({ say }: View, status: Status): Result {
  switch (status) {
    case "APPROVED":
      return {
        seal: "good",
        icon: "check",
        title: say("Pago aprobado", "Payment approved"),
        line: say("Gracias. Ya avisamos al comercio.", "Thank you. We are telling the shop."),
      }
    case "DECLINED":
      return {
        seal: "bad",
        icon: "cross",
        title: say("Pago no autorizado", "Payment not authorised"),
        line: say(
          "Las reglas de seguridad lo detuvieron. No se le cobró nada.",
          "Security rules stopped it. You were not charged."
        ),
      }
    default:
      return {
        seal: "bad",
        icon: "cross",
        title: say("Pago rechazado", "Payment rejected"),
        line: say(
          "Su banco no lo aprobó. No se le cobró nada; puede intentarlo de nuevo en el comercio.",
          "Your bank did not approve it. You were not charged; you can try again at the shop."
        ),
      }
  }
}
