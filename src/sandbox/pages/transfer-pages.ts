import { grouped, money } from "./format"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { copyButton, heading, hostedPage, leaveLink, type View } from "./layout"
import { breBKeyFor, clabeFor } from "./numbers"
import { qrCode } from "./qr-code"
import { ruleText, strip } from "./strip"

function price({ transaction, language, behaviour }: View): string {
  const { amount, currency, country } = transaction
  return money(amount, currency, country, language, behaviour)
}

function instructions(view: View, steps: string[]): Html {
  return html`<section class="stack">
    <h2>${view.say("Cómo pagar", "How to pay")}</h2>
    <ol class="how">
      ${steps.map((step) => html`<li><span>${step}</span></li>`)}
    </ol>
  </section>`
}

function waiting(view: View): Html {
  return html`<p class="waiting" role="status">
    ${icon("clock")}<span
      >${view.say(
        "Esperando el pago. Esta página cambia sola cuando llegue.",
        "Waiting for the payment. This page changes by itself when it arrives."
      )}</span
    >
  </p>`
}

/** QR: a code to scan. It holds this page's address, so any phone can follow it. */
export function qrPage(view: View, address: string): string {
  const { say } = view
  return hostedPage(view, {
    title: say("Pague con QR", "Pay by QR"),
    panel: html`<div class="stack-wide">
      ${heading("qr", say("Escanee y pague", "Scan and pay"), say("Con su billetera o la aplicación de su banco.", "With your wallet or your banking app."))}
      ${qrCode(address, say(`Código QR para pagar ${price(view)}`, `QR code to pay ${price(view)}`))}
      ${instructions(view, [
        say(
          "Abra su billetera o banca móvil y elija pagar con QR.",
          "Open your wallet or banking app and choose to pay by QR."
        ),
        say(
          `Escanee el código y revise el monto: ${price(view)}.`,
          `Scan the code and check the amount: ${price(view)}.`
        ),
        say(
          "Confirme. Esta página le muestra el resultado.",
          "Confirm. This page shows you the result."
        ),
      ])}
      ${waiting(view)}
      <div class="actions line">${leaveLink(view)}</div>
    </div>`,
    strip: strip(view, {
      approve: say("Simular el pago del QR", "Simulate paying the QR"),
      explains: say(
        "Como si lo hubiera escaneado con su billetera.",
        "As if you had scanned it with your wallet."
      ),
    }),
    watchMs: 2_000,
  })
}

/** BREB: the key to pay to. The payer's own app sends the money and may change the amount. */
export function breBPage(view: View): string {
  const { say, transaction } = view
  const key = breBKeyFor(transaction.ticket)
  return hostedPage(view, {
    title: "Bre-B",
    panel: html`<div class="stack-wide">
      ${heading("key", say("Pague a esta llave Bre-B", "Pay to this Bre-B key"), say("Transferencia inmediata desde cualquier banco o billetera.", "An instant transfer from any bank or wallet."))}
      <div class="voucher">
        <div class="code-line">
          <div>
            <p class="small muted">${say("Llave", "Key")}</p>
            <p class="code" data-code>${key}</p>
          </div>
          ${copyButton(view, key, say("Copiar llave", "Copy key"))}
        </div>
        <div class="tear"></div>
        <div class="stack">
          ${qrCode(`${key};${transaction.amount};${transaction.currency}`, say("Código QR de la llave", "QR code of the key"))}
          <dl class="facts" style="border:0;padding:0">
            <div>
              <dt>${say("Titular", "Account holder")}</dt>
              <dd>${transaction.merchant.name}</dd>
            </div>
            <div>
              <dt>${say("Monto exacto", "Exact amount")}</dt>
              <dd class="num"><strong>${price(view)}</strong></dd>
            </div>
          </dl>
        </div>
      </div>
      ${instructions(view, [
        say(
          "Abra la aplicación de su banco y entre a Bre-B.",
          "Open your banking app and go to Bre-B."
        ),
        say("Pegue la llave o escanee el código.", "Paste the key or scan the code."),
        say(`Envíe exactamente ${price(view)}.`, `Send exactly ${price(view)}.`),
      ])}
      ${waiting(view)}
      <div class="actions line">${leaveLink(view)}</div>
    </div>`,
    strip: strip(view, {
      approve: say("Simular la transferencia", "Simulate the transfer"),
      otherAmount: true,
      explains: say(
        "En Bre-B el pagador puede cambiar el monto antes de enviar: pruébelo con otro valor.",
        "In Bre-B the payer can change the amount before sending: try another value."
      ),
    }),
    watchMs: 2_000,
  })
}

/** SPEI (MX): an account number to transfer to. */
export function speiPage(view: View): string {
  const { say, transaction } = view
  const clabe = clabeFor(transaction.ticket)
  return hostedPage(view, {
    title: "SPEI",
    panel: html`<div class="stack-wide">
      ${heading("bank", say("Transfiera por SPEI", "Transfer by SPEI"), say("Desde la banca en línea de cualquier banco.", "From any bank's online banking."))}
      <div class="voucher">
        <div class="code-line">
          <div>
            <p class="small muted">CLABE</p>
            <p class="code" data-code>${grouped(clabe, 4)}</p>
          </div>
          ${copyButton(view, clabe)}
        </div>
        <div class="tear"></div>
        <div>
          <dl class="facts" style="border:0;padding:0">
            <div>
              <dt>${say("Beneficiario", "Beneficiary")}</dt>
              <dd>${transaction.merchant.name}</dd>
            </div>
            <div>
              <dt>${say("Monto exacto", "Exact amount")}</dt>
              <dd class="num"><strong>${price(view)}</strong></dd>
            </div>
          </dl>
        </div>
      </div>
      ${waiting(view)}
      <div class="actions line">${leaveLink(view)}</div>
    </div>`,
    strip: strip(view, { approve: say("Simular la transferencia", "Simulate the transfer") }),
    watchMs: 2_000,
  })
}

/** TRANSFIYA: the shopper's own mobile number gets the request. */
export function transfiyaPage(view: View): string {
  const { say, transaction, path } = view
  const { phone_code, phone_number } = transaction.customer
  const hidden = `+${phone_code} ··· ··· ${phone_number.slice(-4)}`
  return hostedPage(view, {
    title: "Transfiya",
    panel: html`<form method="post" action="${path}/pay" class="stack-wide">
      ${heading("phone", say("Pague con Transfiya", "Pay with Transfiya"), say("Autorice la transferencia desde su celular.", "Allow the transfer from your mobile."))}
      <div class="voucher">
        <div class="stack">
          <p class="small muted">${say("Enviaremos la solicitud a", "We send the request to")}</p>
          <p class="code">${hidden}</p>
          <dl class="facts">
            <div>
              <dt>${say("Monto", "Amount")}</dt>
              <dd class="num"><strong>${price(view)}</strong></dd>
            </div>
          </dl>
        </div>
      </div>
      ${instructions(view, [
        say("Pulse “Autorizar” para enviar la solicitud.", "Press “Allow” to send the request."),
        say(
          "Abra el mensaje en su celular y acepte con la aplicación de su banco.",
          "Open the message on your mobile and accept with your banking app."
        ),
      ])}
      <div class="actions line">
        <button class="button" data-action="pay">
          ${icon("lock")}${say("Autorizar", "Allow")} ${price(view)}
        </button>
        ${leaveLink(view, say("Volver sin pagar", "Go back without paying"))}
      </div>
    </form>`,
    strip: strip(view, { explains: ruleText(view) }),
    watchMs: 2_000,
  })
}
