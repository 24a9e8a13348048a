import type { en } from "./en"

export const es: typeof en = {
  payment: {
    title: "PayIn",
    method: "Medio de pago",
    status: "Estado",
    ticket: "Ticket",
    reference: "Referencia",
    card: "Tarjeta",
    amount: "Monto",
    error: "No se pudo leer el pago de PayIn. Recarga la página para intentarlo de nuevo.",
  },
  status: {
    creating: "En creación",
    pending: "A la espera del pago",
    approved: "Aprobado",
    rejected: "Rechazado",
    expired: "Vencido",
    failed: "Fallido",
  },
}
