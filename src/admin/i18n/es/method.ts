export const method = {
  ALL_METHODS: "Todos los medios",
  BANK_TRANSFER: "Transferencia bancaria",
  BREB: "Bre-B",
  CARD: "Tarjeta",
  CASH: "Efectivo",
  EFECTY: "Efecty",
  PAGOEFECTIVO: "PagoEfectivo",
  SERVICE: "Billetera del servicio",
  TRANSFIYA: "Transfiya",
}
