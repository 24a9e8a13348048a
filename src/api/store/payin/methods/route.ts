import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { methodAvailability, type MethodRule } from "../../../../domain/country/countries"
import { countryQuery, offerInCountry, type CountryOffer } from "../../../../domain/country/offer"
import { customerFields, type FieldProblem } from "../../../../domain/privacy/customer-data"
import { directRule, isDirect } from "../../../../domain/method/direct"
import { iconPath } from "../../../../domain/method/icon"
import { reasonText, type MethodReason } from "../../../../domain/method/reason"
import { methodPlacesOrderWhilePending } from "../../../../domain/options/options"
import { asksForBank, pseFields } from "../../../../domain/method/pse"
import type { CartOffer } from "../../../../workflows/payment-link/offer"
import { servicesOf } from "../../../../workflows/settle"
import { languageOf } from "../../language"
import { cartQuery, offeredToCart, refuseOffer } from "../offer"
import type { StoreMethodsAnswer } from "../types"

export const query = cartQuery.partial().extend(countryQuery.partial().shape)

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
    refuseOffer(res, offer.problem, language)
    return
  }
  const country = options.countries[offer.account.country]
  const { currency } = country
  const direct = directRule(offer.account, options)
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
          fields: asksForBank(direct, method.payment_method)
            ? [...fields, ...pseFields(direct, language)]
            : fields,
          available: reason === null,
          reason,
          reason_text: reasonText(reason, method, { currency, language }),
          paid_later: methodPlacesOrderWhilePending(options, method.payment_method),
          direct: isDirect(direct, method.payment_method),
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
  return offeredToCart(req)
}

function whyNot(method: MethodRule, offer: CartOffer | CountryOffer): MethodReason | null {
  if ("cardOnly" in offer && offer.cardOnly) {
    return "card_only"
  }
  return offer.amount === null ? null : methodAvailability(method, offer.amount).reason
}
