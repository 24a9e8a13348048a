import type { Method } from "../catalog"
import { barcode } from "./barcode"
import { grouped, moment, money, zoneName } from "./format"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { copyButton, heading, hostedPage, type View } from "./layout"
import { METHOD_NAMES } from "./method-names"
import { digitsFor, EFECTY_AGREEMENT, efectyFor } from "./numbers"
import { strip } from "./strip"

interface Voucher {
  title: string
  line: string
  code_label: string
  code: string
  agreement: string | null
  how: string[]
  counter: string
}

/** EFECTY, the kinds of CASH, OXXO (a voucher for the counter) and PAGOEFECTIVO (a CIP code). */
export function voucherPage(view: View): string {
  const { say, language, transaction, behaviour } = view
  const { amount, currency, country, expires_at, visit } = transaction
  const voucher = voucherOf(view)
  const price = money(amount, currency, country, language, behaviour)
  return hostedPage(view, {
    title: voucher.title,
    panel: html`<div class="stack-wide">
      ${heading(METHOD_NAMES[visit.method].icon, voucher.title, voucher.line)}
      <div class="voucher">
        <div class="stack">
          <div class="code-line">
            <div>
              <p class="small muted">${voucher.code_label}</p>
              <p class="code" data-code>${grouped(voucher.code, 4)}</p>
            </div>
            ${copyButton(view, voucher.code)}
          </div>
          ${
            voucher.agreement === null
              ? null
              : html`<dl class="facts">
                  <div>
                    <dt>${say("Convenio", "Agreement")}</dt>
                    <dd class="num">${voucher.agreement}</dd>
                  </div>
                </dl>`
          }
        </div>
        <div class="tear"></div>
        <div class="stack">
          ${barcode(voucher.code, say("Código de barras de la referencia", "Barcode of the reference"))}
          <dl class="facts" style="border:0;padding:0">
            <div>
              <dt>${say("Monto exacto", "Exact amount")}</dt>
              <dd class="num"><strong>${price}</strong></dd>
            </div>
            <div>
              <dt>${say("Pague antes de", "Pay before")}</dt>
              <dd>
                ${moment(expires_at, country, language)}
                <span class="muted">(${zoneName(country, language)})</span>
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <section class="stack">
        <h2>${say("Cómo pagar", "How to pay")}</h2>
        <ol class="how">
          ${voucher.how.map((step) => html`<li><span>${step}</span></li>`)}
        </ol>
      </section>
      <div class="actions line">
        <a class="button" data-action="return" href="${transaction.redirect_url}"
          >${say("Ya tengo mi código, volver", "I have my code, go back")}</a
        >
        ${printButton(view)}
      </div>
    </div>`,
    strip: strip(view, {
      approve: voucher.counter,
      explains: say(
        "En la vida real usted paga más tarde, fuera de esta página. Aquí basta un botón.",
        "In real life you pay later, away from this page. Here one button is enough."
      ),
    }),
    watchMs: 2_000,
  })
}

function printButton({ say }: View): Html {
  return html`<button type="button" class="button plain" data-print>
    ${icon("print")}${say("Imprimir", "Print")}
  </button>`
}

function voucherOf({ say, transaction }: View): Voucher {
  const { ticket } = transaction
  const atCounter = say("Simular el pago en caja", "Simulate paying at the counter")
  switch (transaction.visit.method) {
    case "PAGOEFECTIVO":
      return {
        title: say("Pague con su código CIP", "Pay with your CIP code"),
        line: say(
          "En la banca por internet, en su billetera o con un agente.",
          "In online banking, in your wallet or with an agent."
        ),
        code_label: say("Código de pago (CIP)", "Payment code (CIP)"),
        code: digitsFor(ticket, "cip", 8),
        agreement: null,
        how: [
          say(
            "Entre a la banca por internet o la aplicación de su banco y busque “Pago de servicios”.",
            "Open your online bank or banking app and look for “Pago de servicios”."
          ),
          say(
            "Elija PagoEfectivo e ingrese el código CIP. En efectivo: dicte el código en un agente.",
            "Choose PagoEfectivo and enter the CIP code. With cash: tell the code to an agent."
          ),
          say(
            "Confirme el monto. El comercio recibe el aviso en pocos minutos.",
            "Confirm the amount. The shop hears of it within minutes."
          ),
        ],
        counter: say("Simular el pago del CIP", "Simulate paying the CIP"),
      }
    case "EFECTY":
      return {
        title: say("Pague en un punto Efecty", "Pay at an Efecty point"),
        line: say(
          "Presente este comprobante en cualquier punto del país.",
          "Show this voucher at any point in the country."
        ),
        code_label: say("Número de referencia", "Reference number"),
        code: efectyFor(ticket),
        agreement: EFECTY_AGREEMENT,
        how: [
          say(
            "Vaya a un punto Efecty y diga que va a hacer un pago de servicios.",
            "Go to an Efecty point and say that you want to pay a service."
          ),
          say(
            "Dé el convenio y el número de referencia, o muestre el código de barras.",
            "Give the agreement and the reference number, or show the barcode."
          ),
          say(
            "Pague el monto exacto en efectivo y guarde el recibo.",
            "Pay the exact amount in cash and keep the receipt."
          ),
        ],
        counter: atCounter,
      }
    default:
      return {
        title: say(...cashTitle(transaction.visit.method)),
        line: say(
          "Lleve este comprobante a un punto de pago aliado.",
          "Take this voucher to a partner payment point."
        ),
        code_label: say("Número de referencia", "Reference number"),
        code: digitsFor(ticket, "cash", 14),
        agreement: null,
        how: [
          say(
            "Acérquese a la caja y diga que va a pagar una referencia.",
            "Go to the counter and say that you want to pay a reference."
          ),
          say(
            "Muestre el código de barras o dicte el número.",
            "Show the barcode or read out the number."
          ),
          say(
            "Pague el monto exacto en efectivo y guarde el recibo.",
            "Pay the exact amount in cash and keep the receipt."
          ),
        ],
        counter: atCounter,
      }
  }
}

function cashTitle(method: Method): [es: string, en: string] {
  switch (method) {
    case "OXXO":
      return ["Pague en una tienda OXXO", "Pay at an OXXO shop"]
    case "CASH_BANK":
      return ["Pague en efectivo en un banco", "Pay in cash at a bank"]
    case "CASH_STORE":
      return ["Pague en efectivo en una tienda", "Pay in cash at a store"]
    default:
      return ["Pague en efectivo", "Pay in cash"]
  }
}
