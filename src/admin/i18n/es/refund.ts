export const refund = {
  title: "Reembolso",
  subtitle: "Medusa registra el reembolso y un giro lo lleva a cabo.",
  submit: "Reembolsar",
  payment: "Pago",
  amountHint: "Se pueden reembolsar {{left}} de este pago.",
  where: "A dónde va",
  toShopper: "A la cuenta del comprador",
  toAccount: "A una cuenta que conoces",
  shopperHint:
    "A la cuenta que el comprador indicó al pagar. Si no indicó ninguna, el giro la espera.",
  sure: "{{amount}} irá a {{to}}.",
  sureShopper: "{{amount}} irá a la cuenta que indicó el comprador.",
  done: "El reembolso quedó registrado",
  unbooked: "No se pudo crear un giro: mira en Anomalías.",
}
