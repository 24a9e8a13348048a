/** Every page of the desk: its name for the picture, its address, its first heading in Spanish. */
export function deskPages({ transaction, anomaly, event }) {
  return [
    { name: "overview", path: "/payin", heading: "PayIn" },
    { name: "transactions", path: "/payin/transactions", heading: "Transacciones" },
    { name: "transaction", path: `/payin/transactions/${transaction.id}`, heading: /\$/ },
    { name: "lookup", path: `/payin/lookup?q=${transaction.ticket}`, heading: "Consulta" },
    { name: "anomalies", path: "/payin/anomalies", heading: "Anomalías" },
    { name: "anomaly", path: `/payin/anomalies/${anomaly.id}`, heading: "Se pagó otro valor" },
    { name: "events", path: "/payin/events", heading: "Eventos" },
    { name: "event", path: `/payin/events/${event.id}`, heading: event.type },
    { name: "audit", path: "/payin/audit", heading: "Auditoría" },
  ]
}
