import { storedSentences } from "../text/stored-sentence"

/** Why a period is not renewed, or its card not charged: the `last_error` of a period. */
const REASONS = storedSentences({
  paid_by_other_means: {
    es: "Su pedido se está pagando por otro medio: la tarjeta espera.",
    en: "The order is being paid by other means. The card waits for that.",
  },
  hold_voided: {
    es: "Lo retenido en la tarjeta se liberó antes de cobrarse.",
    en: "The hold on the card was released before it was captured.",
  },
  order_gone: {
    es: "Ya no existe el pedido {order}.",
    en: "Order {order} is gone.",
  },
  held_elsewhere: {
    es: "{provider} retiene un pago del pedido {order}: captúralo o cancélalo.",
    en: "{provider} holds a payment of order {order}: capture or cancel it.",
  },
  order_owes_nothing: {
    es: "El pedido {order} no debe nada.",
    en: "Order {order} owes nothing.",
  },
  order_owes_no_more: {
    es: "El pedido {order} ya no debe nada.",
    en: "Order {order} no longer owes anything.",
  },
  owed_changed: {
    es: "Lo que debe su pedido cambió: se revisa de nuevo.",
    en: "The amount that the order owes has changed. It is checked again.",
  },
  no_session: {
    es: "Medusa no creó una sesión para lo que debe el pedido.",
    en: "Medusa made no payment session for the order.",
  },
  cost_changed: {
    es: "Lo que cuesta la renovación cambió: se hace de nuevo.",
    en: "The price of the renewal has changed. The renewal is made again.",
  },
  no_free_order: {
    es: "Medusa no creó un pedido de un carrito que no cuesta nada.",
    en: "Medusa made no order from a cart that costs nothing.",
  },
  refused: {
    es: "La tarjeta fue rechazada.",
    en: "The card was refused.",
  },
  not_asked: {
    es: "No se pudo pedir el cobro a la tarjeta.",
    en: "No payment could be requested from the card.",
  },
  capture_not_shown: {
    es: "Medusa aún no muestra lo que se cobró.",
    en: "Medusa does not show the captured money yet.",
  },
  no_payment_yet: {
    es: "Medusa aún no tiene un pago de lo retenido: el pedido todavía lo espera.",
    en: "Medusa has no payment for the held money yet. The order still waits for it.",
  },
  no_order_yet: {
    es: "El pedido de lo retenido aún no existe.",
    en: "The order of the held money does not exist yet.",
  },
  order_not_shown: {
    es: "El pedido aún no muestra lo que se cobró.",
    en: "The order does not show the captured money yet.",
  },
  core_at_work: {
    es: "Medusa trabaja en lo retenido: se revisa de nuevo.",
    en: "Medusa is processing the held money. It is checked again.",
  },
  canceled_after: {
    es: "El pedido {order} se canceló después de pedir el cobro a la tarjeta.",
    en: "Order {order} was canceled after the payment was requested from the card.",
  },
  called_off: {
    es: "El pedido {order} se canceló antes de pagarse: no se cobra nada por su período.",
    en: "Order {order} was canceled before it was paid. Nothing is charged for its period.",
  },
  given_back: {
    es: "Se devolvió lo que se cobró.",
    en: "The captured money was refunded.",
  },
  start_taken_back: {
    es: "Se devolvió aquello con lo que empezó la suscripción.",
    en: "The first order of the subscription was refunded.",
  },
  charge_contradicted: {
    es: "El servicio contradice el cobro {reference}, que pagó un período: no se cobra nada más hasta que una persona cierre su anomalía o termine la suscripción.",
    en: "The service contradicts the charge {reference}, which paid a period. Nothing more is charged until a person closes its anomaly or ends the subscription.",
  },
  hold_in_question: {
    es: "El servicio dice otra cosa del cobro {reference} y se le pregunta a una persona: hasta que cierre esa anomalía no se cobra, no se libera y no se repite.",
    en: "The service tells something else of the charge {reference}, and a person is asked. Until they close that anomaly it is not captured, not released and not repeated.",
  },
  nothing_renews: {
    es: "Del pedido {order} no queda nada que se renueve: cancela la suscripción.",
    en: "Order {order} has no items left that renew: cancel the subscription.",
  },
  source_gone: {
    es: "Ya no existe el pedido {order}, según el cual se renueva la suscripción {subscription}.",
    en: "Order {order}, the model for the renewals of subscription {subscription}, is gone.",
  },
  customer_deleted: {
    es: "El cliente {customer} se eliminó de la tienda: ya no se le cobra.",
    en: "Customer {customer} was deleted from the store: they are not charged any more.",
  },
  other_owner: {
    es: "El pedido {order} pasó a otro cliente: la tarjeta que lo renueva no es suya.",
    en: "Order {order} now belongs to another customer, and the card of its renewals does not.",
  },
  no_end: {
    es: "La renovación no llega a su fin: revisa su pedido.",
    en: "The renewal does not finish: check its order.",
  },
  freed_unasked: {
    es: "Su pedido se liberó antes de pedir el cobro a la tarjeta.",
    en: "The order was released before a payment was requested from the card.",
  },
  made_unasked: {
    es: "Su pedido se creó sin pedir el cobro a la tarjeta.",
    en: "The order was made without requesting a payment from the card.",
  },
  ended_unasked: {
    es: "La suscripción terminó antes de pedir el cobro a la tarjeta.",
    en: "The subscription ended before a payment was requested from the card.",
  },
  no_cart: {
    es: "El período no tiene carrito: revisa su suscripción.",
    en: "The period has no cart: check its subscription.",
  },
  cart_gone: {
    es: "Ya no existe el carrito de la renovación: cancela la suscripción.",
    en: "The renewal's cart is gone: cancel the subscription.",
  },
  link_not_asked: {
    es: "El servicio no respondió si se pagó el enlace {reference} de su pedido: se revisa de nuevo.",
    en: "The service did not answer whether link {reference} of its order was paid. It is checked again.",
  },
  payment_under_way: {
    es: "Otro pago del pedido de la renovación está en curso.",
    en: "Another payment of the renewal's order is under way.",
  },
})

/** The reason as it is stored: in English. */
export const renewalReason: typeof REASONS.write = REASONS.write

/** A stored reason in both languages. A text of the bank or of Medusa stays as it is. */
export const renewalReasonText = REASONS.read
