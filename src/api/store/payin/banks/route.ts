import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { directRule } from "../../../../domain/method/direct"
import { asksForBank, NO_LIST, PSE } from "../../../../domain/method/pse"
import { banksOfAccount } from "../../../../workflows/payment-link/banks"
import { servicesOf } from "../../../../workflows/settle"
import { languageOf } from "../../language"
import { cartQuery, offeredToCart, refuseOffer } from "../offer"
import type { StoreBanksAnswer } from "../types"

export const query = cartQuery

/**
 * `GET /store/payin/banks?cart_id`: the banks and wallets from which a shopper chooses one, where the cart is paid by
 * direct PSE. `banks` is empty where it is not, and while there is no list: then `message` says so, and another method
 * still works. 400 and 404 as of the methods.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { options } = servicesOf(req.scope).gateway
  const language = languageOf(req, options.language)
  const offer = await offeredToCart(req)
  if ("problem" in offer) {
    refuseOffer(res, offer.problem, language)
    return
  }
  const { account } = offer
  const isAsked = asksForBank(directRule(account, options), PSE)
  const banks = isAsked ? await banksOfAccount(req.scope, account) : []
  const message = isAsked && banks.length === 0 ? NO_LIST : null
  res.json({
    banks: banks.map(({ code, name, image }) => ({ code, name, image })),
    message: message && (language === "es" ? message.es : message.message),
  } satisfies StoreBanksAnswer)
}
