import { ANOMALY_KINDS, describeAnomaly } from "./kinds"
import { storedSentences } from "../text/stored-sentence"
import type { Text } from "../text/language"

/**
 * Why a person is asked about money, or why it is not booked yet: the `reason` in an anomaly's
 * facts.
 */
const REASONS = storedSentences({
  collection_gone: {
    es: "Ya no existe el cobro del carrito.",
    en: "the payment collection is gone",
  },
  cart_gone: {
    es: "Ya no existe el carrito.",
    en: "the cart is gone",
  },
  order_gone: {
    es: "Ya no existe el pedido.",
    en: "the order is gone",
  },
  item_gone: {
    es: "Medusa no puede terminar el carrito: parece que un producto, una promoción u otra parte de él se borró.",
    en: "Medusa cannot complete the cart: a product, a promotion or another part of it seems to be deleted",
  },
  cart_changed: {
    es: "El carrito cambió después de crear el enlace.",
    en: "the cart changed after the link was made",
  },
  cart_changed_for_card: {
    es: "El carrito cambió después de pedir el cobro a la tarjeta.",
    en: "the cart changed after the payment was requested from the card",
  },
  cart_paid_otherwise: {
    es: "El carrito se paga de otra forma.",
    en: "the cart is paid in another way",
  },
  other_link_first: {
    es: "Otro enlace pagado del mismo carrito va primero.",
    en: "another paid link of the same cart goes first",
  },
  no_session: {
    es: "No se pudo crear una sesión de pago.",
    en: "no payment session could be made",
  },
  being_decided: {
    es: "Una persona decide sobre este dinero en este momento.",
    en: "a person decides about this money at this moment",
  },
  order_without_session: {
    es: "El pedido {order} no tiene una sesión de pago para este cobro.",
    en: "order {order} has no payment session for this money",
  },
  order_canceled: {
    es: "El pedido {order} está cancelado.",
    en: "order {order} is canceled",
  },
  order_owes_nothing: {
    es: "El pedido {order} no debe nada.",
    en: "order {order} owes nothing",
  },
  order_cost_other: {
    es: "El pedido {order} costaba {total} cuando se hizo, y este dinero se pidió por otro total de su carrito. Si lo aceptas, se registra todo en el pedido, aunque sea de menos o de más.",
    en: "order {order} cost {total} when it was placed, and this money was asked for another total of its cart: if it is accepted, all of it is booked on the order, be it too little or too much",
  },
  order_in_other_currency: {
    es: "El pedido {order} está en otra moneda que este dinero.",
    en: "order {order} is in another currency than this money",
  },
  no_order: {
    es: "Ningún pedido vigente espera este dinero.",
    en: "no order waits for this money",
  },
  no_order_shown: {
    es: "Medusa completó el carrito y no muestra un pedido.",
    en: "Medusa completed the cart and shows no order",
  },
  no_payment_shown: {
    es: "Medusa completó el carrito y no muestra un pago.",
    en: "Medusa completed the cart and shows no payment",
  },
  payment_gone: {
    es: "Medusa ya no muestra el pago.",
    en: "Medusa no longer shows the payment",
  },
  payment_not_booked: {
    es: "Medusa no registró un pago en el pedido.",
    en: "Medusa booked no payment on the order",
  },
  payment_not_made: {
    es: "Medusa no creó un pago en el pedido.",
    en: "Medusa made no payment on the order",
  },
  no_transaction: {
    es: "El pedido no muestra la transacción de la captura.",
    en: "the order shows no transaction of the capture",
  },
  no_capture: {
    es: "El pedido {order} no muestra una captura.",
    en: "order {order} shows no capture",
  },
  step_without_effect: {
    es: "Un paso no cambió nada en Medusa ({step}).",
    en: "a step changed nothing in Medusa ({step})",
  },
  other_payment_under_way: {
    es: "Otro pago del pedido está en curso.",
    en: "another payment of the order is under way",
  },
  capture_under_way: {
    es: "Una captura de este pago está en curso.",
    en: "a capture of this payment is under way",
  },
  link_not_found: {
    es: "El servicio aceptó este pago por su versión v2 y, al consultarlo, dice que no lo conoce: nadie ve si llega su dinero.",
    en: "the service accepted this payment by its version v2, and says that it does not know it when it is asked: nobody sees whether its money arrives",
  },
  link_never_asked: {
    es: "Durante 30 días nadie pudo preguntar al servicio si el enlace {reference} se pagó, porque su cuenta no está configurada o es de otro comercio. El pedido espera.",
    en: "for 30 days nobody could ask the service whether link {reference} was paid, because its account is not configured or belongs to another merchant: the order waits",
  },
  link_unpaid: {
    es: "El enlace {reference} terminó sin que se viera dinero, y otro pago del pedido se había anulado. Nada cancela ya el pedido.",
    en: "no money of link {reference} was seen before it ended, and another payment of the order had been given up: nothing cancels the order any more",
  },
  hold_gone: {
    es: "La tarjeta ya no retiene lo que debe el pedido.",
    en: "the card no longer holds what the order owes",
  },
  order_busy: {
    es: "Otro proceso trabaja en el pedido.",
    en: "another process works on the order",
  },
  renewal_makes_order: {
    es: "La renovación está creando su pedido.",
    en: "the renewal is making its order",
  },
  card_being_asked: {
    es: "Se está pidiendo el cobro a la tarjeta.",
    en: "the payment is being requested from the card",
  },
  set_aside: {
    es: "Medusa registró dinero que una persona había excluido.",
    en: "Medusa booked money that a person had excluded",
  },
  canceled_payment_shown: {
    es: "El pedido muestra este dinero como pagado, y Medusa canceló su pago.",
    en: "the order shows this money as paid, and Medusa canceled its payment",
  },
  went_back: {
    es: "El dinero se devolvió con el giro {payout}.",
    en: "the money was refunded by payout {payout}",
  },
  pays_order: {
    es: "El dinero paga el pedido {order}.",
    en: "the money pays order {order}",
  },
  refunded_before: {
    es: "La misma solicitud ya se cumplió con el reembolso {refund} de Medusa; este sobra.",
    en: "the same request was carried out by refund {refund} of Medusa; this one is surplus",
  },
  paid_for_taken_back: {
    es: "Lo pagó el giro {payout} de un reembolso que Medusa retiró: no lo pagues otra vez.",
    en: "payout {payout} of a refund that Medusa took back paid it: do not pay it again",
  },
  left_beyond: {
    es: "El giro {payout} se envió por un reembolso que Medusa retiró, y ahora paga el reembolso {refund}: se enviaron {amount} más de lo que pide ese reembolso.",
    en: "payout {payout} was sent for a refund that Medusa took back, and now pays refund {refund}: {amount} more was sent than that refund asks for",
  },
  cannot_go_back: {
    es: "Se iba a devolver, y ya no queda nada, ningún giro llega al país, o no se sabe de quién era la cuenta indicada.",
    en: "it was to be refunded, but nothing is left of it, or no payout can reach the country, or the owner of the account is not known",
  },
  not_reserved: {
    es: "Una parte del pedido no tiene existencias reservadas.",
    en: "no stock is reserved for a part of the order",
  },
  hold_never_told: {
    es: "El servicio nunca dijo si la tarjeta retiene el dinero.",
    en: "the service never said whether the card holds the money",
  },
  capture_never_told: {
    es: "El servicio nunca dijo si se cobró lo retenido.",
    en: "the service never said whether the held money was captured",
  },
  captured_differs: {
    es: "Medusa muestra {booked} capturados y se cobraron {taken}.",
    en: "Medusa shows {booked} captured, but the service captured {taken}",
  },
  hold_stays: {
    es: "El servicio no lo libera.",
    en: "the service does not release it",
  },
  hold_stays_because: {
    es: "El servicio no lo libera: {said}",
    en: "the service does not release it: {said}",
  },
  service_silent: {
    es: "No se pudo consultar al servicio.",
    en: "the service could not be asked",
  },
  webhook_differs: {
    es: "El webhook del servicio no corresponde a lo pedido ({fields}).",
    en: "the service's webhook is not what was asked for ({fields})",
  },
  webhook_contradicts: {
    es: "El webhook del servicio dice {said} de un pago con tarjeta que está en {status}.",
    en: "the service says {said} of a card payment that is {status}",
  },
  webhook_unasked: {
    es: "El webhook del servicio dice {said} de un pago con tarjeta que está en {status}, y esta tienda no lo pidió.",
    en: "the service says {said} of a card payment that is {status}, and this store did not ask for that",
  },
  webhook_lapsed: {
    es: "El webhook del servicio dice {said} de una retención que contaba como liberada, porque durante días nadie dijo nada de ella. No se cobra: el banco la libera.",
    en: "the service says {said} of a hold that counted as lapsed, because nobody told of it for days; it is not captured, and the bank ends it",
  },
  webhook_unmatched: {
    es: "El webhook del servicio dice {said} de un pago con tarjeta que esta tienda no tiene.",
    en: "the service says {said} of a card payment that this store does not have",
  },
  notification_unmatched: {
    es: "El servicio dice {said} de un pago o giro que esta tienda no tiene.",
    en: "the service says {said} of a payment or payout that this store does not have",
  },
  webhook_names_two: {
    es: "El webhook del servicio dice {said} y nombra dos pagos con tarjeta a la vez.",
    en: "the service says {said} and names two card payments at once",
  },
  webhook_unclear: {
    es: "El servicio envió un webhook {said} que no conocemos sobre un pago con tarjeta que está en {status}.",
    en: "the service sent a webhook {said} that we do not know about a card payment that is {status}",
  },
  webhook_contradicts_itself: {
    es: "El webhook del servicio dice {said} de un pago con tarjeta que está en {status}, y sus propios datos dicen otra cosa.",
    en: "the service says {said} of a card payment that is {status}, and its own data says otherwise",
  },
  answer_contradicts: {
    es: "El servicio responde {said} de un pago con tarjeta que está en {status}.",
    en: "the service answers {said} of a card payment that is {status}",
  },
  answer_differs: {
    es: "El servicio responde {said}, pero no lo que se pidió ({fields}).",
    en: "the service answers {said}, but not what was asked for ({fields})",
  },
  more_than_approved: {
    es: "Se reembolsaría más de lo que corresponde.",
    en: "more would be refunded than is due",
  },
  payin_forgotten: {
    es: "El servicio aprobó este pago y ahora dice que no lo conoce. Ningún giro suyo sale.",
    en: "the service approved this payment, and now says that it does not know it: no payout of it is sent",
  },
  payin_shrank: {
    es: "El servicio aprobó este pago y ahora dice que llegó menos de lo que se quiere devolver o pagar. Ningún giro suyo sale.",
    en: "the service approved this payment, and now says that less arrived than is to be paid out: no payout of it is sent",
  },
  doubt_ignored: {
    es: "Alguien ignoró lo que dijo el servicio de este pago y un giro suyo espera. Pregunta al servicio si el dinero sigue ahí.",
    en: "somebody ignored what the service said of this payment, and a payout of it waits: ask the service whether the money is still there",
  },
  accepted_then_unknown: {
    es: "El servicio lo aceptó y ahora dice que no lo conoce.",
    en: "the service accepted it, and now says that it does not know it",
  },
  heard_of: {
    es: "El servicio envió una notificación sobre este giro y, cuando se le pregunta, dice que no lo conoce.",
    en: "the service sent a notification about this payout, and says that it does not know it when it is asked",
  },
  form_sent: {
    es: "Se pidió un formulario sin respuesta clara. Puede existir aunque el servicio diga que no lo conoce.",
    en: "a form was asked for without a clear answer: it may be there although the service says that it does not know it",
  },
  other_merchant: {
    es: "Se envió con las credenciales de otro comercio: el comercio de ahora no puede conocerlo.",
    en: "it was sent with the credentials of another merchant: the present one cannot know it",
  },
  never_received: {
    es: "Nunca se supo que el servicio lo recibiera, y dice que no lo conoce.",
    en: "the service never confirmed that it received it, and says that it does not know it",
  },
  renewal_order_kept: {
    es: "Una renovación no se pagó y su pedido no se puede cancelar: la mercancía salió, o se pagó una parte. Se le vuelve a pedir a la tarjeta según el plan de reintentos; un enlace de pago lo cobra antes.",
    en: "A renewal was not paid, and its order cannot be canceled: its goods were shipped, or a part of it was paid. The card is charged again by the schedule. A payment link collects it sooner.",
  },
})

