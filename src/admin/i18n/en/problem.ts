/** What went wrong when the server was asked; the server's own words stand below. */
export const problem = {
  offline: "The server could not be reached",
  refused: "The server refused this request",
  forbidden: "You may not see or do this",
  not_found: "This does not exist",
  conflict: "This cannot be done now",
  service: "The payment service did not answer",
  server: "Something went wrong on the server",
  again: "Try again",
  offlineHint: "Check your connection, then try again.",
  code: {
    under_way: "The same is being done right now. Try again in a moment.",
    try_again: "Something else is being done with it right now. Try again in a moment.",
    key_used: "This was mixed up with something else. Try again.",
    second_person: "You made or changed this payout: another person has to decide it.",
    changed_since: "It was changed since you saw it. Look at it again.",
    refunds_blocked: "This store does not give money back here (option refunds).",
  },
  serverHint: "Try again. If it stays this way, the server's log tells more.",
}
