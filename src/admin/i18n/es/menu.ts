export const menu = {
  payin: "PayIn",
  transactions: "Transacciones",
  transaction: "Transacción",
  lookup: "Consulta",
  anomalies: "Anomalías",
  anomaly: "Anomalía",
  events: "Eventos",
  event: "Evento",
  audit: "Auditoría",
}