/** Fields that an answer of the service lacks; the code is stored (`settlement`). */
const CODES: Partial<Record<string, Text>> = {
  other_reference: {
    es: "La respuesta es de otra referencia.",
    en: "the answer is about another reference",
  },
  other_ticket: {
    es: "La respuesta es de otro ticket.",
    en: "the answer is about another ticket",
  },
  is_a_payin: {
    es: "La respuesta es de un pago recibido, no de un giro.",
    en: "the answer is about a pay-in, not a payout",
  },
  is_a_payout: {
    es: "La respuesta es de un giro, no de un pago recibido.",
    en: "the answer is about a payout, not a pay-in",
  },
  status_not_understood: {
    es: "El estado de la respuesta no se entiende.",
    en: "the status of the answer is not understood",
  },
  amount_not_understood: {
    es: "El monto de la respuesta no se entiende.",
    en: "the amount of the answer is not understood",
  },
}

/** The reason as it is stored: in English. */
export const anomalyReason: typeof REASONS.write = REASONS.write

/**
 * A stored reason, or the kind of an anomaly, in both languages. An error text of Medusa or of the
 * service stays as it is.
 */
export function reasonText(reason: string): Text {
  const kind = ANOMALY_KINDS.find((one) => one === reason)
  return kind === undefined ? (CODES[reason] ?? REASONS.read(reason)) : describeAnomaly(kind)
}
