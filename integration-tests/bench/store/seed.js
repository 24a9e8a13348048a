/* global require, exports, process */
// `medusa exec` script: the demo's shop with stock for any number of sales.

const { writeFile } = require("node:fs/promises")
const { seedStore } = require("./demo-seed/index.js")

const STOCK = 10_000_000

exports.default = async ({ container }) => {
  const store = await seedStore(container, {
    stock: STOCK,
    // Its configuration takes no cards of ours.
    payment_providers: ({ payment_providers }) => [
      ...payment_providers.filter((id) => !id.startsWith("pp_payin-card_")),
      ...(process.env.BENCH_STRIPE ? ["pp_stripe_stripe"] : []),
    ],
  })
  await writeFile(process.env.BENCH_SEED_RESULT, JSON.stringify(store))
}
