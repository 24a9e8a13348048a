import { shownAmount } from "../../../domain/money/shown-amount"
import { html, type Html, type Piece } from "../page/html"
import { icon } from "../page/icons"
import { personInput } from "../page/person"
import { FIELD_TEXTS, word, type Word } from "./texts"
import type { Choice, RefundFieldName, RefundMethod, RefundPageView } from "./view"

export type FormView = Extract<RefundPageView, { state: "form" }>

/** Posts to the page's own address, so that no typed value is ever in an address. */
export function refundForm(view: FormView): Html {
  const { language, refund, fields } = view
  const say = (name: Word) => word(name, language)
  return html`<form method="post" class="card">
    <div class="lead">
      <h2>${say("intro")}</h2>
      <p>${say("once")}</p>
    </div>
    ${
      view.again === true
        ? html`<div class="notice wait" role="alert" tabindex="-1" autofocus>
            <h3>${say("again")}</h3>
            <p>${say("againLine")}</p>
          </div>`
        : null
    }
    ${problemList(view)} ${fields.methods.length > 1 ? methodChoice(view) : null}
    <div class="group">${bankField(view)} ${accountTypeField(view)} ${accountField(view)}</div>
    ${personFields(view)}
    <div class="send">
      <button>${say("submit")} ${shownAmount(refund.amount, refund.currency, language)}</button>
      <p class="safe">${icon("lock")}<span>${say("safe")}</span></p>
    </div>
  </form>`
}

/** Above the fields, so that screen readers say first what to do. */
function problemList(view: FormView): Html | null {
  return view.wrong.length === 0
    ? null
    : html`<div class="notice" role="alert" tabindex="-1" autofocus>
        <h3>${word("problems", view.language)}</h3>
        <ul>
          ${view.wrong.map(
            (name) => html`<li><a href="#${name}">${problemText(view, name)}</a></li>`
          )}
        </ul>
      </div>`
}

function methodChoice(view: FormView): Html {
  const { methods } = view.fields
  const chosen =
    methods.find(({ payment_method }) => payment_method === view.values.payment_method) ??
    methods[0]
  const choices = methods.map(({ payment_method, label }) => ({ value: payment_method, label }))
  return radios(view, "payment_method", "method", choices, chosen.payment_method)
}

function accountTypeField(view: FormView): Html {
  const { account_types } = view.fields
  const only = account_types.length === 1 ? account_types[0].value : ""
  const chosen = view.values.account_type ?? only
  return radios(view, "account_type", "accountType", account_types, chosen)
}

function bankField(view: FormView): Html {
  const { banks } = view.fields
  const example = `${word("bankHint", view.language)}: ${banks.join(", ")}.`
  return html`<div class="field">
    <label for="bank">${word("bank", view.language)}</label>
    ${hintLine("bank", banks.length > 0 ? example : null)}
    <input
      ${attributes(view, "bank", banks.length > 0)}
      type="text"
      list="banks"
      maxlength="60"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
    />
    <datalist id="banks">${banks.map((bank) => html`<option value="${bank}"></option>`)}</datalist>
    ${errorLine(view, "bank")}
  </div>`
}

/**
 * One field for any way to be paid; the style shows the label and hint of the chosen one. A browser
 * whose style cannot tell shows them all.
 */
function accountField(view: FormView): Html {
  const { methods } = view.fields
  const each = (text: (method: RefundMethod) => Piece) =>
    methods.length === 1
      ? text(methods[0])
      : methods.map(
          (method, index) =>
            html`<span data-for="${index}" class="${index === 0 ? "" : "or"}"
              >${text(method)}</span
            >`
        )
  const [usual] = methods
  const hinted = methods.some(({ account_hint }) => account_hint !== null)
  const keyboard = methods.every((one) => one.keyboard === usual.keyboard) ? usual.keyboard : "text"
  return html`<div class="field">
    <label for="account_number">${each(({ account_label }) => account_label)}</label>
    ${hintLine("account_number", hinted ? each(({ account_hint }) => account_hint) : null)}
    <input
      ${attributes(view, "account_number", hinted)}
      type="text"
      inputmode="${keyboard}"
      maxlength="64"
      autocomplete="off"
      autocapitalize="none"
      autocorrect="off"
      spellcheck="false"
    />
    ${errorLine(view, "account_number")}
  </div>`
}

