/* global require, exports */
// Medusa brings its Stripe provider along, and that the version of stripe-node that it calls Stripe with.

const { createRequire } = require("node:module")
const { default: provider, discoveryPath } = require("@medusajs/medusa/payment-stripe")

exports.StripeProviderService = provider.services.find(({ identifier }) => identifier === "stripe")
exports.Stripe = createRequire(discoveryPath)("stripe")
