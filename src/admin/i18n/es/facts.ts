export const facts = {
  asked: "Solicitado",
  payout: "Giro",
  currency: "Moneda",
  reason: "Motivo",
  lacks: "Falta",
  system: "El sistema",
}