function personFields(view: FormView): Html | null {
  const { fields, refund, language } = view
  if (fields.person.length === 0) {
    const { person } = refund
    return person === null
      ? null
      : html`<p class="note">
          ${word("own", language)} <b class="nowrap">${person}</b>: ${word("ownWhy", language)}
        </p>`
  }
  const ask = (...names: RefundFieldName[]) =>
    fields.person
      .filter(({ name }) => names.includes(name))
      .map(({ name, label, max }) => personField(view, name, label, max))
  const phone = ask("phone_code", "phone_number")
  return html`<div class="group">
    <div class="lead">
      <h3>${word("holder", language)}</h3>
      <p class="hint">${word("holderHint", language)}</p>
    </div>
    ${ask("full_name")}
    <div class="pair">${ask("legal_doc_type", "legal_doc")}</div>
    ${phone.length === 2 ? html`<div class="pair phone">${phone}</div>` : phone} ${ask("email")}
  </div>`
}

function personField(
  view: FormView,
  name: RefundFieldName,
  label: string,
  max: number | null
): Html {
  const { fields, values, language } = view
  const control =
    name === "legal_doc_type"
      ? html`<select id="${name}" name="${name}" required ${described(view, name, false)}>
          <option value="">${word("choose", language)}</option>
          ${fields.document_types.map(
            (one) =>
              html`<option value="${one.value}" ${when(one.value === values[name], SELECTED)}>
                ${one.label}
              </option>`
          )}
        </select>`
      : html`<input
          ${attributes(view, name, false, name === "phone_code" ? fields.phone_code : "")}
          ${personInput(name)}
          ${max === null ? null : html`maxlength="${max}"`}
        />`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${control} ${errorLine(view, name)}
  </div>`
}

const SELECTED = html`selected`
const CHECKED = html`checked`

function radios(
  view: FormView,
  name: RefundFieldName,
  title: Word,
  choices: Choice[],
  chosen: string
): Html {
  return html`<fieldset class="field" role="radiogroup" ${described(view, name, false)}>
    <legend>${word(title, view.language)}</legend>
    <div class="${choices.length > 2 ? "choices many" : "choices"}">
      ${choices.map(
        ({ value, label }, index) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="${name}"
              value="${value}"
              required
              ${when(index === 0, html`id="${name}"`)}
              ${when(name === "payment_method", html`data-way="${index}"`)}
              ${when(value === chosen, CHECKED)}
            />${label}</label
          >`
      )}
    </div>
    ${errorLine(view, name)}
  </fieldset>`
}

function attributes(view: FormView, name: RefundFieldName, hinted: boolean, usual = ""): Html {
  const value = view.values[name] ?? usual
  return html`id="${name}" name="${name}" value="${value}" required ${described(view, name, hinted)}`
}

function described(view: FormView, name: RefundFieldName, hinted: boolean): Html | null {
  const wrong = view.wrong.includes(name)
  const ids = [...(wrong ? [`${name}-error`] : []), ...(hinted ? [`${name}-hint`] : [])]
  return html`${when(wrong, html`aria-invalid="true"`)}
  ${when(ids.length > 0, html`aria-describedby="${ids.join(" ")}"`)}`
}

function hintLine(name: RefundFieldName, hint: Piece): Html | null {
  return hint === null ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`
}

function errorLine(view: FormView, name: RefundFieldName): Html | null {
  return view.wrong.includes(name)
    ? html`<p class="error" id="${name}-error">
        ${icon("alert")}<span>${problemText(view, name)}</span>
      </p>`
    : null
}

function problemText({ values, language }: FormView, name: RefundFieldName): string {
  const { missing, wrong } = FIELD_TEXTS[name]
  return ((values[name] ?? "").trim() === "" ? missing : wrong)[language]
}

function when(condition: boolean, piece: Html): Html | null {
  return condition ? piece : null
}
