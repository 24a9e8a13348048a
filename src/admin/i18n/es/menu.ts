export const menu = {
  payin: "PayIn",
  transactions: "Transacciones",
  transaction: "Transacción",
  payouts: "Giros",
  payout: "Giro",
  lookup: "Consulta",
  anomalies: "Anomalías",
  anomaly: "Anomalía",
  events: "Eventos",
  event: "Evento",
  audit: "Auditoría",
}
