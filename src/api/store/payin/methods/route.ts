import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { methodAvailability, type MethodRule } from "../../../../domain/countries"
import { customerFields, type FieldProblem } from "../../../../domain/customer-data"
import { iconPath } from "../../../../domain/method-icon"
import { reasonText, type MethodReason } from "../../../../domain/method-reason"
import { methodPlacesOrderWhilePending } from "../../../../domain/options"
import { problemText } from "../../../../domain/problem-text"
import { offerOfCart, type CartOffer } from "../../../../workflows/payment-link/offer"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { languageOf } from "../../language"
import type { StoreMethodsAnswer } from "../types"

// PostgreSQL refuses to search for just any text.
export const query = z.object({ cart_id: z.string().regex(/^\w{1,128}$/) })

const WRONG_ID: FieldProblem = {
  field: "cart_id",
  message: "cart_id is required, once: the id of the cart that is to be paid.",
  es: "cart_id es obligatorio, una sola vez: el id del carrito que se va a pagar.",
}
const UNKNOWN: FieldProblem = {
  field: "cart_id",
  message: "cart_id names no cart of this store.",
  es: "cart_id no es de ningún carrito de esta tienda.",
}

/**
 * `GET /store/payin/methods?cart_id`: what the shopper of a cart can choose from, with limits in major units, in the
 * language of `accept-language`. The account is the one that is on in the cart's region, the amount what the cart owes.
 * 400 names the field of the cart that is wrong, 404 says that there is no such cart.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { options } = servicesOf(req.scope).gateway
  const language = languageOf(req, options.language)
  const invalid = (problem: FieldProblem, status: 400 | 404 = 400) =>
    refuse(res, {
      status,
      type: status === 400 ? "invalid_data" : "not_found",
      message: problemText(problem, language),
      field: problem.field,
    })

  const asked = query.safeParse(req.query)
  if (!asked.success) {
    invalid(WRONG_ID)
    return
  }
  const offer = await offerOfCart(req.scope, asked.data.cart_id)
  if (offer === null) {
    invalid(UNKNOWN, 404)
    return
  }
  if ("problem" in offer) {
    invalid(offer.problem)
    return
  }
  const country = options.countries[offer.account.country]
  const { currency } = country
  const fields = customerFields(country, language)
  res.json({
    methods: country.methods
      .filter((method) => method.enabled)
      .map((method) => {
        const reason = whyNot(method, offer)
        return {
          payment_method: method.payment_method,
          label: method.label[language],
          min: method.min,
          max: method.max,
          description: method.description[language],
          document_types: country.document_types,
          fields,
          available: reason === null,
          reason,
          reason_text: reasonText(reason, method, { currency, language }),
          paid_later: methodPlacesOrderWhilePending(options, method.payment_method),
          direct: false,
          icon: iconPath(method.payment_method),
        }
      }),
  } satisfies StoreMethodsAnswer)
}

function whyNot(method: MethodRule, { amount, cardOnly }: CartOffer): MethodReason | null {
  return cardOnly ? "card_only" : methodAvailability(method, amount).reason
}
