import { MEDUSAS, OURS } from "../bench/shopper.mjs"

const STRIPES = "pp_stripe_stripe"

/**
 * Who is compared. Of each side: `provider`; `pay(session, copies)`: the shopper pays at the service, which
 * tells the store so many times, and answers when the first copy left; `spent()`: milliseconds that the
 * service's stand-in took for the last session. The floor knows no service: its payment is always there.
 */
export function sidesOf({ service, stripe }) {
  return {
    payin: {
      title: "PayIn",
      provider: OURS,
      pay: (session, copies) => service.approve(session.data.reference, copies),
      spent: () => service.spent("create"),
    },
    stripe: {
      title: "Stripe",
      provider: STRIPES,
      pay: (session, copies) => stripe.succeed(session.data.id, copies),
      spent: () => stripe.spent(),
    },
    floor: { title: "system default", provider: MEDUSAS, pay: null, spent: async () => 0 },
  }
}
