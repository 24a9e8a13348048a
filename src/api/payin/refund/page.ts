import { page } from "../page/document"
import { html, type Html } from "../page/html"
import { seal } from "../page/parts"
import { type FormView, refundForm } from "./form"
import { heading, refundTitle } from "./parts"
import { word, type Word } from "./texts"
import type { RefundPageView, RefundSummary } from "./view"

/**
 * The page behind a refund's link: a complete HTML document that loads nothing and needs no script.
 * Every value in `view` is escaped. To be sent with `REFUND_PAGE_HEADERS` and `refundPageStatus`.
 */
export function refundPage(view: RefundPageView): string {
  switch (view.state) {
    case "form":
      return formPage(view)
    case "thanks":
      return thanksPage(view)
    case "given":
      return endPage(view, view.refund, {
        seal: seal("check", "good"),
        title: "given",
        line: "givenLine",
      })
    case "busy":
      return endPage(view, view.refund, {
        seal: seal("clock", "wait"),
        title: "busy",
        line: "busyLine",
        more: html`<a class="button" href="">${word("retry", view.language)}</a>`,
      })
    case "unknown":
      return endPage(view, null, {
        seal: seal("link", "plain"),
        title: "unknown",
        line: "unknownLine",
      })
  }
}

function formPage(view: FormView): string {
  const { refund, wrong, language } = view
  const title = `${refundTitle(view, refund)} · ${refund.store}`
  return page(
    view.language,
    wrong.length === 0 ? title : `${word("error", language)}: ${title}`,
    html`${heading(view, refund)} ${refundForm(view)}`
  )
}

function thanksPage(view: Extract<RefundPageView, { state: "thanks" }>): string {
  const { language, bank, account_last_four, refund } = view
  const say = (name: Word) => word(name, language)
  const account = account_last_four === "" ? bank : `${bank}, ${say("ending")} ${account_last_four}`
  return endPage(view, refund, {
    seal: seal("check", "good"),
    title: "thanks",
    line: "thanksLine",
    more: html`<dl class="facts">
        <div>
          <dt>${say("destination")}</dt>
          <dd>${account}</dd>
        </div>
      </dl>
      <p>${say("thanksNext")}</p>`,
  })
}

interface End {
  seal: Html
  title: Word
  line: Word
  more?: Html
}

function endPage(
  view: RefundPageView,
  refund: RefundSummary | null,
  { seal: sign, title, line, more }: End
): string {
  const text = word(title, view.language)
  return page(
    view.language,
    refund === null ? text : `${text} · ${refund.store}`,
    html`${refund === null ? null : heading(view, refund)}
      <div class="card end" role="status">
        ${sign} ${refund === null ? html`<h1>${text}</h1>` : html`<h2>${text}</h2>`}
        <p>${word(line, view.language)}</p>
        ${more ?? null}
      </div>`
  )
}
