import type { Text } from "./text"

/** Why a payout waits where it waits; shown beside its state. */
export const PAYOUT_REASONS = [
  "payment_not_captured",
  "adoption_pending",
  "refund_young",
  "low_balance",
  "service_down",
  "credentials",
  "payouts_off",
  "over_bound",
  "not_known",
  "contradiction",
] as const
export type PayoutReason = (typeof PAYOUT_REASONS)[number]

const TEXTS: Record<PayoutReason, Text> = {
  payment_not_captured: {
    es: "Espera a que el pago del pedido esté capturado.",
    en: "Waits until the order's payment is captured.",
  },
  adoption_pending: {
    es: "El reembolso viene de una compra que falló: primero se intenta que el dinero pague el pedido.",
    en: "The refund comes from a purchase that failed: first the money is tried for the order.",
  },
  refund_young: {
    es: "El reembolso acaba de registrarse: Medusa aún puede retirarlo.",
    en: "The refund was just booked: Medusa may still take it back.",
  },
  low_balance: {
    es: "El saldo en el servicio no alcanza. Recárguelo; el giro sale solo.",
    en: "The balance at the service does not suffice. Top it up; the payout leaves by itself.",
  },
  service_down: {
    es: "El servicio no responde. Se intenta de nuevo.",
    en: "The service does not answer. It is tried again.",
  },
  credentials: {
    es: "El servicio rechaza las credenciales de la cuenta: revise las opciones.",
    en: "The service refuses the account's credentials: check the options.",
  },
  payouts_off: {
    es: "Los giros están apagados (opción payouts.enabled).",
    en: "Payouts are switched off (option payouts.enabled).",
  },
  over_bound: {
    es: "Con este giro se devolvería más de lo que entró. No sale.",
    en: "With this payout more would be given back than came in. It is not sent.",
  },
  not_known: {
    es: "El servicio dice que no lo conoce. Reenvíelo con la misma referencia.",
    en: "The service says that it does not know it. Resend it under the same reference.",
  },
  contradiction: {
    es: "El servicio dijo que fue rechazado y después que fue pagado. No se envía nada más.",
    en: "The service said it was rejected, and later that it was paid. Nothing more is sent.",
  },
}

export function payoutReasonText(reason: PayoutReason): Text {
  return TEXTS[reason]
}
