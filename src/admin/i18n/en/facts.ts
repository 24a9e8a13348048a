/** Names of what the server wrote down. */
export const facts = {
  asked: "Asked for",
  payout: "Payout",
  currency: "Currency",
  needed: "Needed",
  balance: "Balance",
  reason: "Reason",
  lacks: "Is missing",
  system: "The system",
}
