/** The refund of what an order paid. */
export const refund = {
  title: "Refund",
  subtitle: "Medusa books the refund and a payout carries it out.",
  submit: "Refund",
  payment: "Payment",
  amountHint: "{{left}} of this payment can be refunded.",
  where: "Where it goes",
  toShopper: "To the shopper's account",
  toAccount: "To an account that you know",
  shopperHint:
    "To the account that the shopper named at checkout. If none was named, the payout waits for one.",
  sure: "{{amount}} will go to {{to}}.",
  sureShopper: "{{amount}} will go to the account that the shopper named.",
  done: "The refund is booked",
  unbooked: "No payout could be made: look under Anomalies.",
}
