export const menu = {
  payin: "PayIn",
  transactions: "Transacciones",
  transaction: "Transacción",
  lookup: "Consulta",
}
