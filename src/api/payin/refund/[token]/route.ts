import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../../../domain/error/reason"
import { findRefundPage, giveRefundDestination } from "../../../../workflows/refund/page"
import { languageOf } from "../../page/language"
import { readPostedForm } from "../../page/posted"
import { answerPage, viewOf } from "../answer"
import { REFUND_FIELD_NAMES } from "../view"

/**
 * `GET /payin/refund/:token`: the page where a shopper says where a refund goes to. Needs no
 * publishable key. 404 for an address that never was, is over or leads to nothing any more; 410
 * where it was said already, which the page confirms.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orBusy(req, res, async () => {
    answerPage(res, viewOf(await findRefundPage(req.scope, req.params.token), languageOf(req)))
  })
}

/**
 * `POST /payin/refund/:token`, `application/x-www-form-urlencoded` or the same fields in a JSON object: the form
 * of that page, once. 400 and the form again names what is wrong; 413, 415 and 503 show it again too, 410 says
 * that it was said before.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orBusy(req, res, async () => {
    const posted = await readPostedForm(req, REFUND_FIELD_NAMES)
    const language = languageOf(req)
    const { token } = req.params
    if ("refused" in posted) {
      const page = await findRefundPage(req.scope, token)
      const again = page.state === "open" ? { ...page, failed: true as const } : page
      answerPage(res, viewOf(again, language), page.state === "open" ? posted.refused : undefined)
      return
    }
    const { values } = posted
    const page = await giveRefundDestination(req.scope, token, values)
    answerPage(res, viewOf(page, language, values))
  })
}

/** A person is never shown an error that only a machine can read. */
async function orBusy(
  req: MedusaRequest,
  res: MedusaResponse,
  answer: () => Promise<void>
): Promise<void> {
  try {
    await answer()
  } catch (error) {
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`payin: a refund's page cannot be shown: ${reasonOf(error)}`)
    answerPage(res, { language: languageOf(req), state: "busy", refund: null })
  }
}
