import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { LANGUAGES, type Language } from "../../../domain/text"
import type { DetailsGiven } from "../../../workflows/refund/page"
import { servicesOf } from "../../../workflows/settle"
import { refundPage } from "./page"
import { REFUND_PAGE_HEADERS } from "./style"
import { refundFields, refundPageStatus, type RefundPageView, wrongFields } from "./view"

/** Shows a page of a refund; `status` where another one says more than the page's own. */
export function answerPage(res: MedusaResponse, view: RefundPageView, status?: number): void {
  res
    .status(status ?? refundPageStatus(view))
    .set(REFUND_PAGE_HEADERS)
    .send(refundPage(view))
}

/** What is shown of a refund; `values` is what was typed before. */
export function viewOf(
  page: DetailsGiven,
  language: Language,
  values: Readonly<Record<string, string>> = {}
): RefundPageView {
  if (page.state !== "open") {
    return { language, ...page }
  }
  const { refund, country, known } = page
  const offered = country.payout.methods.map(({ payment_method }) => payment_method)
  return {
    language,
    state: "form",
    refund,
    fields: refundFields(country, known, offered, language),
    values,
    wrong: "problems" in page ? wrongFields(page.problems) : [],
    again: "failed" in page,
  }
}

/** The language that the browser asks for, else the store's. */
export function languageOf(req: MedusaRequest): Language {
  const { language } = servicesOf(req.scope).gateway.options
  const wanted = req.acceptsLanguages([language, ...LANGUAGES])
  return LANGUAGES.find((one) => one === wanted) ?? language
}
