import type { Behaviour } from "../settings"
import { isOpen, type Transaction } from "../transaction"
import { html, type Html, type Piece } from "./html"
import { icon, MARK, type IconName } from "./icons"
import { moment, money, zoneName } from "./format"
import { speaker, type Language, type Say } from "./language"
import { SCRIPT } from "./script"
import { STYLE } from "./style"

/** What every hosted page is made from. */
export interface View {
  transaction: Transaction
  behaviour: Behaviour
  language: Language
  say: Say
  /** Problems with what the shopper posted, by field. */
  errors: Record<string, string>
  /** What the shopper posted, to show it again. Never a card number or a code. */
  values: Record<string, string>
  /** Address of this page, e.g. `/pay/<ticket>`. */
  path: string
}

export interface Frame {
  language: Language
  title: string
  /** The line beside the mark. */
  brand: { name: string; line: string; href?: string }
  body: Html
  /** Seconds until the browser goes to `to` by itself. */
  leave?: { seconds: number; to: string }
  footer: Html
}

export function frame(page: Frame): string {
  const say = speaker(page.language)
  const { leave, brand } = page
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" href="data:," />
        ${leave ? html`<meta http-equiv="refresh" content="${leave.seconds};url=${leave.to}" />` : null}
        <title>${page.title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">${say("Ir al contenido", "Skip to content")}</a>
        <div class="notice" role="note">
          <div>
            ${icon("flask")}<span
              ><strong>${say("Sandbox: entorno de pruebas.", "Sandbox: test environment.")}</strong>
              ${say("Aquí no se mueve dinero real.", "No real money moves here.")}</span
            >
          </div>
        </div>
        <header class="top">
          ${brandLine(brand)}
          <nav class="languages" aria-label="${say("Idioma", "Language")}">
            <a
              href="?lang=es"
              hreflang="es"
              lang="es"
              ${page.language === "es" ? html`aria-current="true"` : null}
              ><span aria-hidden="true">ES</span><span class="hidden">Español</span></a
            >
            <a
              href="?lang=en"
              hreflang="en"
              lang="en"
              ${page.language === "en" ? html`aria-current="true"` : null}
              ><span aria-hidden="true">EN</span><span class="hidden">English</span></a
            >
          </nav>
        </header>
        <main id="main">${page.body}</main>
        <footer class="foot">${page.footer}</footer>
        <script>
          ${SCRIPT}
        </script>
      </body>
    </html>`.text
}

function brandLine(brand: Frame["brand"]): Html {
  const inside = html`${MARK}<span><b>${brand.name}</b><span>${brand.line}</span></span>`
  if (brand.href === undefined) return html`<div class="brand">${inside}</div>`
  return html`<a class="brand" href="${brand.href}">${inside}</a>`
}

export interface Hosted {
  title: string
  panel: Piece
  /** Beside the panel, marked as no part of a real page. */
  strip?: Piece
  leave?: Frame["leave"]
  /** Looks every so many ms whether something happened, and shows it. */
  watchMs?: number
}

/** A hosted page: the panel of the method, beside it what is paid to whom. */
export function hostedPage(view: View, page: Hosted): string {
  const { transaction, language, say, path } = view
  const watch = page.watchMs
    ? html`<div
        hidden
        data-watch="${path}/state"
        data-state="${stateOf(transaction)}"
        data-every="${page.watchMs}"
      ></div>`
    : null
  return frame({
    language,
    title: `${page.title} · ${transaction.merchant.name}`,
    brand: {
      name: transaction.merchant.name,
      line: say("Pago con PayIn", "Payment with PayIn"),
    },
    leave: page.leave,
    body: html`<div class="columns">
        <section class="panel">${otherMethod(view)}${page.panel}</section>
        <aside class="side" aria-label="${say("Resumen del pago", "Payment summary")}">
          ${summary(view)}
        </aside>
        ${page.strip ? html`<div class="strips">${page.strip}</div>` : null}
      </div>
      ${watch}`,
    footer: html`${icon("lock")}<span
        >${say("Página de prueba, servida desde su propia máquina.", "A test page, served from your own machine.")}</span
      >`,
  })
}

/** Under ALL_METHODS the shopper may change the mind until something runs. */
function otherMethod({ transaction, say, path }: View): Html | null {
  const { visit } = transaction
  if (visit.method === transaction.method || visit.step !== "start" || !isOpen(transaction)) {
    return null
  }
  return html`<form method="post" action="${path}/back" class="other-method">
    <button class="button plain small" data-action="other-method">
      ${icon("back")}${say("Cambiar de medio de pago", "Choose another method")}
    </button>
  </form>`
}

/** Changes whenever the page has something new to show. */
export function stateOf({ status, visit }: Transaction): string {
  return `${status}.${visit.step}`
}

function summary(view: View): Html {
  const { transaction, language, say, behaviour } = view
  const { amount, paid_amount, currency, country } = transaction
  const until = moment(transaction.expires_at, country, language)
  return html`<div class="panel stack">
    <div>
      <div class="total-label">
        ${transaction.status === "APPROVED" ? say("Total pagado", "Total paid") : say("Total a pagar", "Total to pay")}
      </div>
      <div class="total">
        ${money(paid_amount ?? amount, currency, country, language, behaviour)}
        ${language === "es" ? html`<span class="total-code">${currency}</span>` : null}
      </div>
    </div>
    <dl class="facts">
      <div>
        <dt>${say("Concepto", "For")}</dt>
        <dd>${transaction.description || "—"}</dd>
      </div>
      <div class="wide-only">
        <dt>${say("Comercio", "Merchant")}</dt>
        <dd>${transaction.merchant.name}</dd>
      </div>
      <div class="wide-only">
        <dt>${say("Pagador", "Payer")}</dt>
        <dd>${transaction.customer.full_name}</dd>
      </div>
      <div class="wide-only">
        <dt>${say("Referencia", "Reference")}</dt>
        <dd class="mono">${transaction.reference}</dd>
      </div>
      <div>
        <dt>${say("Vence", "Expires")}</dt>
        <dd>${until}<br /><span class="muted small">${zoneName(country, language)}</span></dd>
      </div>
    </dl>
  </div>`
}

export function heading(name: IconName, title: string, line: Piece): Html {
  return html`<div class="heading">
    <span class="badge-icon">${icon(name)}</span>
    <div>
      <h1>${title}</h1>
      <p>${line}</p>
    </div>
  </div>`
}

/** Back to the shop as it is: the payment stays open. */
export function leaveLink(view: View, text?: string): Html {
  const label = text ?? view.say("Volver al comercio", "Back to the shop")
  return html`<a class="button plain" data-action="return" href="${view.transaction.redirect_url}"
    >${label}</a
  >`
}

export function copyButton(view: View, text: string, label?: string): Html {
  const { say } = view
  return html`<button
    type="button"
    class="button quiet small"
    data-copy="${text}"
    data-copied="${say("Copiado", "Copied")}"
  >
    ${icon("copy")}<span data-label>${label ?? say("Copiar", "Copy")}</span>
  </button>`
}

export function errorLine(view: View, field: string): Html | null {
  const text = view.errors[field]
  return text === undefined
    ? null
    : html`<p class="error" id="error-${field}" role="alert">${text}</p>`
}
