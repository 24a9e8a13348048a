/* global module */
// The accounts of the bench's store. A store in production refuses the sandbox's own.

module.exports = ["co", "pe"].map((id) => ({
  username: `bench-${id}`,
  password: `bench-${id}-password`,
  token: `bench-${id}-token`,
  merchantId: `bench-${id}`,
  country: id.toUpperCase(),
  currency: id === "co" ? "COP" : "PEN",
  webhookSecret: `bench-${id}-webhook-secret`,
}))
