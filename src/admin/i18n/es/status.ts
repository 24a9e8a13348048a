export const status = {
  creating: "En creación",
  pending: "A la espera del pago",
  approved: "Aprobado",
  rejected: "Rechazado",
  expired: "Vencido",
  failed: "Fallido",
}
