import { BenchMedusa } from "../bench/medusa.mjs"
import { MEDUSAS, OURS } from "../bench/shopper.mjs"

const STRIPES = "pp_stripe_stripe"

/**
 * What each side's Medusa has loaded: what a store that picked it would have, and nothing of the others'. All are
 * processes of one store and one database, so that they can take turns.
 */
const LOADED = {
  payin: { BENCH_PLUGIN: "on", BENCH_STRIPE: "" },
  stripe: { BENCH_PLUGIN: "off" },
  floor: { BENCH_PLUGIN: "off", BENCH_STRIPE: "" },
}

/**
 * Who is compared. Of each side: `medusa`, its process, not started yet; `hasPlugin`, whether the plugin is in
 * it; `shopper`, who buys there; `provider`; `pay(session, copies)`: the shopper pays at the service, which tells
 * the store so many times, and answers when the first copy left; `spent()`: milliseconds that the service's
 * stand-in took for the last session. The floor knows no service: its payment is always there.
 */
export function sidesOf({ stage, ports, stripe }) {
  const { service } = stage
  const place = (name) => placeOf(stage, ports[name], LOADED[name])
  return {
    payin: {
      title: "PayIn",
      ...place("payin"),
      provider: OURS,
      pay: (session, copies) => service.approve(session.data.reference, copies),
      spent: () => service.spent("create"),
    },
    stripe: {
      title: "Stripe",
      ...place("stripe"),
      provider: STRIPES,
      pay: (session, copies) => stripe.succeed(session.data.id, copies),
      spent: () => stripe.spent(),
    },
    floor: {
      title: "system default",
      ...place("floor"),
      provider: MEDUSAS,
      pay: null,
      spent: async () => 0,
    },
  }
}

function placeOf({ medusa: { environment }, folder, shopper }, port, loaded) {
  const url = `http://127.0.0.1:${port}`
  const medusa = new BenchMedusa({
    folder,
    port,
    environment: { ...environment, ...loaded, BENCH_STORE_URL: url },
  })
  return { medusa, hasPlugin: loaded.BENCH_PLUGIN === "on", shopper: shopper.at(url) }
}
