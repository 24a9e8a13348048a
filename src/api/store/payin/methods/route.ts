import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { methodAvailability } from "../../../../domain/countries"
import { customerFields } from "../../../../domain/customer-data"
import {
  AmountError,
  isPositive,
  isUnclearThousands,
  majorAmount,
  roundToWire,
} from "../../../../domain/money"
import { LANGUAGES, type Language } from "../../../../domain/text"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import type { StoreMethodsAnswer } from "../types"

export const query = z.object({
  country_code: z.string(),
  currency_code: z.string().optional(),
  amount: z.string().optional(),
})

/**
 * `GET /store/payin/methods?country_code&currency_code&amount`: what a shopper can choose from,
 * with limits in major units. `amount` is the cart's total in major units. 400 names the field.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { options } = servicesOf(req.scope).gateway
  const invalid = (field: string, message: string) =>
    refuse(res, { status: 400, type: "invalid_data", message, field })

  const asked = query.safeParse(req.query)
  if (!asked.success) {
    const field = String(asked.error.issues[0].path[0])
    invalid(field, `${field} is required, once, as text.`)
    return
  }
  const code = asked.data.country_code.toUpperCase()
  const account = options.accounts.find((one) => one.country === code)
  if (account === undefined) {
    invalid("country_code", `This store takes no PayIn payments in "${code.slice(0, 8)}".`)
    return
  }
  const country = options.countries[account.country]
  const currency = (asked.data.currency_code ?? country.currency).toUpperCase()
  if (currency !== country.currency) {
    invalid("currency_code", `${code} is paid in ${country.currency}, not ${currency.slice(0, 8)}.`)
    return
  }
  const amount = readAmount(asked.data.amount, options.decimals[country.currency])
  if (amount === "wrong") {
    invalid(
      "amount",
      "amount must be a number above zero, in major units and with nothing between thousands, e.g. 150000.50."
    )
    return
  }

  const language = languageOf(req, options.language)
  const fields = customerFields(country, language)
  res.json({
    methods: country.methods
      .filter((method) => method.enabled)
      .map((method) => ({
        payment_method: method.payment_method,
        label: method.label[language],
        min: method.min,
        max: method.max,
        description: method.description[language],
        document_types: country.document_types,
        fields,
        ...(amount === null
          ? { available: true, reason: null }
          : methodAvailability(method, amount)),
      })),
  } satisfies StoreMethodsAnswer)
}

/** What the shopper's browser likes best of what there is; the store's language when it says nothing. */
function languageOf(req: MedusaRequest, preferred: Language): Language {
  // The first one offered is the answer to "anything".
  const offered = [preferred, ...LANGUAGES.filter((language) => language !== preferred)]
  const accepted = req.acceptsLanguages(offered)
  return offered.find((language) => language === accepted) ?? preferred
}

function readAmount(text: string | undefined, decimals: number) {
  if (text === undefined) {
    return null
  }
  if (isUnclearThousands(text, decimals)) {
    return "wrong"
  }
  try {
    const amount = roundToWire(majorAmount(text), decimals, "half_up")
    return isPositive(amount) ? amount : "wrong"
  } catch (error) {
    if (error instanceof AmountError) {
      return "wrong"
    }
    throw error
  }
}
