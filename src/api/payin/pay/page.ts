import { shownAmount } from "../../../domain/money/shown-amount"
import { page } from "../page/document"
import { html, type Html } from "../page/html"
import type { IconName } from "../page/icons"
import { seal, storeLine, summaryCard } from "../page/parts"
import type { Instructions } from "../../../domain/session/data"
import { payForm, type FormView } from "./form"
import { word, type Word } from "./texts"
import type { PayPageView } from "./view"

/**
 * The page behind an order's lasting address: a complete HTML document that loads nothing and needs
 * no script. Every value in `view` is escaped.
 */
export function payPage(view: PayPageView): string {
  return view.state === "form" ? formPage(view) : endPage(view)
}

function formPage(view: FormView): string {
  const { language, store, order, amount, currency, wrong } = view
  const say = (name: Word) => word(name, language)
  const title = `${say("pay")} ${shownAmount(amount, currency, language)} · ${store}`
  const facts = [{ name: say("order"), value: `#${order}` }]
  return page(
    language,
    wrong.length === 0 ? title : `${say("error")}: ${title}`,
    html`${storeLine(store, say("asks"))}
    ${summaryCard(language, { title: say("toPay"), amount, currency }, facts)} ${goOn(view)}
    ${payForm(view)}`
  )
}

/** A payment that was begun and can still be paid: before another one is begun beside it. */
function goOn(view: FormView): Html | null {
  const { language, waiting } = view
  if (waiting === null) {
    return null
  }
  const { label, url, instructions } = waiting
  const say = (name: Word) => word(name, language)
  const nowhere = url === null && instructions === null
  return html`<div class="card go-on">
    <h2>${say("waiting")} ${label}</h2>
    ${instructions === null ? null : instructionsOf(instructions, view)}
    <p>${say(nowhere ? "waitingNowhere" : "waitingLine")}</p>
    <a class="button" href="${url ?? ""}">${say(url === null ? "reload" : "goOn")}</a>
  </div>`
}

function instructionsOf(
  instructions: Instructions,
  { language, amount, currency }: FormView
): Html {
  if (instructions.type === "confirmation") {
    return html`<p><b>${instructions.text}</b></p>`
  }
  const { key, expires_at } = instructions
  const say = (name: Word) => word(name, language)
  return html`<p>${say("payToKey")} <b class="nowrap">${key}</b></p>
    <p><b>${say("exactly")} ${shownAmount(amount, currency, language)}.</b></p>
    ${expires_at === null ? null : html`<p>${say("keyEnds")}</p>`}`
}

type End = Exclude<PayPageView, FormView>

const SIGNS: Record<End["state"], [IconName, "good" | "wait" | "plain"]> = {
  nothing_owed: ["check", "good"],
  order_canceled: ["alert", "plain"],
  arriving: ["clock", "wait"],
  elsewhere: ["alert", "plain"],
  unknown: ["link", "plain"],
  unread: ["clock", "wait"],
}

function endPage(view: End): string {
  const { language, state } = view
  const say = (name: Word) => word(name, language)
  const line: Word = `${state}Line`
  const again = state === "arriving" || state === "unread"
  const body = html`<div class="card end" role="status">
    ${seal(...SIGNS[state])}
    <h1>${say(state)}</h1>
    <p>${say(line)}</p>
    ${again ? html`<a class="button" href="">${say("reload")}</a>` : null}
  </div>`
  return "store" in view
    ? page(
        language,
        `${say(state)} · ${view.store}`,
        html`${storeLine(view.store, `${say("order")} #${view.order}`)} ${body}`
      )
    : page(language, say(state), body)
}
