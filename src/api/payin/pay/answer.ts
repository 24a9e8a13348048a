import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { servicesOf } from "../../../workflows/settle"
import { pageHeaders } from "../page/style"
import { payPage } from "./page"
import { payPageStatus, type PayPageView } from "./view"

/** Shows the page; `status` where another one says more than the page's own. */
export function answerPage(
  req: MedusaRequest,
  res: MedusaResponse,
  view: PayPageView,
  status?: number
): void {
  const { callbackUrl } = servicesOf(req.scope).gateway.options
  res
    .status(status ?? payPageStatus(view, req.method === "POST"))
    .set(pageHeaders(formAction(callbackUrl)))
    // The address is a secret, which neither the service nor a log of referrers may see.
    .set("Referrer-Policy", "no-referrer")
    .send(payPage(view))
}

/**
 * The form leads to the service's page by a redirect, which a browser holds to this rule too. Where
 * that page is, only its answer tells. A store without https develops against a sandbox without it.
 */
export function formAction(callbackUrl: string): string {
  return callbackUrl.startsWith("https:") ? "'self' https:" : "'self' https: http:"
}
