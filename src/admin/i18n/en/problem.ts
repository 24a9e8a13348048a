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
  serverHint: "Try again. If it stays this way, the server's log tells more.",
}
