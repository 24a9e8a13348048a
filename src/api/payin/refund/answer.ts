import type { MedusaResponse } from "@medusajs/framework/http"
import type { Language } from "../../../domain/text/language"
import type { DetailsGiven } from "../../../workflows/refund/page"
import { pageHeaders } from "../page/style"
import { refundPage } from "./page"
import { refundFields, refundPageStatus, type RefundPageView, wrongFields } from "./view"

/**
 * The address is a secret, and Medusa logs the referrer of each request: it holds no path. Not
 * `no-referrer`, with which a browser posts the form with `Origin: null`.
 */
export const REFUND_PAGE_HEADERS = {
  ...pageHeaders("'self'"),
  "Referrer-Policy": "strict-origin",
} as const

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
