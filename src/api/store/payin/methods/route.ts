import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { methodAvailability, type MethodRule } from "../../../../domain/countries"
import { countryQuery, offerInCountry, type CountryOffer } from "../../../../domain/country-offer"
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
const cartQuery = z.object({ cart_id: z.string().regex(/^\w{1,128}$/) })

export const query = cartQuery.partial().extend(countryQuery.partial().shape)

const WRONG_ID: FieldProblem = {
  field: "cart_id",
  message:
    "cart_id is required, once: the id of the cart that is to be paid. A page without a cart says country_code.",
  es: "cart_id es obligatorio, una sola vez: el id del carrito que se va a pagar. Una página sin carrito dice country_code.",
}
const UNKNOWN: FieldProblem = {
  field: "cart_id",
  message: "cart_id names no cart of this store.",
  es: "cart_id no es de ningún carrito de esta tienda.",
}

/**
 * `GET /store/payin/methods?cart_id`: what the shopper of a cart can choose from, with limits in major units, in the
 * language of `accept-language`. The account is the one that is on in the cart's region, the amount what the cart owes.
 * Without `cart_id`: `country_code`, `currency_code?` and `amount?` (major units), for a page that has no cart.
 * 400 names the field that is wrong, 404 says that there is no such cart.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { options } = servicesOf(req.scope).gateway
  const language = languageOf(req, options.language)
  const offer = await offerOf(req)
  if ("problem" in offer) {
    const { problem } = offer
    const [status, type] =
      problem === UNKNOWN ? ([404, "not_found"] as const) : ([400, "invalid_data"] as const)
    const message = problemText(problem, language)
    refuse(res, { status, type, message, field: problem.field })
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

/** What is offered to the cart that the query names, or else in the country that it names. */
async function offerOf(
  req: MedusaRequest
): Promise<CartOffer | CountryOffer | { problem: FieldProblem }> {
  if (
    req.query.cart_id === undefined &&
    Object.keys(countryQuery.shape).some((key) => key in req.query)
  ) {
    return offerInCountry(req.query, servicesOf(req.scope).gateway.options)
  }
  const asked = cartQuery.safeParse(req.query)
  if (!asked.success) {
    return { problem: WRONG_ID }
  }
  return (await offerOfCart(req.scope, asked.data.cart_id)) ?? { problem: UNKNOWN }
}

function whyNot(method: MethodRule, offer: CartOffer | CountryOffer): MethodReason | null {
  if ("cardOnly" in offer && offer.cardOnly) {
    return "card_only"
  }
  return offer.amount === null ? null : methodAvailability(method, offer.amount).reason
}
