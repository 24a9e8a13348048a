import { isMethod } from "../catalog"
import type { Context } from "../context"
import { BANK_MESSAGES, REJECTIONS } from "../payout-messages"
import { amountOf } from "../store"
import { isOpen, type Payout } from "../transaction"
import { moment, money } from "./format"
import { notified, status } from "./home-parts"
import { html, type Html } from "./html"
import { icon } from "./icons"
import type { Language, Say } from "./language"
import { METHOD_NAMES } from "./method-names"

const SHOWN = 20

interface Home {
  context: Context
  language: Language
  say: Say
}

/** Money that went out, and the bank's answer to each, chosen by hand. */
export function payoutsPanel(home: Home): Html {
  const { context, say } = home
  const newest = context.store.payouts.newest(SHOWN)
  const { total } = context.store.payouts.count()
  return html`<section class="panel stack" aria-labelledby="payouts">
    <h2 id="payouts">${say("Giros recientes", "Recent payouts")}</h2>
    <div id="payout-list">
      ${
        newest.length === 0
          ? html`<p class="muted">
              ${say("Todavía no hay ninguna. El saldo crece con cada pago aprobado.", "None yet. The wallet grows with every approved payment.")}
            </p>`
          : html`<div class="cards">${newest.map((payout) => row(home, payout))}</div>
              ${total > SHOWN ? html`<p class="muted small">${say(`Se muestran ${SHOWN} de ${total}.`, `Showing ${SHOWN} of ${total}.`)}</p>` : null}`
      }
    </div>
  </section>`
}

function row(home: Home, payout: Payout): Html {
  const { context, language, say } = home
  const { ticket, currency, country, method } = payout
  const named = isMethod(method) ? METHOD_NAMES[method] : null
  const name = named?.name[language] ?? say("Billetera del servicio", "Service wallet")
  return html`<article class="entry" aria-label="${payout.reference}">
    <span class="badge-icon">${icon(named?.icon ?? "coins")}</span>
    <div class="entry-what">
      <p class="entry-first">
        <strong class="num"
          >${money(amountOf(payout), currency, country, language, context.behaviour)}</strong
        >
        ${status(payout.status, say)}
      </p>
      <p class="small">
        ${name} ·
        ${payout.account_number === null ? formLink(home, payout) : html`${payout.bank} ···${payout.account_number.slice(-4)}`}
        · ${payout.customer.full_name}
        <span class="muted mono">${payout.reference}</span>
      </p>
      <p class="small muted">
        ${moment(payout.created_at, country, language)}${payout.settled_at === null ? null : ` · ${payout.response_message}`}${notified(context, say, ticket)}
      </p>
    </div>
    ${isOpen(payout) ? outcomeForm(home, ticket) : null}
  </article>`
}

function formLink({ say }: Home, { form }: Payout): Html | null {
  return (
    form && html`<a href="/form/${form.token}">${say("Abrir el formulario", "Open the form")}</a>`
  )
}

function outcomeForm({ say }: Home, ticket: string): Html {
  return html`<div class="row entry-acts">
    <form method="post" action="/payout-outcome/${ticket}" class="row">
      <button class="button good small" name="outcome" value="approve">
        ${say("Aprobar", "Approve")}
      </button>
      <div class="row refusal">
        <select
          class="reason"
          name="reason"
          aria-label="${say("Motivo del banco para rechazar", "The bank's reason to reject")}"
        >
          ${REJECTIONS.map((reason) => html`<option value="${reason}" lang="es">${BANK_MESSAGES[reason]}</option>`)}
        </select>
        <button class="button bad small" name="outcome" value="reject">
          ${say("Rechazar", "Reject")}
        </button>
      </div>
    </form>
  </div>`
}
