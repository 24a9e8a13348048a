import type { Text } from "../text/language"

/**
 * What can go wrong with money. An operator decides about each (docs/decisions/0010-anomalies.md).
 */
export const ANOMALY_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "paid_after_replaced",
  "paid_after_canceled",
  "paid_without_order",
  "duplicate_payment",
  "status_changed_after_final",
  "unknown_status",
  "settled_incompletely",
  "orphan_order",
  "refund_without_payout",
  "payout_unknown",
  "payout_stuck",
  "payout_amount_mismatch",
  "payout_for_canceled_fulfillment",
  "card_unknown",
  "captured_without_order",
  "hold_not_released",
  "order_refund_unknown",
  "webhook_unmatched",
] as const

export type AnomalyKind = (typeof ANOMALY_KINDS)[number]

const TEXTS: Record<AnomalyKind, Text> = {
  amount_mismatch: {
    es: "Se pagó un monto distinto del pedido. Nada se registró como pagado: acepta lo recibido o devuélvelo.",
    en: "The paid amount differs from the requested amount. Nothing was booked as paid: accept what arrived or refund it.",
  },
  currency_mismatch: {
    es: "El dinero es de otra moneda: el servicio informa una distinta de la pedida, o el pedido está en otra. Nada se registró como pagado. Si el servicio la informa, revísalo con él. Si no, devuelve el dinero.",
    en: "The money is of another currency: the service reports one other than was requested, or the order is in another one. Nothing was booked as paid. If the service reports it, check with the service. Otherwise refund the money.",
  },
  paid_after_replaced: {
    es: "Se pagó un enlace que ya había sido reemplazado y el dinero no pudo ponerse en el pedido. Acéptalo o devuélvelo.",
    en: "A link that had been replaced was paid, and the money could not be booked on the order. Accept it or refund it.",
  },
  paid_after_canceled: {
    es: "Llegó dinero para un pedido ya cancelado. Devuélvelo, o haz un pedido nuevo a mano e ignora esto.",
    en: "Money arrived for an order that was already canceled. Refund it, or make a new order by hand and ignore this.",
  },
  paid_without_order: {
    es: "Se pagó, pero no pudo crearse el pedido (por ejemplo, sin existencias). Crea el pedido o reembolsa el dinero.",
    en: "The payment arrived, but no order could be made (out of stock, for instance). Make the order or refund the money.",
  },
  duplicate_payment: {
    es: "El mismo carrito se pagó más de una vez. Reembolsa el pago que sobra.",
    en: "The same cart was paid more than once. Refund the extra payment.",
  },
  status_changed_after_final: {
    es: "El servicio cambió el estado de una transacción que ya era definitivo. Ningún dinero se movió: revísalo con el servicio.",
    en: "The service changed the status of a transaction that was already final. No money was moved: check with the service.",
  },
  unknown_status: {
    es: "El servicio informó un estado que no conocemos. Nada cambió: consulta la transacción de nuevo o pregunta al servicio.",
    en: "The service reported a status we do not know. Nothing changed: look the transaction up again or ask the service.",
  },
  settled_incompletely: {
    es: "Medusa no muestra todo lo que pasó con este pago. Revisa el pedido y su cobro.",
    en: "Medusa does not show this payment completely. Check the order and its capture.",
  },
  orphan_order: {
    es: "Hay un pedido creado sin pago. Revísalo y cancélalo si no se pagará.",
    en: "An order exists without a payment. Check it, and cancel it if it will not be paid.",
  },
  refund_without_payout: {
    es: "Medusa registró un reembolso, pero no salió dinero hacia el cliente. Devuélvele el monto pendiente.",
    en: "Medusa booked a refund, but no money went to the shopper. Pay the outstanding amount to the shopper.",
  },
  payout_unknown: {
    es: "No se sabe si un giro salió. No lo repitas: espera la respuesta del servicio o confírmalo con él.",
    en: "It is not known whether a payout was sent. Do not repeat it: wait for the service's answer, or ask the service.",
  },
  payout_stuck: {
    es: "El servicio lleva días sin decir si un giro se pagó. Pregúntale y registra en el giro lo que te diga.",
    en: "The service has not said for days whether a payout was paid. Ask the service, and record on the payout what it tells you.",
  },
  payout_amount_mismatch: {
    es: "Un giro salió por un monto distinto del ordenado. Revísalo con el servicio. Si pagó de menos, se puede pagar el resto.",
    en: "A payout was paid with another amount than ordered. Check with the service. If it paid less, the rest can be paid.",
  },
  payout_for_canceled_fulfillment: {
    es: "Se canceló una entrega cuyo giro ya salió. Recupera el monto o descuéntalo del próximo giro.",
    en: "A fulfillment was canceled after its payout was sent. Recover the amount or deduct it from the next payout.",
  },
  card_unknown: {
    es: "No se sabe si una tarjeta fue autorizada. No la cobres otra vez: confirma con el servicio.",
    en: "It is not known whether a card was authorized. Do not charge it again: ask the service.",
  },
  captured_without_order: {
    es: "Se cobró una tarjeta sin que haya un pedido. Crea el pedido o reembolsa el dinero.",
    en: "A card was captured, but there is no order. Make the order or refund the money.",
  },
  hold_not_released: {
    es: "El monto retenido en una tarjeta no se liberó. Pide al servicio que lo libere.",
    en: "The amount held on a card was not released. Ask the service to release it.",
  },
  order_refund_unknown: {
    es: "El pedido muestra un reembolso que ninguno de sus pagos tiene y pide ese dinero. Si nadie lo debe, regístralo en Medusa como crédito del pedido.",
    en: "The order shows a refund that none of its payments has, and asks for that money. If nobody owes it, write a credit line on the order in Medusa.",
  },
  webhook_unmatched: {
    es: "El servicio informó sobre un pago o giro que esta tienda no conoce, con una referencia como las suyas, o nombró dos pagos con tarjeta a la vez. Nada se movió: pregunta al servicio qué es. Pasa cuando otra copia de la base de datos cobró o envió, cuando se restauró una copia de respaldo, o cuando alguien conoce webhookSecret.",
    en: "The service told of a payment or payout that this store does not know, under a reference of its form, or named two card payments at once. Nothing was moved: ask the service what it is. It happens when another copy of the database charged or sent, when a backup was restored, or when somebody knows webhookSecret.",
  },
}

/** What happened and what to do, in plain words for an operator. */
export function describeAnomaly(kind: AnomalyKind): Text {
  return TEXTS[kind]
}

/** Whether an anomaly tells of a payout that was paid with another amount, which pauses its account. */
export function tellsOfPaid(facts: unknown): boolean {
  return typeof facts === "object" && facts !== null && "paid" in facts
}

/**
 * Whether an anomaly tells of a payout that the service calls paid without an amount, which pauses its
 * account until the service names one, or a person closes it.
 */
export function tellsOfUnnamedPayment(facts: unknown): boolean {
  return (
    typeof facts === "object" &&
    facts !== null &&
    "reason" in facts &&
    facts.reason === "amount_not_understood"
  )
}
