export const problem = {
  offline: "No se pudo llegar al servidor",
  refused: "El servidor rechazó esta solicitud",
  forbidden: "No tienes permiso para ver o hacer esto",
  not_found: "Esto no existe",
  conflict: "Esto no se puede hacer ahora",
  service: "Sin una respuesta útil del servicio de pagos",
  server: "Algo falló en el servidor",
  again: "Intentar de nuevo",
  offlineHint: "Revisa tu conexión e inténtalo de nuevo.",
  asks: "Todavía falta: {{fields}}.",
  code: {
    under_way: "Lo mismo se está haciendo en este momento. Inténtalo en un momento.",
    try_again: "Algo más se está haciendo con esto ahora. Inténtalo en un momento.",
    key_used:
      "Esto ya se pidió y no se sabe qué pasó. Revisa si se hizo antes de pedirlo otra vez.",
    second_person: "Tú participaste en esto: otra persona debe decidirlo.",
    not_a_user: "Solo puede hacerlo una persona que inició sesión, no una clave API.",
    not_an_approver:
      "La opción approvers no te nombra, u otro usuario tuvo antes tu correo: debe decidirlo alguien que figure en ella.",
    too_new:
      "Tu usuario se creó después que esto: debe decidirlo alguien cuyo usuario ya existía. Si no hay nadie, hay que crearlo de nuevo.",
    part_in_payout:
      "Tuviste parte en un giro que espera esta decisión, o tu usuario es más nuevo que él. Si decides lo mismo, pasa a ser tu propuesta.",
    unknown_maker:
      "Esto lo creó o lo cambió una clave API secreta o una cuenta de cliente, y no se sabe quién está detrás. Debe decidirlo alguien que figure en la opción approvers.",
    changed_since: "Cambió desde que lo viste. Míralo de nuevo.",
    busy: "Algo más se está haciendo con esto ahora. Inténtalo en un minuto.",
    account_gone: "Su cuenta ya no está en las opciones: ponla allí de nuevo.",
    installation_held:
      "Esta instalación no es la que movía el dinero antes: aquí no se cobra nada ni se envía a nadie a pagar. En la configuración puedes tomar el control.",
    installation_live: "Esta instalación ya mueve el dinero.",
    moved_on: "Siguió su camino mientras tanto y esto ya no se puede hacer. Míralo de nuevo.",
    refund_stays:
      "Medusa registró este reembolso y no se puede cancelar: págalo aquí, o por otro medio y dilo.",
    not_wanted: "Ya no se debe nada, así que no se envía nada.",
    paid_after_all:
      "El servicio dice ahora que sí pagó lo que había rechazado. No lo pagues por otro medio. Si ese es el pago al que te refieres, confírmalo otra vez.",
    for_recipient:
      "Por encima del límite nadie de la tienda lee la dirección de un formulario: quien la tenga puede quedarse con el dinero. Un correo de tu tienda se la da a quien recibe: se le pidió a tu tienda que lo envíe otra vez, como máximo una vez por minuto. Si nadie lo llena, registra que no se pagó, indica una cuenta bancaria y haz que se apruebe otra vez.",
    which_reference:
      "Se envió con varias referencias cuyo resultado está abierto. Recarga la página y di a cuál te refieres.",
    may_be_adopted: "Este dinero aún puede encontrar su pedido. Inténtalo en un minuto.",
    refunds_blocked: "Esta tienda no reembolsa desde aquí (opción refunds).",
    nothing_captured: "Ningún pago de este pedido se capturó: no hay nada que reembolsar.",
    more_than_left: "Solo se pueden reembolsar {{left}} {{currency}} de este pago.",
    order_changing:
      "Este pedido tiene sin terminar una edición, devolución, cambio, reclamo o traspaso: hay que confirmarlo o cancelarlo primero.",
    person_needed: "No se sabe de quién es esta cuenta: escribe también los datos de la persona.",
    unit_suspected:
      "El servicio cuenta este monto en otra unidad que la de las opciones. De un enlace: corrige la opción amounts.lookup o decimals, reinicia y pregunta de nuevo al servicio. De una tarjeta: pregunta al servicio cuánto cobró y escribe ese monto. De un giro: corrige la opción amounts o decimals.",
    amount_needed:
      "Lo que dijo el servicio no puede ser un cobro de esta retención. Pregúntale cuánto cobró y escribe ese monto.",
    above_hold: "Es más de lo que retiene la tarjeta: no se pudo cobrar tanto.",
    resolved_before: "Alguien la resolvió mientras tanto. Mírala de nuevo.",
    not_possible: "Esto no se puede hacer tal como está ahora. Míralo de nuevo.",
    told_otherwise: "El servicio dijo otra cosa de esta tarjeta: mírala por separado.",
    order_has_it: "Este dinero está registrado en un pedido: reembolsa el pedido.",
    goes_back: "Este dinero se está reembolsando, o ya se reembolsó.",
    order_canceled: "El pedido está cancelado.",
    cart_gone: "El carrito ya no existe y no hay pedido: reembolsa el dinero.",
    other_currency:
      "El pedido está en otra moneda que este dinero: devuélvelo, o resuélvelo fuera de aquí e ignora esto.",
    cart_changed: "El carrito ahora cuesta otra cosa: el dinero se pagó por algo distinto.",
    item_gone:
      "Medusa no puede terminar el carrito: parece que un producto, una promoción u otra parte de él se borró. Restáurala o devuelve el dinero.",
    all_given_back: "Todo lo que llegó ya se reembolsó.",
    nothing_owed: "Este pedido no debe nada: no hay nada que pagar.",
    money_arriving:
      "El dinero de este pedido está en camino o acaba de llegar. Mira en un momento.",
    payment_held: "Hay un pago retenido para este pedido: captúralo o cancélalo primero.",
    draft_is_paid:
      "Este borrador tiene dinero pagado: conviértelo en pedido, y reembólsalo o cancélalo.",
    subscription_ended: "Esta suscripción terminó.",
    past_due: "Su último período nunca se pagó y no hay otro abierto. Termínala.",
    paid_ahead: "El próximo período ya está pagado.",
    paid_today: "Ya se renovó hoy.",
    other_period: "Ese período ya se pagó o ya pasó. Mira la suscripción de nuevo.",
    unnamed_period: "Hoy ya se pagó un período: di cuál se cobra.",
    not_due: "No hay nada por cobrar.",
    event_done: "Esta notificación ya se atendió.",
    unknown_anywhere: "Esta tienda tampoco.",
    known_here:
      "Esta tienda sí lo tiene: la lista de transacciones, o la de giros, lo encuentra con el mismo nombre.",
    known_elsewhere: "Esta tienda lo tiene en la cuenta {{account}}: elige esa.",
  },
  serverHint: "Inténtalo de nuevo. Si sigue igual, el registro del servidor dice más.",
}
