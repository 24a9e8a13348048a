/**
 * Why the payment service gave no answer that can be used, by the server's stable names. Never "try again":
 * they also stand under a payout that may have left.
 */
export const service = {
  nothingDone: "Nothing was done.",
  credentials:
    "The payment service does not accept username, password or token: check them in the options.",
  forbidden: "The payment service does not allow this merchant to do this: ask its support.",
  notFound:
    "The payment service does not know this address or merchant: check addresses, paths and merchantId in the options.",
  refused: "The payment service refused this.",
  declined: "The card was declined.",
  silent: "The payment service did not answer in time.",
  unreachable: "There was no connection to the payment service, or it broke.",
  busy: "Too many calls to the payment service are waiting.",
  limited: "The payment service takes no more calls just now.",
  resting: "The payment service has not been answering and is left alone for a moment.",
  failing: "The payment service had an error of its own.",
  unclear: "The payment service's answer cannot be used. If it stays so, ask its support.",
  stranger: "The payment service answered about another transaction: ask its support.",
  otherAmount:
    "The payment service repeated another amount or currency than it was asked for: ask its support.",
  otherCurrency: "The payment service names another currency: is this the right merchant?",
  notTold: "The payment service did not name it.",
  call: {
    payIn: "Payment link",
    payOut: "Payout",
    lookup: "Lookup",
    profile: "Profile and balance",
    card: "Card",
  },
}
