import { storedSentences } from "../text/stored-sentence"

/** Where a person may leave a note the system leaves one, too. */
const NOTES = storedSentences({
  refund_taken_back: {
    es: "Medusa retiró el reembolso.",
    en: "Medusa undid the refund.",
  },
  refund_of_another_try: {
    es: "El dinero paga el pedido {order}: el reembolso era de otro intento de registrarlo.",
    en: "The money pays order {order}. The refund belonged to another attempt to book it.",
  },
  refund_of_failed_completion: {
    es: "El reembolso lo registró una compra que falló: el dinero se queda y paga el pedido.",
    en: "A failed cart completion booked the refund. The money stays and pays the order.",
  },
  decision_taken_back: {
    es: "Se retiró la decisión de devolver este dinero.",
    en: "The decision to refund this money was withdrawn.",
  },
  decided_with: {
    es: "Decidido con {kind} {id}.",
    en: "Decided with {kind} {id}.",
  },
  parcel_canceled: {
    es: "Se canceló la entrega.",
    en: "The fulfillment was canceled.",
  },
  share_gone: {
    es: "Todo volvió o se devolvió.",
    en: "All goods came back or were refunded.",
  },
  share_part: {
    es: "Volvió mercancía, se devolvió dinero o bajó su precio: se deben {owed} de {share}.",
    en: "Goods came back, were refunded or became cheaper: {owed} of {share} is owed.",
  },
  share_whole: {
    es: "Al final no volvió nada: se deben los {share}.",
    en: "Nothing came back after all: all of {share} is owed.",
  },
  share_covered: {
    es: "Un giro anterior, de este pedido, cancelado o de una entrega cancelada, ya pagó {covered} de {share}.",
    en: "An earlier payout of this order, canceled or for a canceled fulfillment, paid {covered} of {share} already.",
  },
  share_beside: {
    es: "Un giro cancelado por esta entrega, a otro beneficiario, se pagó después de todo: quedan {left} de {share}.",
    en: "A canceled payout for this fulfillment, to another beneficiary, was paid after all: {left} of {share} is left.",
  },
  refund_lower: {
    es: "El giro salió por un reembolso que Medusa retiró y no se pagó. Ahora paga uno menor: {owed}.",
    en: "The payout left for a refund that Medusa undid, and was not paid. It pays a smaller one now: {owed}.",
  },
  refund_left: {
    es: "El giro salió por un reembolso que Medusa retiró y no se pagó. Del que paga ahora, de {refund}, los otros giros dejan {left}.",
    en: "The payout left for a refund that Medusa undid, and was not paid. Of the one that it pays now, {refund}, the other payouts leave {left}.",
  },
  refund_paid: {
    es: "Los otros giros del reembolso lo pagan todo.",
    en: "The other payouts of the refund pay all of it.",
  },
  nothing_beyond: {
    es: "El giro {payout} no se pagó, y desde ahora no sale por más que el reembolso.",
    en: "Payout {payout} was not paid, and leaves for no more than the refund from now on.",
  },
  rest_paid: {
    es: "El servicio dice ahora que pagó más del giro anterior.",
    en: "The service says now that it paid more of the earlier payout.",
  },
  share_covers: {
    es: "El giro paga lo que se empacó de nuevo.",
    en: "The payout pays for what was packed anew.",
  },
  said_paid: {
    es: "Una persona registró que, según el servicio, se pagó.",
    en: "A person recorded that the service says it was paid.",
  },
  said_not_paid: {
    es: "Una persona registró que, según el servicio, no se pagó.",
    en: "A person recorded that the service says it was not paid.",
  },
  payout_not_paid: {
    es: "El giro no se pagó.",
    en: "The payout was not paid.",
  },
  payout_gives_back: {
    es: "El giro {payout} reembolsa el dinero.",
    en: "Payout {payout} refunds the money.",
  },
  service_says: {
    es: "El servicio dice ahora: {status}.",
    en: "The service says {status} now.",
  },
  became: {
    es: "Pasó a ser {kind}.",
    en: "Became {kind}.",
  },
  shown: {
    es: "Ya no falta nada por mostrar en Medusa.",
    en: "Medusa now shows everything.",
  },
  booked: {
    es: "El dinero se registró en el pedido {order}.",
    en: "The money was booked on order {order}.",
  },
  links_back: {
    es: "El pedido tiene de nuevo su carrito y su cobro.",
    en: "The order has its cart and its payment collection again.",
  },
  nothing_held: {
    es: "Ya no hay nada retenido.",
    en: "Nothing is held any more.",
  },
  hold_lapsed: {
    es: "El servicio no dijo en {days} días si la tarjeta retiene el dinero: cuenta como liberado, y nunca se cobra.",
    en: "The service did not say for {days} days whether the card holds the money. The hold counts as lapsed and is never captured.",
  },
  order_canceled: {
    es: "El pedido está cancelado.",
    en: "The order is canceled.",
  },
  order_owes_nothing: {
    es: "El pedido no debe nada.",
    en: "The order owes nothing.",
  },
})

/** The note as it is stored: in English. */
export const systemNote: typeof NOTES.write = NOTES.write

/**
 * A stored note in both languages; what a person wrote, and what an older version did, is the same
 * in both.
 */
export const noteText = NOTES.read
