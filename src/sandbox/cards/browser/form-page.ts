import { grouped } from "../../pages/format"
import { html, raw, type Html } from "../../pages/html"
import { icon } from "../../pages/icons"
import { speaker, type Language, type Say } from "../../pages/language"
import { SCRIPT } from "../../pages/script"
import { STYLE } from "../../pages/style"
import { TEST_CVV } from "../../pages/test-cards"
import { CARDS } from "../test-cards"
import { FORM_SCRIPT } from "./form-script"

/** It fills a frame in the shop's page, whose colours it cannot know: it brings its own ground. */
const FRAME_STYLE = raw(
  "body{min-height:0;background:var(--surface)}main{padding:1rem}[hidden]{display:none!important}.error:empty{display:none}summary{cursor:pointer;font-weight:620}"
)

/** Any name passes: a press on a test card's number leaves nothing to type. */
const HOLDER = "Ana Ejemplo"

interface Field {
  name: string
  label: string
  autocomplete: string
  groups?: "card" | "expiry"
  value?: string
}

/** The card form inside the frame; `origin` is the page around it, null when it stands alone. */
export function formPage(language: Language, origin: string | null): string {
  const say = speaker(language)
  const failed = say("No hubo respuesta: intente de nuevo.", "No answer: try again.")
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${say("Tarjeta", "Card")}</title>
        <style>
          ${STYLE}${FRAME_STYLE}
        </style>
      </head>
      <body>
        <main id="main">
          <form class="stack" novalidate data-origin="${origin ?? ""}" data-failed="${failed}">
            ${field({ name: "number", label: say("Número de tarjeta", "Card number"), autocomplete: "cc-number", groups: "card" })}
            ${field({ name: "holder", label: say("Nombre como aparece en la tarjeta", "Name on the card"), autocomplete: "cc-name", value: HOLDER })}
            <div class="pair">
              ${field({ name: "expiry", label: say("Vence, MM/AA", "Expires, MM/YY"), autocomplete: "cc-exp", groups: "expiry" })}
              ${field({ name: "cvv", label: "CVV", autocomplete: "cc-csc" })}
            </div>
            <div id="code-field" hidden>
              ${field({ name: "code", label: say("Código de seis dígitos de su banco (aquí, cualquiera)", "Six-digit code from your bank (here, any)"), autocomplete: "one-time-code" })}
            </div>
            <button type="submit" class="button wide">
              ${icon("lock")}${say("Usar esta tarjeta", "Use this card")}
            </button>
            ${testCards(say)}
          </form>
          <div id="ready" class="row" role="status" hidden>
            <span class="status good">${icon("check")}${say("Tarjeta lista", "Card ready")}</span>
            <strong class="num" id="which"></strong>
            <button type="button" class="button quiet small" id="change">
              ${say("Cambiar", "Change")}
            </button>
          </div>
        </main>
        <script>
          ${SCRIPT}${FORM_SCRIPT}
        </script>
      </body>
    </html>`.text
}

function field({ name, label, autocomplete, groups, value }: Field): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      type="text"
      id="${name}"
      name="${name}"
      autocomplete="${autocomplete}"
      aria-describedby="error-${name}"
      ${name === "holder" ? null : html`inputmode="numeric"`}
      ${groups ? html`data-groups="${groups}"` : null}
      ${value === undefined ? null : html`value="${value}"`}
    />
    <p class="error" id="error-${name}" data-field="${name}" role="alert"></p>
  </div>`
}

function testCards(say: Say): Html {
  return html`<details class="strip">
    <summary>${say("Sandbox: tarjetas de prueba", "Sandbox: test cards")}</summary>
    <p class="small">
      ${say("Solo estas funcionan; toque un número para llenar el formulario. CVV", "Only these work; press a number to fill the form. CVV")}
      ${TEST_CVV}. ${say("Nunca escriba una tarjeta real.", "Never type a real card.")}
    </p>
    <table class="test-cards">
      <tbody>
        ${CARDS.map(
          ({ number, label, challenge }) =>
            html`<tr>
              <td>
                <button type="button" class="number-button num" data-fill="${grouped(number, 4)}">
                  ${grouped(number, 4)}
                </button>
              </td>
              <td>
                ${say(...label)}${challenge ? say(", pide código", ", asks for a code") : null}
              </td>
            </tr>`
        )}
      </tbody>
    </table>
  </details>`
}
