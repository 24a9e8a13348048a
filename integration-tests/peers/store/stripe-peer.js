/* global require, module */
// Medusa's own Stripe provider, as shipped but for the address it calls.

const { ModuleProvider, Modules } = require("@medusajs/framework/utils")
const { Stripe, StripeProviderService } = require("./stripe.js")

class StripePeer extends StripeProviderService {
  static identifier = StripeProviderService.identifier

  constructor(cradle, { host, port, ...options }) {
    super(cradle, options)
    this.stripe_ = new Stripe(options.apiKey, { host, port, protocol: "http", telemetry: false })
  }
}

module.exports = ModuleProvider(Modules.PAYMENT, { services: [StripePeer] })
