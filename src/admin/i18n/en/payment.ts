/** The widget on an order's page. */
export const payment = {
  title: "PayIn",
  open: "Open",
}
