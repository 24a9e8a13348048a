/** Ways to pay and to send money whose names are not understood as they are. */
export const method = {
  ALL_METHODS: "All methods",
  BANK_TRANSFER: "Bank transfer",
  BREB: "Bre-B",
  CARD: "Card",
  CASH: "Cash",
  CASH_ALL: "Cash (bank or store)",
  CASH_BANK: "Cash at a bank",
  CASH_STORE: "Cash at a store",
  EFECTY: "Efecty",
  FORM: "Form",
  PAGOEFECTIVO: "PagoEfectivo",
  SERVICE: "The service's wallet",
  TRANSFIYA: "Transfiya",
}
