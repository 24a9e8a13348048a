/** Names of what the server wrote down. */
export const facts = {
  asked: "Asked for",
  payout: "Payout",
  currency: "Currency",
  reason: "Reason",
  lacks: "Is missing",
  system: "The system",
}
