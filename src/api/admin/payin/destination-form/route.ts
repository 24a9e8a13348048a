import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CUSTOMER_FIELD_NAMES, customerFields } from "../../../../domain/privacy/customer-data"
import type { PayInAccount, PayInOptions } from "../../../../domain/options/options"
import { accountTypeLabel, withForm } from "../../../../domain/payout/methods"
import { servicesOf } from "../../../../workflows/settle"
import { refuse } from "../../../refusal"
import { askedAccount } from "../account"
import type { AdminDestinationForm, AdminDestinationFormAnswer } from "../destination-form-types"

/**
 * `GET /admin/payin/destination-form?account` -> `{ destination_form }`: the methods of the account's
 * country, what stands in the account number of each, and what is asked of the person. 400 names the field.
 */
export function GET(req: MedusaRequest, res: MedusaResponse): void {
  const { options } = servicesOf(req.scope).gateway
  const asked = askedAccount(req, options)
  if ("refusal" in asked) {
    refuse(res, asked.refusal)
    return
  }
  res.json({
    destination_form: formOf(asked.value, options),
  } satisfies AdminDestinationFormAnswer)
}

function formOf(
  account: PayInAccount,
  { countries, decimals }: Pick<PayInOptions, "countries" | "decimals">
): AdminDestinationForm {
  const country = withForm(countries[account.country])
  const { methods, account_types, banks, document_types, bank_optional } = country.payout
  const documents = new Set([...country.document_types, ...document_types])
  const texts = { es: customerFields(country, "es"), en: customerFields(country, "en") }
  return {
    account: account.id,
    country: country.country,
    currency_code: account.currency,
    decimals: decimals[account.currency],
    methods: methods.map(({ payment_method, label, account: number, by_form }) => ({
      payment_method,
      label,
      account: number,
      ...(by_form && { by_form }),
    })),
    account_types: account_types.map((value) => ({ value, label: accountTypeLabel(value) })),
    banks: [...banks],
    bank_optional: bank_optional === true,
    person: CUSTOMER_FIELD_NAMES.map((name, index) => ({
      name,
      label: { es: texts.es[index].label, en: texts.en[index].label },
      max: texts.en[index].max ?? null,
      options: name === "legal_doc_type" ? [...documents] : null,
    })),
    phone_code: country.phone_code,
  }
}
