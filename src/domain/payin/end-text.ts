import type { PayInCause, PayInStatus } from "./state"
import type { Language, Text } from "../text/language"

/** The fields of a pay-in that tell the shopper about its end. */
interface Ended {
  status: PayInStatus
  status_cause: string
  service_status: string | null
  /** The service's text for people, or the plugin's text about a refused request. */
  response_message: string | null
  lapsed_at: Date | null
}

const REJECTED: Text = {
  es: "El pago fue rechazado. No se cobró nada: intenta de nuevo o elige otro medio de pago.",
  en: "The payment was rejected. Nothing was charged: try again or choose another payment method.",
}
const DECLINED: Text = {
  es: "El pago no fue autorizado. No se cobró nada: elige otro medio de pago.",
  en: "The payment was not authorized. Nothing was charged: choose another payment method.",
}
/** Promises nothing about money: the service may correct itself for weeks. */
const EXPIRED: Text = {
  es: "El plazo para pagar terminó. Si ya pagaste, espera la confirmación; si no, empieza el pago de nuevo.",
  en: "The time to pay is over. If you have paid, wait for the confirmation; if not, start the payment again.",
}
/** Promises nothing about money: cash on its way may still arrive. */
const LAPSED: Text = {
  es: "No recibimos el pago a tiempo. Si ya pagaste, espera la confirmación; si no, empieza el pago de nuevo.",
  en: "The payment did not arrive in time. If you have paid, wait for the confirmation; if not, start the payment again.",
}
const REFUSED: Text = {
  es: "El pago no se pudo iniciar. No se cobró nada: revisa tus datos o elige otro medio de pago.",
  en: "The payment could not be started. Nothing was charged: check your details or choose another payment method.",
}
const NOT_RECEIVED: Text = {
  es: "El pago no llegó a iniciarse: intenta de nuevo.",
  en: "The payment was never started: try again.",
}

/**
 * Why a payment will not come, for the shopper; null while it may come and once it came. The
 * service's text goes first. The reason of a refused request is not used: it was shown where the
 * data was posted, and is meant for people who know the store's set-up.
 */
export function endMessage(payIn: Ended, language: Language): string | null {
  const said = payIn.response_message?.trim() || null
  switch (payIn.status) {
    case "approved":
      return null
    case "creating":
    case "pending":
      return payIn.lapsed_at === null ? null : LAPSED[language]
    case "rejected":
      return said ?? (payIn.service_status === "DECLINED" ? DECLINED : REJECTED)[language]
    case "expired":
      return said ?? EXPIRED[language]
    case "failed":
      return (payIn.status_cause === ("refused" satisfies PayInCause) ? REFUSED : NOT_RECEIVED)[
        language
      ]
  }
}
