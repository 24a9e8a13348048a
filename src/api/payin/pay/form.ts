import { CUSTOMER_FIELD_NAMES, type CustomerFieldName } from "../../../domain/privacy/customer-data"
import { OTHER_PAYER, type PayAgainField } from "../../../domain/session/pay-again"
import { shownAmount } from "../../../domain/money/shown-amount"
import type { Language } from "../../../domain/text/language"
import { html, type Html } from "../page/html"
import { icon, methodDrawing } from "../page/icons"
import { personInput } from "../page/person"
import { FIELD_LABELS, FIELD_TEXTS, word, type Word } from "./texts"
import type { Choice, PayForm } from "./view"

export type FormView = PayForm & { language: Language }

/** Posts to the page's own address, so that no typed value is ever in an address. */
export function payForm(view: FormView): Html {
  const { language, amount, currency } = view
  return html`<form method="post" class="card">
    <input type="hidden" name="shown" value="${amount}" />
    ${notice(view)} ${methodChoice(view)} ${bankChoice(view)} ${payerChoice(view)}
    ${personFields(view)}
    <div class="send">
      <button>${word("pay", language)} ${shownAmount(amount, currency, language)}</button>
      <p class="safe">${icon("lock")}<span>${word("safe", language)}</span></p>
    </div>
  </form>`
}

/** Above the fields, so that screen readers say first what to do. */
function notice({ problem, wrong, ended, ...view }: FormView): Html | null {
  const { language } = view
  if (wrong.length > 0) {
    return html`<div class="notice" role="alert" tabindex="-1" autofocus>
      <h3>${word("problems", language)}</h3>
      <ul>
        ${wrong.map((name) => html`<li><a href="#${name}">${problemText(view, name)}</a></li>`)}
      </ul>
    </div>`
  }
  if (problem !== null) {
    const line: Word = `${problem}Line`
    return html`<div class="notice wait" role="alert" tabindex="-1" autofocus>
      <h3>${word(problem, language)}</h3>
      <p>${word(line, language)}</p>
    </div>`
  }
  return ended === null
    ? null
    : html`<div class="notice wait" role="status">
        <h3>${word("ended", language)}</h3>
        <p>${ended}</p>
      </div>`
}

function methodChoice(view: FormView): Html {
  const { language, methods, values } = view
  const free = methods.filter(({ reason }) => reason === null)
  const chosen =
    free.find(({ payment_method }) => payment_method === values.payment_method) ?? free.at(0)
  return html`<fieldset class="field" role="radiogroup" ${described(view, "payment_method")}>
    <legend>${word("method", language)}</legend>
    <div class="choices methods">
      ${methods.map(
        ({ payment_method, label, icon: name, reason }, index) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="payment_method"
              value="${payment_method}"
              required
              ${when(index === 0, html`id="payment_method"`)}
              ${when(reason !== null, html`disabled`)}
              ${when(payment_method === chosen?.payment_method, html`checked`)}
            />${methodDrawing(name)}<span
              >${label}${reason === null ? null : html`<small>${reason}</small>`}</span
            ></label
          >`
      )}
    </div>
    ${errorLine(view, "payment_method")}
  </fieldset>`
}

/** Hidden while another method is chosen, so no browser can require it. */
function bankChoice(view: FormView): Html | null {
  const { pse } = view
  return pse === null
    ? null
    : html`<div class="group of-pse">
        ${select(view, "bank", pse.banks)}
        ${pse.person_types.length > 1 ? select(view, "person_type", pse.person_types) : null}
      </div>`
}

function select(view: FormView, name: "bank" | "person_type", choices: readonly Choice[]): Html {
  const { language, values } = view
  return html`<div class="field">
    <label for="${name}">${FIELD_LABELS[name][language]}</label>
    <select id="${name}" name="${name}" ${described(view, name)}>
      <option value="">${word("choose", language)}</option>
      ${choices.map(
        ({ value, label }) =>
          html`<option value="${value}" ${when(value === values[name], html`selected`)}>
            ${label}
          </option>`
      )}
    </select>
    ${errorLine(view, name)}
  </div>`
}

/** The order's payer by initials, or somebody else. */
function payerChoice({ language, payer, values }: FormView): Html | null {
  if (payer === null) {
    return null
  }
  const other = values.payer === OTHER_PAYER
  const choice = (value: string, label: Html | string, checked: boolean) =>
    html`<label class="choice"
      ><input type="radio" name="payer" value="${value}" ${when(checked, html`checked`)} /><span
        >${label}</span
      ></label
    >`
  const known = html`${word("payerIs", language)} <b class="nowrap">${payer}</b>`
  return html`<fieldset class="field" role="radiogroup">
    <legend>${word("payer", language)}</legend>
    <div class="choices">
      ${choice("known", known, !other)} ${choice(OTHER_PAYER, word("other", language), other)}
    </div>
  </fieldset>`
}

/** Fields of the order's payer that are unknown, and those that only somebody else has to say. */
function personFields(view: FormView): Html | null {
  const { language, payer, asked } = view
  const shown = payer === null ? asked : CUSTOMER_FIELD_NAMES
  if (shown.length === 0) {
    return null
  }
  const ask = (...names: CustomerFieldName[]) =>
    names.filter((name) => shown.includes(name)).map((name) => personField(view, name))
  const pair = (style: string, ...names: [CustomerFieldName, CustomerFieldName]) =>
    html`<div class="pair ${style} ${names.some((name) => asked.includes(name)) ? "" : "of-other"}">
      ${ask(...names)}
    </div>`
  return html`<div class="group ${asked.length === 0 ? "of-other" : ""}">
    <div class="lead">
      <h3>${word("person", language)}</h3>
      <p class="hint">${word("personHint", language)}</p>
    </div>
    ${ask("full_name")} ${pair("", "legal_doc_type", "legal_doc")}
    ${pair("phone", "phone_code", "phone_number")} ${ask("email")}
  </div>`
}

function personField(view: FormView, name: CustomerFieldName): Html {
  const { language, asked, values, document_types } = view
  const usual = name === "phone_code" ? view.phone_code : ""
  const needed = when(asked.includes(name), html`required`)
  const control =
    name === "legal_doc_type"
      ? html`<select id="${name}" name="${name}" ${needed} ${described(view, name)}>
          <option value="">${word("choose", language)}</option>
          ${document_types.map(
            ({ value, label }) =>
              html`<option value="${value}" ${when(value === values[name], html`selected`)}>
                ${label}
              </option>`
          )}
        </select>`
      : html`<input
          id="${name}"
          name="${name}"
          value="${values[name] ?? usual}"
          ${needed}
          ${personInput(name)}
          ${described(view, name)}
        />`
  return html`<div class="field ${asked.includes(name) ? "" : "of-other"}">
    <label for="${name}">${FIELD_LABELS[name][language]}</label>
    ${control} ${errorLine(view, name)}
  </div>`
}

function described({ wrong }: FormView, name: PayAgainField): Html | null {
  return when(wrong.includes(name), html`aria-invalid="true" aria-describedby="${name}-error"`)
}

function errorLine(view: FormView, name: PayAgainField): Html | null {
  return view.wrong.includes(name)
    ? html`<p class="error" id="${name}-error">
        ${icon("alert")}<span>${problemText(view, name)}</span>
      </p>`
    : null
}

function problemText(
  { values, language }: Pick<FormView, "values" | "language">,
  name: PayAgainField
): string {
  const { missing, wrong } = FIELD_TEXTS[name]
  return ((values[name] ?? "").trim() === "" ? missing : wrong)[language]
}

function when(condition: boolean, piece: Html): Html | null {
  return condition ? piece : null
}
