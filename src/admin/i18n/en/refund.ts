/** Giving back what an order paid. */
export const refund = {
  title: "Refund",
  subtitle: "Medusa books the refund and a payout carries it out.",
  submit: "Give it back",
  payment: "Payment",
  amountHint: "Of this payment {{left}} is left.",
  where: "Where it goes",
  toShopper: "To where the shopper wants it",
  toAccount: "To an account that you know",
  shopperHint:
    "To what the shopper said at checkout. If nothing was said, the payout waits until somebody says where to.",
  sure: "{{amount}} will go to {{to}}.",
  sureShopper: "{{amount}} will go to where the shopper wants it.",
  done: "The refund is booked",
  unbooked: "No payout could be made: look under Anomalies.",
}
