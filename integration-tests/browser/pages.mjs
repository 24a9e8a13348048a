/** Every page of the desk: its name for the picture, its address, its first heading in Spanish. */
export function deskPages({ transaction, anomaly, event, payout, beneficiary }) {
  return [
    { name: "overview", path: "/payin", heading: "PayIn" },
    { name: "transactions", path: "/payin/transactions", heading: "Transacciones" },
    { name: "transaction", path: `/payin/transactions/${transaction.id}`, heading: /\$/ },
    { name: "payouts", path: "/payin/payouts", heading: "Giros" },
    { name: "payout", path: `/payin/payouts/${payout.id}`, heading: /\$/ },
    { name: "subscriptions", path: "/payin/subscriptions", heading: "Suscripciones" },
    { name: "beneficiaries", path: "/payin/beneficiaries", heading: "Beneficiarios" },
    {
      name: "beneficiary",
      path: `/payin/beneficiaries/${beneficiary.id}`,
      heading: beneficiary.name,
    },
    { name: "rules", path: "/payin/rules", heading: "Reglas" },
    { name: "lookup", path: `/payin/lookup?q=${transaction.ticket}`, heading: "Consulta" },
    { name: "anomalies", path: "/payin/anomalies", heading: "Anomalías" },
    { name: "anomaly", path: `/payin/anomalies/${anomaly.id}`, heading: "Se pagó otro valor" },
    { name: "events", path: "/payin/events", heading: "Eventos" },
    { name: "event", path: `/payin/events/${event.id}`, heading: event.type },
    { name: "audit", path: "/payin/audit", heading: "Auditoría" },
    { name: "settings", path: "/payin/settings", heading: "Configuración" },
  ]
}
