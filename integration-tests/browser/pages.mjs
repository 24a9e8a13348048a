/** What the menu leads to: its address, its first heading in Spanish. */
export const MENU = {
  "/payin": "PayIn",
  "/payin/transactions": "Transacciones",
  "/payin/payouts": "Giros",
  "/payin/subscriptions": "Suscripciones",
  "/payin/beneficiaries": "Beneficiarios",
  "/payin/rules": "Reglas",
  "/payin/lookup": "Consulta",
  "/payin/anomalies": "Anomalías",
  "/payin/events": "Eventos",
  "/payin/audit": "Auditoría",
  "/payin/settings": "Configuración",
}

/**
 * Every page of the desk, and those of Medusa's with parts of it: its name for the picture, its address, its
 * first heading in Spanish. `part`: what of it is the plugin's own; nothing else of it is judged.
 */
export function deskPages(things) {
  const { transaction, anomaly, event, payout, beneficiary, subscription, waiting, held } = things
  return [
    ...["", "/transactions", "/payouts", "/subscriptions", "/beneficiaries", "/rules"].map(listed),
    ...["/anomalies", "/events", "/audit", "/settings"].map(listed),
    { name: "transaction", path: `/payin/transactions/${transaction.id}`, heading: /\$/ },
    { name: "payout", path: `/payin/payouts/${payout.id}`, heading: /\$/ },
    { name: "payout-waiting", path: `/payin/payouts/${waiting[0].id}`, heading: /\$/ },
    {
      name: "subscription",
      path: `/payin/subscriptions/${subscription.id}`,
      heading: subscription.plan_name,
    },
    {
      name: "beneficiary",
      path: `/payin/beneficiaries/${beneficiary.id}`,
      heading: beneficiary.name,
    },
    { name: "lookup", path: `/payin/lookup?q=${transaction.ticket}`, heading: "Consulta" },
    { name: "lookup-payout", path: `/payin/lookup?q=${payout.reference}`, heading: "Consulta" },
    { name: "anomaly", path: `/payin/anomalies/${anomaly.id}`, heading: "Se pagó otro monto" },
    { name: "event", path: `/payin/events/${event.id}`, heading: event.type },
    { name: "orders", path: "/orders", heading: "Pedidos", part: WIDGETS },
    { name: "order", path: `/orders/${transaction.order_id}`, heading: /#/, part: WIDGETS },
    { name: "order-held", path: `/orders/${held.id}`, heading: /#/, part: WIDGETS },
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

function listed(folder) {
  const path = `/payin${folder}`
  return { name: folder.slice(1) || "overview", path, heading: MENU[path] }
}

const WIDGETS = "[data-payin]"
