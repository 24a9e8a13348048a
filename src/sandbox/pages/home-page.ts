import { CARD_PATH, publicUrl, type Context } from "../context"
import { isOpen, type Transaction } from "../transaction"
import type { Merchant } from "../settings"
import { cardsPanel } from "./cards-panel"
import { moment, money } from "./format"
import { notified, status } from "./home-parts"
import { html, type Html } from "./html"
import { icon } from "./icons"
import { speaker, type Language, type Say } from "./language"
import { frame } from "./layout"
import { METHOD_NAMES } from "./method-names"
import { payoutsPanel } from "./payouts-panel"

const SHOWN = 20

interface Home {
  context: Context
  language: Language
  say: Say
}

/** The sandbox's front page: recent pay-ins and payouts, how they stand, and what to connect with. */
export function homePage(context: Context, language: Language): string {
  const home: Home = { context, language, say: speaker(language) }
  const { say } = home
  return frame({
    language,
    title: "PayIn sandbox",
    brand: {
      name: "PayIn sandbox",
      line: say("Servicio de pagos de prueba", "Test payment service"),
    },
    body: html`<div class="stack-wide">
      ${transactions(home)} ${cardsPanel(home)} ${payoutsPanel(home)} ${connection(home)}
    </div>`,
    footer: html`${icon("flask")}<span
        >${say("Todo vive en memoria y desaparece al detenerlo.", "Everything lives in memory and is gone when it stops.")}</span
      >`,
  })
}

function transactions(home: Home): Html {
  const { context, say } = home
  const newest = context.store.newest(SHOWN)
  newest.forEach((transaction) => context.outcomes.expireIfDue(transaction))
  const total = context.store.count().total
  return html`<section class="panel stack" aria-labelledby="recent">
    <div class="row" style="justify-content:space-between">
      <h1 id="recent">${say("Pagos recientes", "Recent payments")}</h1>
      <a class="button quiet small" href="/">${say("Actualizar", "Refresh")}</a>
    </div>
    <div id="recent-list">
      ${
        newest.length === 0
          ? html`<p class="muted">
              ${say("Todavía no hay ninguno. Cree un pago desde su tienda y aparecerá aquí.", "None yet. Create a payment from your shop and it will appear here.")}
            </p>`
          : html`<div class="cards">${newest.map((transaction) => row(home, transaction))}</div>
              ${total > SHOWN ? html`<p class="muted small">${say(`Se muestran ${SHOWN} de ${total}.`, `Showing ${SHOWN} of ${total}.`)}</p>` : null}`
      }
    </div>
  </section>`
}

function row(home: Home, transaction: Transaction): Html {
  const { context, language, say } = home
  const { ticket, currency, country, visit } = transaction
  const paid = transaction.paid_amount ?? transaction.amount
  const { name, icon: drawing } = METHOD_NAMES[visit.method]
  return html`<article class="entry" aria-label="${transaction.reference}">
    <span class="badge-icon">${icon(drawing)}</span>
    <div class="entry-what">
      <p class="entry-first">
        <strong class="num">${money(paid, currency, country, language, context.behaviour)}</strong>
        ${status(transaction.status, say)}
      </p>
      <p class="small">
        ${name[language]} · ${country}
        <span class="muted mono">${transaction.reference}</span>
      </p>
      <p class="small muted">
        ${moment(transaction.created_at, country, language)}${notified(context, say, ticket)}
      </p>
    </div>
    <div class="row entry-acts">
      <a class="button quiet small" href="/pay/${ticket}">${say("Abrir", "Open")}</a>
      ${isOpen(transaction) ? outcomeButtons(home, ticket) : null}
    </div>
  </article>`
}

function outcomeButtons({ say }: Home, ticket: string): Html {
  return html`<form method="post" action="/outcome/${ticket}" class="row">
    <button class="button good small" name="outcome" value="approve">
      ${say("Aprobar", "Approve")}
    </button>
    <button class="button bad small" name="outcome" value="reject">
      ${say("Rechazar", "Reject")}
    </button>
  </form>`
}

function connection(home: Home): Html {
  const { context, say } = home
  const base = publicUrl(context)
  return html`<section class="panel stack" aria-labelledby="connect">
    <h2 id="connect">${say("Cómo conectarse", "How to connect")}</h2>
    <dl class="facts" style="border:0;padding:0">
      <div>
        <dt>${say("Dirección base", "Base address")}</dt>
        <dd class="mono">${base}</dd>
      </div>
      <div>
        <dt>${say("Dirección de tarjetas", "Card address")}</dt>
        <dd class="mono">${base}${CARD_PATH}</dd>
      </div>
      <div>
        <dt>${say("API de control", "Control API")}</dt>
        <dd class="mono"><a href="/_sandbox">${base}/_sandbox</a></dd>
      </div>
    </dl>
    <div class="merchants">
      ${context.settings.merchants.map((merchant) => merchantCard(home, merchant))}
    </div>
  </section>`
}

function merchantCard({ context, language, say }: Home, merchant: Merchant): Html {
  const { currency } = merchant
  const country = merchant.country ?? "CO"
  const wallet = money(
    context.store.wallet(merchant),
    currency,
    country,
    language,
    context.behaviour
  )
  return html`<div class="voucher">
    <div class="stack">
      <div>
        <strong>${merchant.name}</strong>
        <p class="small muted">${say("Saldo", "Wallet")} <span class="num">${wallet}</span></p>
      </div>
      <dl class="facts">
        <div>
          <dt>username</dt>
          <dd class="mono">${merchant.username}</dd>
        </div>
        <div>
          <dt>password</dt>
          <dd class="mono">${merchant.password}</dd>
        </div>
        <div>
          <dt>token</dt>
          <dd class="mono">${merchant.token}</dd>
        </div>
        <div>
          <dt>merchantId</dt>
          <dd class="mono">${merchant.merchantId}</dd>
        </div>
        <div>
          <dt>webhookSecret</dt>
          <dd class="mono">${context.cards.webhooks.endpoint(merchant).secret}</dd>
        </div>
        <div>
          <dt>webhookUrl</dt>
          <dd class="mono">${context.cards.webhooks.endpoint(merchant).url ?? "—"}</dd>
        </div>
      </dl>
    </div>
  </div>`
}
