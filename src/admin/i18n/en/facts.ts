/** Names of what the server wrote down. */
export const facts = {
  asked: "Asked for",
  payout: "Payout",
  currency: "Currency",
  needed: "Needed",
  balance: "Balance",
  reason: "Reason",
  lacks: "Is missing",
  attempt: "Attempt",
  before: "Before",
  expires: "Ends",
  fulfillment: "Parcel",
  version: "Version",
  was: "Was",
  system: "The system",
  apiKey: "Secret API key {{id}}",
}
