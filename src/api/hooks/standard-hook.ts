import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { parseIpn } from "../../domain/notification/ipn"
import { servicesOf } from "../../workflows/settle"
import { MAX_BODY_BYTES } from "../raw-body"
import { answerHook, TOO_LARGE, type HookAnswer } from "./answer"
import { receiveCardWebhook } from "./receive-card"
import { receiveIpn } from "./receive-ipn"

/** Headers that request logs read. */
const HARMLESS_HEADERS = new Set(["host", "content-type", "content-length", "user-agent"])

/**
 * Medusa's standard addresses `/hooks/payment/payin_<id>` and `payin-card_<id>` (also with `pp_`).
 * Medusa answers 200 to anything and keeps nothing (docs/medusa.md#late-and-lost-webhooks), so for
 * the plugin's ids the notification is checked and stored here first. There is no key in these
 * addresses: the signature is always required.
 */
export async function guardStandardHook(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { gateway } = servicesOf(req.scope)
  const provider = req.params.provider.replace(/^pp_/, "")
  if (gateway.options.card !== null && provider === `payin-card_${gateway.options.card.id}`) {
    await receiveCard(req, res, next)
    return
  }
  const account = gateway.options.accounts.find((one) => `payin_${one.id}` === provider)
  if (account === undefined) {
    next()
    return
  }
  const raw = rawBodyOf(req)
  const answer = await receiveIpn(req.scope, {
    reference: parseIpn(raw)?.reference ?? "",
    key: null,
    account: account.id,
    signature: req.get("x-trx-signature"),
    raw,
  })
  goOn(req, res, next, answer)
}

async function receiveCard(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const raw = rawBodyOf(req)
  if (raw.length > MAX_BODY_BYTES) {
    answerHook(res, TOO_LARGE)
    return
  }
  const answer = await receiveCardWebhook(req.scope, {
    raw,
    headers: req.headers,
    knownOnly: true,
  })
  goOn(req, res, next, answer)
}

/**
 * A stored notification needs nothing more from Medusa, which would put the whole request on its
 * event bus, with signature, cookies and the payer's document. Medusa gets an empty request, and
 * answers 200.
 */
function goOn(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
  answer: HookAnswer
): void {
  if (answer.status !== 202) {
    answerHook(res, answer)
    return
  }
  req.body = {}
  req.rawBody = Buffer.alloc(0)
  for (const name of Object.keys(req.headers)) {
    if (!HARMLESS_HEADERS.has(name)) {
      Reflect.deleteProperty(req.headers, name)
    }
  }
  next()
}

function rawBodyOf(req: MedusaRequest): Buffer {
  const body: unknown = req.rawBody
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
