import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../../../domain/error/reason"
import { PAY_AGAIN_FIELDS } from "../../../../domain/session/pay-again"
import { findPayAgainPage } from "../../../../workflows/pay-again/page"
import { startPayAgain, type Started } from "../../../../workflows/pay-again/start"
import { whileFewWait } from "../../../lock-until-answered"
import { languageOf } from "../../page/language"
import { readPostedForm } from "../../page/posted"
import { answerPage } from "../answer"
import { viewOf } from "../view"

/**
 * `GET /payin/pay/:token`: the page where a shopper pays what an order owes now, with any method. Needs no
 * publishable key. It shows the store, the number of the order and the amount. 404 for an address that never was or
 * is over; 410 where nothing is owed.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orUnread(req, res, async () => {
    const page = await findPayAgainPage(req.scope, req.params.token)
    answerPage(req, res, viewOf(page, languageOf(req)))
  })
}

/**
 * `POST /payin/pay/:token`, `application/x-www-form-urlencoded` or the same fields in a JSON object: the form of
 * that page. 303 leads to the page of the payment service, for exactly what the order owes; a payment that waits for
 * the same method is offered again. Else the page says what is wrong and keeps what was typed: 400, 409 where the
 * order changed or is busy, 410, 413, 415, 429 for too many payments at once, 503.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orUnread(req, res, async () => {
    const { token } = req.params
    const language = languageOf(req)
    const posted = await readPostedForm(req, PAY_AGAIN_FIELDS)
    if ("refused" in posted) {
      const page = await findPayAgainPage(req.scope, token)
      const again = page.state === "open" ? { ...page, problem: "failed" as const } : page
      const status = page.state === "open" ? posted.refused : undefined
      answerPage(req, res, viewOf(again, language), status)
      return
    }
    const { values } = posted
    const started =
      (await whileFewWait(token, () => startPayAgain(req.scope, token, values))) ||
      (await busy(req, token))
    if (started.state === "go") {
      res.setHeader("Cache-Control", "no-store")
      res.setHeader("Referrer-Policy", "no-referrer")
      res.redirect(303, started.url)
      return
    }
    answerPage(req, res, viewOf(started, language, values))
  })
}

async function busy(req: MedusaRequest, token: string): Promise<Started> {
  const page = await findPayAgainPage(req.scope, token)
  return page.state === "open" ? { ...page, problem: "busy" } : page
}

/** A person is never shown an error that only a machine can read. */
async function orUnread(
  req: MedusaRequest,
  res: MedusaResponse,
  answer: () => Promise<void>
): Promise<void> {
  try {
    await answer()
  } catch (error) {
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`payin: a page to pay again cannot be shown: ${reasonOf(error)}`)
    answerPage(req, res, { language: languageOf(req), state: "unread" })
  }
}
