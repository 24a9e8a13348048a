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
  linkUntil: "Se puede pagar hasta {{time}}.",
}
