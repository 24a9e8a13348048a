/** Ways to pay and to send money whose names are not understood as they are. */
export const method = {
  ALL_METHODS: "All methods",
  BANK_TRANSFER: "Bank transfer",
  BREB: "Bre-B",
  CARD: "Card",
  CASH: "Cash",
  EFECTY: "Efecty",
  PAGOEFECTIVO: "PagoEfectivo",
  SERVICE: "The service's wallet",
  TRANSFIYA: "Transfiya",
}
