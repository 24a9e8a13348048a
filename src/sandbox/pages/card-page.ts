import { grouped, money } from "./format"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { errorLine, heading, hostedPage, leaveLink, type View } from "./layout"
import type { Say } from "./language"
import { strip } from "./strip"
import { TEST_CARDS, TEST_CVV, type TestCard } from "./test-cards"

/** CARD: the form. Numbers are read here, compared with the test cards, and not kept. */
export function cardPage(view: View): string {
  const { say, language, transaction, behaviour, path, values } = view
  const { amount, currency, country, customer } = transaction
  return hostedPage(view, {
    title: say("Pague con tarjeta", "Pay by card"),
    panel: html`<form method="post" action="${path}/card" class="stack-wide" novalidate>
      ${heading("card", say("Pague con tarjeta", "Pay by card"), say("Crédito o débito.", "Credit or debit."))}
      <div class="stack">
        ${field(view, {
          name: "number",
          label: say("Número de tarjeta", "Card number"),
          autocomplete: "cc-number",
          inputmode: "numeric",
          groups: "card",
        })}
        ${field(view, {
          name: "holder",
          label: say("Nombre como aparece en la tarjeta", "Name on the card"),
          autocomplete: "cc-name",
          value: values.holder ?? customer.full_name,
        })}
        <div class="pair">
          ${field(view, {
            name: "expiry",
            label: say("Vence, MM/AA", "Expires, MM/YY"),
            autocomplete: "cc-exp",
            inputmode: "numeric",
            groups: "expiry",
            value: values.expiry,
          })}
          ${field(view, { name: "cvv", label: "CVV", autocomplete: "cc-csc", inputmode: "numeric" })}
        </div>
        <div class="field">
          <label for="installments">${say("Cuotas", "Instalments")}</label>
          <select id="installments" name="installments">
            ${[1, 3, 6, 12].map(
              (count) =>
                html`<option
                  value="${count}"
                  ${values.installments === String(count) ? html`selected` : null}
                >
                  ${count}
                </option>`
            )}
          </select>
        </div>
      </div>
      <div class="actions line">
        <button class="button" data-action="pay">
          ${icon("lock")}${say("Pagar", "Pay")}
          ${money(amount, currency, country, language, behaviour)}
        </button>
        ${leaveLink(view, say("Volver sin pagar", "Go back without paying"))}
      </div>
    </form>`,
    strip: html`${testCards(say)}${strip(view)}`,
  })
}

interface Field {
  name: string
  label: string
  autocomplete: string
  inputmode?: "numeric"
  groups?: "card" | "expiry"
  value?: string
}

function field(view: View, input: Field): Html {
  const wrong = view.errors[input.name] !== undefined
  return html`<div class="field">
    <label for="${input.name}">${input.label}</label>
    <input
      type="text"
      id="${input.name}"
      name="${input.name}"
      autocomplete="${input.autocomplete}"
      required
      ${input.inputmode ? html`inputmode="${input.inputmode}"` : null}
      ${input.groups ? html`data-groups="${input.groups}"` : null}
      ${input.value ? html`value="${input.value}"` : null}
      ${wrong ? html`aria-invalid="true" aria-describedby="error-${input.name}"` : null}
    />
    ${errorLine(view, input.name)}
  </div>`
}

function testCards(say: Say): Html {
  return html`<section class="strip" aria-labelledby="cards-title">
    <h2 id="cards-title">${icon("card")}${say("Tarjetas de prueba", "Test cards")}</h2>
    <p class="small">
      ${say("Solo estas funcionan; toque un número para llenar el formulario. CVV", "Only these work; press a number to fill the form. CVV")}
      ${TEST_CVV}. ${say("Nunca escriba una tarjeta real.", "Never type a real card.")}
    </p>
    <div class="scroll">
      <table class="test-cards">
        <thead>
          <tr>
            <th scope="col">${say("Número", "Number")}</th>
            <th scope="col">${say("Resultado", "Result")}</th>
          </tr>
        </thead>
        <tbody>
          ${TEST_CARDS.map((card) => testCardRow(say, card))}
        </tbody>
      </table>
    </div>
  </section>`
}

