import { setTimeout as sleep } from "node:timers/promises"

import { interleave } from "../interleave.mjs"
import { MEDUSAS, OURS } from "../shopper.mjs"

// After an order was placed its subscribers are still at work.
const REST_MS = 50

/**
 * From the notification that leaves the sandbox to the captured order, beside completing the same cart
 * with Medusa's own provider (until the answer; its payment is then authorized, not captured).
 */
export async function measureSales({ shopper, service, witness, n, warmUp }) {
  const { ours, theirs } = await interleave({
    rounds: n,
    warmUp,
    ours: async () => {
      const cart = await shopper.fillCart()
      const { session } = await shopper.chooseProvider(cart, OURS)
      const { reference } = session.data
      const captured = witness.sees("captured", cart.cart_id)
      const settled = witness.sees("settled", reference)
      const placed = witness.sees("placed", reference)
      const seen = Promise.all([captured, settled, placed])
      const sent = await service.approve(reference)
      const [capturedAt, settledAt] = await seen
      const lookup = await service.spent("lookup")
      await sleep(REST_MS)
      return { captured: capturedAt - sent, settled: settledAt - sent, lookup }
    },
    theirs: async () => {
      const cart = await shopper.fillCart()
      await shopper.chooseProvider(cart, MEDUSAS)
      const ms = await shopper.complete(cart)
      await sleep(REST_MS)
      return ms
    },
  })
  return {
    rows: [
      {
        name: "notification to captured order | cart completion",
        ours: ours.map(({ captured }) => captured),
        theirs,
        aim: 1.5,
      },
      {
        name: "  ... until all is checked and settled",
        ours: ours.map(({ settled }) => settled),
        theirs,
      },
    ],
    lookups: ours.map(({ lookup }) => lookup),
  }
}
