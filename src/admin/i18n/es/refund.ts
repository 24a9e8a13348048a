export const refund = {
  title: "Reembolso",
  subtitle: "Medusa registra el reembolso y un giro lo lleva a cabo.",
  submit: "Devolver",
  payment: "Pago",
  amountHint: "De este pago quedan {{left}}.",
  where: "A dónde va",
  toShopper: "A donde lo quiera el comprador",
  toAccount: "A una cuenta que conoces",
  shopperHint:
    "A la cuenta que el comprador dio al pagar. Si no dio ninguna, el giro espera hasta que alguien diga a dónde.",
  sure: "{{amount}} irá a {{to}}.",
  sureShopper: "{{amount}} irá a donde lo quiera el comprador.",
  done: "El reembolso quedó registrado",
  unbooked: "No se pudo crear un giro: mira en Anomalías.",
}
