export const facts = {
  asked: "Solicitado",
  payout: "Giro",
  currency: "Moneda",
  needed: "Se necesita",
  balance: "Saldo",
  reason: "Motivo",
  lacks: "Falta",
  system: "El sistema",
}
