import type { CountryRule } from "../country/countries"
import type { Language, SessionField } from "../privacy/customer-data"

/** The form field for the payment method, used where the service offers no `ALL_METHODS`. */
export function methodField(country: CountryRule, language: Language): SessionField {
  return {
    name: "payment_method",
    label: language === "es" ? "Medio de pago" : "Payment method",
    options: country.methods.filter((rule) => rule.enabled).map((rule) => rule.payment_method),
  }
}
