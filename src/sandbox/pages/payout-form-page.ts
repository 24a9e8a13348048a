import { PAYOUTS } from "../catalog"
import type { Behaviour } from "../settings"
import { amountOf } from "../store"
import type { Payout } from "../transaction"
import type { Fields } from "./fields"
import { money } from "./format"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { speaker, type Language, type Say } from "./language"
import { frame, heading } from "./layout"

interface FormView {
  payout: Payout
  behaviour: Behaviour
  language: Language
  /** The field that was wrong, and what was posted. */
  wrong: string | null
  values: Fields
}

/** Where somebody who is paid says to which account (docs/service.md#payout-forms). */
export function payoutFormPage(view: FormView): string {
  const { payout, behaviour, language } = view
  const say = speaker(language)
  const { merchant, customer, country, currency } = payout
  const amount = money(amountOf(payout), currency, country, language, behaviour)
  const title = say("¿A qué cuenta le pagamos?", "Which account shall we pay?")
  return frame({
    language,
    title: `${title} · ${merchant.name}`,
    brand: { name: merchant.name, line: say("Pago con PayIn", "Payment with PayIn") },
    body: html`<section class="panel">
      <div class="stack-wide">
        ${heading("coins", title, say(`${merchant.name} le paga ${amount} a ${customer.full_name}.`, `${merchant.name} pays ${amount} to ${customer.full_name}.`))}
        ${payout.form?.filled || payout.settled_at !== null ? done(say) : fields(view, say)}
      </div>
    </section>`,
    footer: html`${icon("lock")}<span
        >${say("Página de prueba, servida desde su propia máquina.", "A test page, served from your own machine.")}</span
      >`,
  })
}

function done(say: Say): Html {
  return html`<p role="status">
    ${say("Listo. El dinero va a la cuenta que se escribió aquí.", "Done. The money goes to the account that was written here.")}
  </p>`
}

function fields({ payout, behaviour, wrong, values }: FormView, say: Say): Html {
  const { banks, account_types } = PAYOUTS[payout.country]
  const types = {
    AHORRO: say("Ahorros", "Savings"),
    CORRIENTE: say("Corriente", "Checking"),
    WALLET: say("Billetera", "Wallet"),
    CLABE: "CLABE",
  }
  const problem =
    wrong &&
    html`<p class="error" role="alert" id="error-form">
      ${wrong === "account_number" ? say("Escriba el número de la cuenta: de 8 a 20 dígitos.", "Enter the account's number: 8 to 20 digits.") : say("Elija el banco y el tipo de cuenta.", "Choose the bank and the type of account.")}
    </p>`
  return html`<form method="post" class="stack" data-form="payout">
    ${problem}
    <label class="field"
      ><span>${say("Banco", "Bank")}</span>
      <select name="bank">
        ${(behaviour.payouts.banks[payout.country] ?? banks).map((bank) => html`<option ${values.bank === bank ? html`selected` : null}>${bank}</option>`)}
      </select></label
    >
    <label class="field"
      ><span>${say("Tipo de cuenta", "Type of account")}</span>
      <select name="account_type">
        ${account_types.map((type) => html`<option value="${type}" ${values.account_type === type ? html`selected` : null}>${types[type]}</option>`)}
      </select></label
    >
    <label class="field"
      ><span>${say("Número de cuenta", "Account number")}</span>
      <input
        type="text"
        name="account_number"
        inputmode="numeric"
        autocomplete="off"
        required
        value="${values.account_number}"
        ${wrong === "account_number" ? html`aria-invalid="true" aria-describedby="error-form"` : null}
    /></label>
    <div class="actions line">
      <button class="button" data-action="fill">
        ${say("Recibir el dinero", "Get the money")}
      </button>
    </div>
  </form>`
}
