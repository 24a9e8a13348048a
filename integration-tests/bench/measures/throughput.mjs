import { interleave } from "../interleave.mjs"
import { lanes } from "../lanes.mjs"
import { MEDUSAS, OURS } from "../shopper.mjs"
import { now } from "../stopwatch.mjs"

/**
 * Orders a second with some under way at once and several products by turns: ours from the first
 * notification to the last payment that is settled and its order announced, theirs from the first cart
 * completion to the last answer. Carts and sessions stand ready before the clock starts. A sample is one
 * round of `orders` orders.
 */
export async function measureThroughput({ shopper, service, witness, rounds, orders, inFlight }) {
  const carts = (provider) =>
    lanes(orders, inFlight, async (order) => {
      const cart = await shopper.fillCart(order)
      const { session } = await shopper.chooseProvider(cart, provider)
      return { cart, reference: session.data.reference }
    })
  // Core makes the shopper a customer with the first cart; two first carts at once are one too many for it.
  await shopper.fillCart()
  const { ours, theirs } = await interleave({
    rounds,
    warmUp: 1,
    ours: async () => {
      const ready = await carts(OURS)
      return perSecond(orders, () =>
        lanes(orders, inFlight, async (order) => {
          const { reference } = ready[order]
          const seen = [witness.sees("settled", reference), witness.sees("placed", reference)]
          await service.approve(reference)
          await Promise.all(seen)
        })
      )
    },
    theirs: async () => {
      const ready = await carts(MEDUSAS)
      return perSecond(orders, () =>
        lanes(orders, inFlight, (order) => shopper.complete(ready[order].cart))
      )
    },
  })
  return {
    name: `orders a second, ${inFlight} at once`,
    ours,
    theirs,
    aim: 0.8,
  }
}

async function perSecond(orders, work) {
  const started = now()
  await work()
  return (orders * 1000) / (now() - started)
}