function testCardRow(say: Say, card: TestCard): Html {
  const approved = card.outcome === "APPROVED"
  return html`<tr>
    <td>
      <button type="button" class="number-button num" data-fill="${grouped(card.number, 4)}">
        ${grouped(card.number, 4)}
      </button>
    </td>
    <td>
      <span class="status ${approved ? "good" : "bad"}"
        >${approved ? say("Aprobada", "Approved") : say("Rechazada", "Declined")}</span
      >
      ${card.challenge ? html`<p class="small">${say("pide código", "asks for a code")}</p>` : null}
    </td>
  </tr>`
}

export type CardForm<Card> =
  { card: Card } | { errors: Record<string, string>; values: Record<string, string> }

/** What the shopper typed, or what is wrong with it. Number and CVV are never given back. */
export function readCardForm<Card>(
  body: Record<string, string>,
  say: Say,
  now: number,
  find: (typed: string) => Card | undefined
): CardForm<Card> {
  const errors: Record<string, string> = {}
  const { number = "", holder = "", expiry = "", cvv = "", installments = "" } = body
  const card = find(number)
  if (number.trim() === "") {
    errors.number = say("Escriba el número de la tarjeta.", "Enter the card number.")
  } else if (!card) {
    errors.number = say(
      "En el sandbox solo funcionan las tarjetas de prueba de abajo.",
      "In the sandbox only the test cards below work."
    )
  }
  if (holder.trim() === "") {
    errors.holder = say("Escriba el nombre del titular.", "Enter the card holder's name.")
  }
  if (!isFutureMonth(expiry, now)) {
    errors.expiry = say("Escriba una fecha futura, MM/AA.", "Enter a future date, MM/YY.")
  }
  if (cvv.trim() !== TEST_CVV) {
    errors.cvv = say(`En el sandbox es ${TEST_CVV}.`, `In the sandbox it is ${TEST_CVV}.`)
  }
  if (card && Object.keys(errors).length === 0) return { card }
  return { errors, values: { holder, expiry, installments } }
}

function isFutureMonth(text: string, now: number): boolean {
  const match = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text)
  return match !== null && Date.UTC(2000 + Number(match[2]), Number(match[1])) > now
}

/** The issuer's challenge: any six digits pass (docs/service.md#test-environment-of-the-service). */
export function challengePage(view: View): string {
  const { say, language, transaction, behaviour, path } = view
  const { amount, currency, country, visit, customer, merchant } = transaction
  const wrong = view.errors.code !== undefined
  return hostedPage(view, {
    title: say("Verificación del banco", "Bank verification"),
    panel: html`<form method="post" action="${path}/challenge" class="stack-wide" novalidate>
      ${heading("shield", say("Su banco quiere confirmar que es usted", "Your bank wants to be sure it is you"), html`${say("Enviamos un código de seis dígitos al celular terminado en", "We sent a six-digit code to the mobile ending in")} <strong class="num">${customer.phone_number.slice(-4)}</strong>.`)}
      <dl class="facts">
        <div>
          <dt>${say("Comercio", "Merchant")}</dt>
          <dd>${merchant.name}</dd>
        </div>
        <div>
          <dt>${say("Monto", "Amount")}</dt>
          <dd class="num">
            <strong>${money(amount, currency, country, language, behaviour)}</strong>
          </dd>
        </div>
        <div>
          <dt>${say("Tarjeta", "Card")}</dt>
          <dd class="num">${visit.card?.brand} ····${visit.card?.lastFourDigits}</dd>
        </div>
      </dl>
      <div class="field">
        <label for="code">${say("Código de un solo uso", "One-time code")}</label>
        <input
          type="text"
          class="code"
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="6"
          required
          aria-describedby="hint-code${wrong ? " error-code" : ""}"
          ${wrong ? html`aria-invalid="true"` : null}
        />
        <span class="hint" id="hint-code"
          >${say("En el sandbox sirven seis dígitos cualesquiera.", "In the sandbox any six digits will do.")}</span
        >
        ${errorLine(view, "code")}
      </div>
      <div class="actions line">
        <button class="button" data-action="confirm">${say("Confirmar", "Confirm")}</button>
        <button class="button plain" formnovalidate formaction="${path}/back" data-action="back">
          ${say("Usar otra tarjeta", "Use another card")}
        </button>
      </div>
    </form>`,
    strip: strip(view),
    watchMs: 2_000,
  })
}
