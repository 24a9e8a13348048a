export const payment = {
  title: "PayIn",
  open: "Abrir",
  none: "Aún no se ha pedido ningún pago.",
  payouts: "Giros de este pedido",
  link: "Enlace de pago",
  makeLink: "Obtener el enlace",
  owes: "Este pedido aún debe {{amount}}.",
  description: "Para qué",
  descriptionHint: "El comprador lo lee en la página de pago.",
  payer: "Quién paga",
  payerHint: "Lo que quede vacío se toma del pedido y de lo que el comprador ya dijo.",
  newLink: "Nuevo enlace",
  newLinkHint: "Toma el lugar del enlace que hay, por ejemplo por otro monto o medio.",
  replace: "Reemplazar el enlace",
  replaceSure:
    "Un enlace nuevo pide {{amount}}. El de {{old}} ({{method}}) ya no se ofrece. Si el comprador lo paga de todos modos, el dinero se nota igual.",
  linkUntil: "Se puede pagar hasta {{time}}.",
}
