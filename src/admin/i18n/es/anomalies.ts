export const anomalies = {
  title: "Anomalías",
  subtitle: "Dinero que necesita la mirada de una persona, lo más nuevo primero.",
  empty: "Nada salió mal",
  emptyHint: "Aquí aparece, con una salida, el dinero que llega donde nadie lo espera.",
  what: "Qué pasó",
  open: "Abierta",
  resolved: "Resuelta",
  waysOut: "Qué se puede hacer",
  outcome: "Cómo se resolvió",
  decision: "Decisión",
  givenBack: "Reembolsado",
  by: "Por",
  when: "Cuándo",
  facts: "Lo que se sabe",
  note: "Por qué",
  noteHint: "Para quien lo lea después. Máximo 500 caracteres.",
  captured: "Monto que se cobró",
  capturedHint: "Como te lo dijo el servicio cuando le preguntaste.",
  heldId: "Id de la retención",
  heldIdHint:
    "El transaction_id de la retención, como te lo dijo el servicio. Sin él no se puede cobrar.",
  done: "Resuelta",
  together: {
    title_one: "{{count}} tarjeta: no retiene nada",
    title_other: "{{count}} tarjetas: no retienen nada",
    means:
      "El servicio te dijo que no retiene nada en estas tarjetas, por ejemplo tras una caída. Los pedidos que las esperan terminan y las renovaciones se intentan otra vez enseguida.",
    tooMany: "Elige como máximo {{most}} a la vez.",
    sure_one:
      "Dilo solo si el servicio lo confirmó de esta tarjeta. Después se le puede cobrar otra vez.",
    sure_other:
      "Dilo solo si el servicio lo confirmó de cada una de las {{count}} tarjetas. Después se les puede cobrar otra vez.",
    did_one: "{{count}} retención cuenta como terminada.",
    did_other: "{{count}} retenciones cuentan como terminadas.",
    refused_one: "{{count}} se decide por separado:",
    refused_other: "{{count}} se deciden una por una:",
  },
  proposed: "Otra persona debe confirmarlo",
  waits: "Espera a otra persona",
  proposal: "El {{at}} se propuso «{{action}}» ({{amount}}). Lo propuso",
  mayConfirm:
    "Otra persona debe confirmarlo. Tú puedes. Mira abajo lo que se sabe y pulsa el botón de la misma decisión. Si no estás de acuerdo, toma otra decisión: la propuesta termina ahí.",
  whoConfirms:
    "Puede confirmarlo otra persona cuyo usuario ya existía antes de la propuesta. Si la tienda nombra aprobadores, solo ellos.",
  confirming: "Confirmar: {{action}}",
  sureToConfirm: "Otra persona propuso lo mismo. {{sure}}",
  aboveLimit:
    "Por encima del límite, o si no es seguro cuánto sale, otra persona debe confirmarlo.",
  proposedNow: "Propuesto",
  proposedNowHint: "«{{action}}» ({{amount}}) no hace nada hasta que otra persona lo confirme.",
  proposedBy: "Propuesto por",
  action: {
    nothingHeld: "No retiene nada",
    authorized: "La tarjeta retiene",
    declined: "Fue rechazada",
    captured: "El dinero se cobró",
    released: "Ya no retiene",
    accept: "Aceptar el dinero",
    refund: "Reembolsarlo",
    ignore: "Ignorarla",
  },
  means: {
    nothingHeld:
      "El servicio te dijo que no retiene nada en la tarjeta, por ejemplo tras una caída. El pedido que la espera termina y la renovación se intenta otra vez enseguida.",
    authorized:
      "El servicio te dijo que la tarjeta retiene {{amount}}. El pedido sigue como con cualquier tarjeta retenida.",
    declined:
      "El servicio te dijo que la tarjeta fue rechazada. No retiene nada y no se registra nada.",
    captured:
      "El servicio te dijo que se cobró la tarjeta. Lo cobrado se registra en el pedido, como máximo lo retenido.",
    stillCaptured:
      "El servicio te dijo que el dinero de la tarjeta está, tal como se registró. No se registra nada y sus giros pueden salir.",
    released: "El servicio te dijo que liberó {{amount}}. La tarjeta ya no retiene nada.",
    accept: "{{amount}} se registra en su pedido como llegó.",
    acceptMore:
      "Llegaron {{amount}}. {{asked}} se registra en su pedido y un giro reembolsa el resto a la cuenta que indicó el comprador.",
    refund:
      "Un giro reembolsa {{amount}} a la cuenta que indicó el comprador. Si no se conoce ninguna, el giro la espera.",
    ignore: "Se resolvió por otro lado o no es nada. No se mueve dinero.",
    endsPause:
      "Sabes por el servicio cuánto pagó y en qué unidad cuenta. Después pueden salir los otros giros de la cuenta.",
  },
  sure: {
    nothingHeld:
      "Dilo solo si el servicio confirmó que no retiene nada: la tarjeta se podrá cobrar otra vez.",
    authorized: "Dilo solo si el servicio confirmó que la tarjeta retiene {{amount}}.",
    declined: "Dilo solo si el servicio confirmó el rechazo: el comprador podrá pagar otra vez.",
    captured: "{{amount}} se registrará como cobrado. Dilo solo si el servicio lo confirmó.",
    stillCaptured:
      "Dilo solo si el servicio confirmó que cobró {{amount}} y no lo devolvió. Sus giros saldrán después.",
    released: "Dilo solo si el servicio confirmó que {{amount}} ya no está retenido.",
    accept: "{{amount}} se registrará en el pedido. Antes se pregunta otra vez al servicio.",
    acceptMore:
      "Antes se pregunta otra vez al servicio. Luego se registra en el pedido {{asked}} de {{amount}} que llegaron y un giro reembolsa el resto.",
    refund:
      "Antes se pregunta otra vez al servicio. Luego se reembolsan {{amount}} a la cuenta que indicó el comprador.",
    endsPause:
      "Dilo solo cuando sepas por qué el servicio pagó otro monto: los otros giros de la cuenta salen después, y una unidad equivocada también lo es para ellos.",
  },
  did: {
    nothingHeld: "La retención cuenta como terminada.",
    authorized: "La tarjeta cuenta como retenida.",
    declined: "La tarjeta cuenta como rechazada.",
    captured: "{{amount}} quedó registrado.",
    stillCaptured: "{{amount}} sigue registrado. Sus giros salen.",
    released: "La retención cuenta como liberada.",
    accept: "{{amount}} quedó registrado.",
    acceptMore: "{{asked}} quedó registrado. Sigue en Giros el reembolso del resto.",
    refund: "{{amount}} se está reembolsando. Síguelo en Giros.",
    ignore: "No se movió dinero.",
    endsPause: "Los otros giros de la cuenta pueden salir.",
  },
  decided: {
    authorized: "La tarjeta retiene, según dijo el servicio",
    declined: "La tarjeta fue rechazada, según dijo el servicio",
    captured: "El dinero se cobró, según dijo el servicio",
    released: "Ya no retiene, según dijo el servicio",
    accept: "Se aceptó el dinero",
    refund: "El dinero se reembolsa",
    ignore: "Se ignora",
    settled: "Se arregló sola",
  },
  kind: {
    amount_mismatch: "Se pagó otro monto",
    currency_mismatch: "Se pagó en otra moneda",
    paid_after_replaced: "Se pagó un enlace reemplazado",
    paid_after_canceled: "Se pagó un pedido cancelado",
    paid_without_order: "Pagado, pero sin pedido",
    duplicate_payment: "Pagado más de una vez",
    status_changed_after_final: "Cambió un pago ya definitivo",
    unknown_status: "Estado desconocido",
    settled_incompletely: "Falta registrar una parte",
    orphan_order: "Un pedido sin pago",
    refund_without_payout: "Un reembolso sin giro",
    payout_unknown: "No se sabe si un giro salió",
    payout_amount_mismatch: "Un giro por otro monto",
    payout_for_canceled_fulfillment: "Girado por una entrega cancelada",
    card_unknown: "No se sabe si una tarjeta retiene",
    captured_without_order: "Se cobró una tarjeta sin pedido",
    payout_stuck: "Un giro lleva días pendiente",
    hold_not_released: "Una tarjeta sigue retenida",
    order_refund_unknown: "Un pedido muestra un reembolso desconocido",
    webhook_unmatched: "El servicio informó un pago desconocido",
  },
}
