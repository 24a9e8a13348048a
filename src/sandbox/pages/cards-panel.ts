import { holdOf, type Authorization, type HoldState, type Subscription } from "../cards/records"
import type { Context } from "../context"
import { toWire } from "../money"
import { moment, money } from "./format"
import { webhooked } from "./home-parts"
import { html, type Html } from "./html"
import { icon } from "./icons"
import type { Language, Say } from "./language"

const SHOWN = 20

interface Home {
  context: Context
  language: Language
  say: Say
}

/** Cards: holds, captures and the subscriptions they belong to. */
export function cardsPanel(home: Home): Html {
  const { context, say } = home
  const { store } = context.cards
  const newest = store.newestAuthorizations(SHOWN)
  const { authorizations, subscriptions } = store.count()
  return html`<section class="panel stack" aria-labelledby="cards">
    <h2 id="cards">${say("Tarjetas recientes", "Recent cards")}</h2>
    <div id="card-list">
      ${
        newest.length === 0
          ? html`<p class="muted">
              ${say("Todavía no hay ninguna preautorización.", "No preauthorization yet.")}
            </p>`
          : html`<div class="cards">${newest.map((one) => row(home, one))}</div>`
      }
      ${authorizations > SHOWN ? html`<p class="muted small">${say(`Se muestran ${SHOWN} de ${authorizations}.`, `Showing ${SHOWN} of ${authorizations}.`)}</p>` : null}
      ${subscriptions > 0 ? html`<p class="muted small">${say(`Suscripciones: ${subscriptions}.`, `Subscriptions: ${subscriptions}.`)}</p>` : null}
    </div>
  </section>`
}

function row(home: Home, one: Authorization): Html {
  const { context, language, say } = home
  const { subscription, amount, capture, reference_id, transaction_id, linked } = one
  const wire = toWire(capture?.amount ?? amount, "COP", context.behaviour)
  const { card, customer, plan_name } = subscription
  return html`<article class="entry" aria-label="${reference_id}">
    <span class="badge-icon">${icon("card")}</span>
    <div class="entry-what">
      <p class="entry-first">
        <strong class="num">${money(wire, "COP", "CO", language, context.behaviour)}</strong>
        ${hold(home, one)}
      </p>
      <p class="small">
        ${card.brand} ···${card.last_four} · ${plan_name} · ${customer.full_name}
        <span class="muted mono">${reference_id}</span>
      </p>
      <p class="small muted">
        ${linked ? say("Renovación · ", "Renewal · ") : null}${moment(one.created_at, "CO", language)}${one.reason === null ? null : ` · ${one.reason}`}${webhooked(context, say, transaction_id)}
      </p>
    </div>
    ${subscriptionForm(home, subscription)}
  </article>`
}

function subscriptionForm({ say }: Home, { subscription_id, status }: Subscription): Html {
  if (status !== "ACTIVE") {
    const text =
      status === "EXPIRED"
        ? say("Suscripción vencida", "Subscription expired")
        : say("Suscripción cancelada", "Subscription cancelled")
    return html`<p class="small muted">${text}</p>`
  }
  return html`<form method="post" action="/card-outcome/${subscription_id}" class="row entry-acts">
    <button class="button quiet small" name="outcome" value="expire">
      ${say("Vencer suscripción", "Expire subscription")}
    </button>
    <button class="button quiet small" name="outcome" value="cancel">
      ${say("Cancelar suscripción", "Cancel subscription")}
    </button>
  </form>`
}

const HOLDS: Record<HoldState, { es: string; en: string; look: string }> = {
  none: { es: "Rechazada", en: "Declined", look: "bad" },
  held: { es: "Retenida", en: "On hold", look: "wait" },
  captured: { es: "Capturada", en: "Captured", look: "good" },
  cancelled: { es: "Anulada por renovación", en: "Cancelled by renewal", look: "" },
  lapsed: { es: "Vencida", en: "Lapsed", look: "" },
}

function hold({ context, say }: Home, one: Authorization): Html {
  const { es, en, look } = HOLDS[holdOf(one, context.clock.now(), context.behaviour.cards.holdDays)]
  return html`<span class="status ${look}">${say(es, en)}</span>`
}
