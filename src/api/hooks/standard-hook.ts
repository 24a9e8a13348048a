import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { parseIpn } from "../../domain/ipn"
import { roomsOf } from "../../workflows/settle"
import { receiveIpn } from "./receive-ipn"

/**
 * Medusa's standard address `/hooks/payment/payin_<id>` (also with `pp_`): core answers 200 to anything
 * and keeps nothing, so for our ids the notification is checked and stored here first. There is no key in
 * this address: the signature is always required (design.md 3.4).
 */
export async function guardStandardHook(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { gateway } = roomsOf(req.scope)
  const provider = req.params.provider.replace(/^pp_/, "")
  const account = gateway.options.accounts.find((one) => `payin_${one.id}` === provider)
  if (account === undefined) {
    next()
    return
  }
  const body: unknown = req.rawBody
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const answer = await receiveIpn(req.scope, {
    reference: parseIpn(raw)?.reference ?? "",
    key: null,
    account: account.id,
    signature: req.get("x-trx-signature"),
    raw,
  })
  if (answer.status !== 202) {
    res.status(answer.status).json({ message: answer.message })
    return
  }
  next()
}
