export const status = {
  creating: "En creación",
  superseded: "Reemplazado",
  lapsed: "Sin pagar",
  pending: "A la espera del pago",
  approved: "Aprobado",
  rejected: "Rechazado",
  expired: "Vencido",
  failed: "Fallido",
}
