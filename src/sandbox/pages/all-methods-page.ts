import type { Method } from "../catalog"
import { toMajor } from "../money"
import { limitsOf, methodsOf, outsideLimits } from "../validation"
import { money } from "./format"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { errorLine, heading, hostedPage, leaveLink, type View } from "./layout"
import { METHOD_NAMES } from "./method-names"
import { strip } from "./strip"
import { toWire } from "../money"

/** The methods an ALL_METHODS page offers for this amount. */
export function offeredMethods({ transaction, behaviour }: View): Method[] {
  return methodsOf(transaction.country, behaviour).filter((method) => method !== "ALL_METHODS")
}

export function isPayable(view: View, method: Method): boolean {
  const { amount, currency } = view.transaction
  return outsideLimits(amount, currency, method, view.behaviour) === null
}

/** ALL_METHODS: the page offers the available ones. */
export function allMethodsPage(view: View): string {
  const { say, path } = view
  return hostedPage(view, {
    title: say("Elija cómo pagar", "Choose how to pay"),
    panel: html`<form method="post" action="${path}/method" class="stack-wide">
      ${heading("grid", say("¿Cómo quiere pagar?", "How would you like to pay?"), say("Todos los medios son de prueba.", "Every method here is a test."))}
      <fieldset class="stack">
        <legend class="hidden">${say("Medio de pago", "Payment method")}</legend>
        <div class="choices">${offeredMethods(view).map((method) => choice(view, method))}</div>
        ${errorLine(view, "method")}
      </fieldset>
      <div class="actions line">
        <button class="button" data-action="continue">
          ${say("Continuar", "Continue")}${icon("arrow")}
        </button>
        ${leaveLink(view, say("Volver sin pagar", "Go back without paying"))}
      </div>
    </form>`,
    strip: strip(view),
    watchMs: 2_000,
  })
}

function choice(view: View, method: Method): Html {
  const { language } = view
  const { icon: drawing, name, line } = METHOD_NAMES[method]
  const payable = isPayable(view, method)
  return html`<label class="choice"
    ><span class="badge-icon">${icon(drawing)}</span>
    <span
      >${name[language]}<span class="small muted"
        >${payable ? line[language] : outside(view, method)}</span
      ></span
    >
    <input type="radio" name="method" value="${method}" required ${payable ? null : html`disabled`}
  /></label>`
}

function outside(view: View, method: Method): string {
  const { say, transaction, behaviour, language } = view
  const { currency, country, amount } = transaction
  const { min, max } = limitsOf(currency, method, behaviour)
  const low = min !== null && amount < toWire(min, currency, behaviour)
  const limit = (low ? min : max) ?? toMajor(amount, currency, behaviour)
  const shown = money(toWire(limit, currency, behaviour), currency, country, language, behaviour)
  return low ? say(`Desde ${shown}`, `From ${shown}`) : say(`Hasta ${shown}`, `Up to ${shown}`)
}
