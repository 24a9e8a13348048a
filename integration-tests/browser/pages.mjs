/**
 * Every page of the desk, and those of Medusa's with parts of it: its name for the picture, its address, its
 * first heading in Spanish. `part`: what of it is the plugin's own; nothing else of it is judged.
 */
export function deskPages(things) {
  const { transaction, anomaly, event, payout, beneficiary, subscription, waiting } = things
  return [
    { name: "overview", path: "/payin", heading: "PayIn" },
    { name: "transactions", path: "/payin/transactions", heading: "Transacciones" },
    { name: "transaction", path: `/payin/transactions/${transaction.id}`, heading: /\$/ },
    { name: "payouts", path: "/payin/payouts", heading: "Giros" },
    { name: "payout", path: `/payin/payouts/${payout.id}`, heading: /\$/ },
    { name: "payout-waiting", path: `/payin/payouts/${waiting[0].id}`, heading: /\$/ },
    { name: "subscriptions", path: "/payin/subscriptions", heading: "Suscripciones" },
    {
      name: "subscription",
      path: `/payin/subscriptions/${subscription.id}`,
      heading: subscription.plan_name,
    },
    { name: "beneficiaries", path: "/payin/beneficiaries", heading: "Beneficiarios" },
    {
      name: "beneficiary",
      path: `/payin/beneficiaries/${beneficiary.id}`,
      heading: beneficiary.name,
    },
    { name: "rules", path: "/payin/rules", heading: "Reglas" },
    { name: "lookup", path: `/payin/lookup?q=${transaction.ticket}`, heading: "Consulta" },
    { name: "lookup-payout", path: `/payin/lookup?q=${payout.reference}`, heading: "Consulta" },
    { name: "anomalies", path: "/payin/anomalies", heading: "Anomalías" },
    { name: "anomaly", path: `/payin/anomalies/${anomaly.id}`, heading: "Se pagó otro valor" },
    { name: "events", path: "/payin/events", heading: "Eventos" },
    { name: "event", path: `/payin/events/${event.id}`, heading: event.type },
    { name: "audit", path: "/payin/audit", heading: "Auditoría" },
    { name: "settings", path: "/payin/settings", heading: "Configuración" },
    { name: "orders", path: "/orders", heading: "Pedidos", part: WIDGETS },
    { name: "order", path: `/orders/${transaction.order_id}`, heading: /#/, part: WIDGETS },
    {
      name: "customer",
      path: `/customers/${subscription.customer_id}`,
      heading: /@/,
      part: WIDGETS,
    },
    {
      name: "place",
      path: `/settings/locations/${beneficiary.stock_location_id}`,
      heading: /./,
      part: WIDGETS,
    },
  ]
}

const WIDGETS = "[data-payin]"
