import { money } from "./format"
import { BANKS, findBank, monogram, type Bank } from "./banks"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { errorLine, heading, hostedPage, leaveLink, type View } from "./layout"
import { METHOD_NAMES } from "./method-names"
import { ruleText, strip } from "./strip"

/** PSE and BANK_TRANSFER, first step: which bank. PSE also asks who pays. */
export function bankPage(view: View): string {
  const { say, language, transaction, path } = view
  const { method } = transaction.visit
  const names = METHOD_NAMES[method]
  return hostedPage(view, {
    title: names.name[language],
    panel: html`<form method="post" action="${path}/bank" class="stack-wide">
      ${heading(
        names.icon,
        method === "PSE" ? say("Pague con PSE", "Pay with PSE") : names.name[language],
        say("Elija desde qué banco va a pagar.", "Choose the bank you want to pay from.")
      )}
      ${steps(view, 1)} ${method === "PSE" ? personType(view) : null}
      <fieldset class="stack">
        <legend>${say("Su banco o billetera", "Your bank or wallet")}</legend>
        <div class="choices">${BANKS[transaction.country].map((bank) => choice(view, bank))}</div>
        ${errorLine(view, "bank")}
      </fieldset>
      <div class="actions line">
        <button class="button" data-action="continue">
          ${say("Continuar", "Continue")}${icon("arrow")}
        </button>
        ${leaveLink(view, say("Volver sin pagar", "Go back without paying"))}
      </div>
    </form>`,
    strip: strip(view, { explains: ruleText(view) }),
    watchMs: 2_000,
  })
}

function choice({ transaction, values }: View, bank: Bank): Html {
  const chosen = (values.bank ?? transaction.visit.bank) === bank.code
  return html`<label class="choice"
    >${badge(bank)}<span>${bank.name}</span>
    <input type="radio" name="bank" value="${bank.code}" ${chosen ? html`checked` : null} required
  /></label>`
}

function badge(bank: Bank): Html {
  return html`<span class="monogram" style="background:${bank.color}" aria-hidden="true"
    >${monogram(bank)}</span
  >`
}

function personType({ say, values }: View): Html {
  const company = values.person_type === "JURIDICA"
  return html`<fieldset class="stack">
    <legend>${say("Tipo de persona", "Who pays")}</legend>
    <div class="switches">
      <label class="choice"
        >${icon("person")}<span>${say("Natural", "Person")}</span
        ><input type="radio" name="person_type" value="NATURAL" ${company ? null : html`checked`}
      /></label>
      <label class="choice"
        >${icon("bank")}<span>${say("Jurídica", "Company")}</span
        ><input type="radio" name="person_type" value="JURIDICA" ${company ? html`checked` : null}
      /></label>
    </div>
  </fieldset>`
}

function steps({ say, language }: View, current: number): Html {
  const names = [say("Banco", "Bank"), say("Confirmación", "Confirmation")]
  const label = { es: "Pasos", en: "Steps" }[language]
  return html`<ol class="steps" aria-label="${label}">
    ${names.map((name, index) =>
      index + 1 === current
        ? html`<li aria-current="step">${index + 1}. ${name}</li>`
        : html`<li ${index + 1 < current ? html`class="done"` : null}>${index + 1}. ${name}</li>`
    )}
  </ol>`
}

/** Second step: the page of the bank, where the shopper agrees. */
export function confirmPage(view: View): string {
  const { say, language, transaction, behaviour, path } = view
  const { amount, currency, country, visit, merchant, customer } = transaction
  const bank = findBank(country, visit.bank) ?? BANKS[country][0]
  return hostedPage(view, {
    title: bank.name,
    panel: html`<div class="stack-wide">
      <div class="heading">
        ${badge(bank)}
        <div>
          <h1>${bank.name}</h1>
          <p>${say("Revise y confirme el pago.", "Check and confirm the payment.")}</p>
        </div>
      </div>
      ${steps(view, 2)}
      <dl class="facts">
        <div>
          <dt>${say("Pagar a", "Pay to")}</dt>
          <dd>${merchant.name}</dd>
        </div>
        <div>
          <dt>${say("Monto", "Amount")}</dt>
          <dd class="num">
            <strong>${money(amount, currency, country, language, behaviour)}</strong>
          </dd>
        </div>
        <div>
          <dt>${say("Titular", "Account holder")}</dt>
          <dd>${customer.full_name}</dd>
        </div>
        <div>
          <dt>${say("Cuenta de origen", "From account")}</dt>
          <dd class="num">${say("Ahorros", "Savings")} ····4821</dd>
        </div>
        <div>
          <dt>${say("Referencia", "Reference")}</dt>
          <dd class="mono">${transaction.reference}</dd>
        </div>
      </dl>
      <form method="post" action="${path}/pay" class="actions line">
        <button class="button" data-action="pay">
          ${icon("lock")}${say("Pagar", "Pay")}
          ${money(amount, currency, country, language, behaviour)}
        </button>
        <button class="button plain" formaction="${path}/back" data-action="back">
          ${say("Cambiar de banco", "Choose another bank")}
        </button>
      </form>
    </div>`,
    strip: strip(view, { explains: ruleText(view) }),
    watchMs: 2_000,
  })
}
