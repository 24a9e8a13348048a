import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { parseIpn } from "../../domain/ipn"
import { roomsOf } from "../../workflows/settle"
import { MAX_BODY_BYTES } from "../raw-body"
import { answerHook, TOO_LARGE } from "./answer"
import { receiveCardWebhook } from "./receive-card"
import { receiveIpn } from "./receive-ipn"

/**
 * Medusa's standard addresses `/hooks/payment/payin_<id>` and `payin-card_<id>` (also with `pp_`): core
 * answers 200 to anything and keeps nothing, so for our ids the notification is checked and stored here
 * first. There is no key in these addresses: the signature is always required (design.md 3.4).
 */
export async function guardStandardHook(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { gateway } = roomsOf(req.scope)
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
  if (answer.status !== 202) {
    answerHook(res, answer)
    return
  }
  next()
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
  if (answer.status !== 202) {
    answerHook(res, answer)
    return
  }
  next()
}

function rawBodyOf(req: MedusaRequest): Buffer {
  const body: unknown = req.rawBody
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
