export const payment = {
  title: "PayIn",
  open: "Abrir",
}
