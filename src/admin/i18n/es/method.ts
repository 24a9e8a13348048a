export const method = {
  ALL_METHODS: "Todos los medios",
  BANK_TRANSFER: "Transferencia bancaria",
  BREB: "Bre-B",
  CARD: "Tarjeta",
  CASH: "Efectivo",
  CASH_ALL: "Efectivo (banco o tienda)",
  CASH_BANK: "Efectivo en un banco",
  CASH_STORE: "Efectivo en una tienda",
  EFECTY: "Efecty",
  PAGOEFECTIVO: "PagoEfectivo",
  SERVICE: "Billetera del servicio",
  TRANSFIYA: "Transfiya",
}
