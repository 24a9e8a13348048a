import { PlainError } from "../../demo/steps/settings.mjs"
import { send } from "../http.mjs"
import { interleave } from "../interleave.mjs"
import { lanes } from "../lanes.mjs"
import { CARD, MEDUSAS } from "../shopper.mjs"
import { now } from "../stopwatch.mjs"

const AIM = 0.6
const COFFEE = 0
/** One request each: making them takes the service three calls. */
const PIECE = 500

/**
 * Renewals a second while `subscriptions` of them are due at once; a round is a run of the job that takes
 * `renewed` of them, from the first claim to the last period that is paid (cart, delivery, hold, order, capture).
 * Beside it completions a second of carts that stand ready, with Medusa's own provider, and carts made and
 * completed. Memory is what the store keeps once its garbage is collected, in bytes, after the first round and at
 * the end.
 */
export async function measureRenewals({
  medusa,
  shopper,
  rounds,
  subscriptions,
  renewed,
  carts,
  inFlight,
}) {
  if (subscriptions < renewed * (rounds + 1)) {
    throw new PlainError(
      `--subscriptions ${subscriptions}: ${rounds + 1} rounds renew ${renewed} each`
    )
  }
  // A store without jobs: none of them renews what the measure is about to renew.
  await medusa.boot({ MEDUSA_WORKER_MODE: "server", BENCH_CARDS: "on" })
  await begin(medusa.url, shopper)
  await makeDue(medusa.url, subscriptions)
  const memory = []
  let left = subscriptions
  const { ours, theirs } = await interleave({
    rounds,
    warmUp: 1,
    ours: async () => {
      const answer = await posted(`${medusa.url}/bench/subscriptions/renew`, { most: renewed })
      const { ms, due, open, last_error } = answer
      if (open > 0 || due !== left - renewed) {
        throw new PlainError(`${open} periods stay open, ${due} are due still: ${last_error}`)
      }
      left = due
      memory.push(await kept(medusa.url))
      return (renewed * 1000) / ms
    },
    theirs: async () => {
      const started = now()
      const ready = await lanes(carts, inFlight, async (n) => {
        const cart = await shopper.fillCart(COFFEE)
        await shopper.chooseProvider(cart, MEDUSAS)
        return { cart, n }
      })
      const madeAt = now()
      await lanes(carts, inFlight, (n) => shopper.complete(ready[n].cart))
      const [whole, completing] = [now() - started, now() - madeAt]
      return { whole: (carts * 1000) / whole, completing: (carts * 1000) / completing }
    },
  })
  await medusa.stop()
  return {
    rows: [
      {
        name: "renewals | cart completions",
        ours,
        theirs: theirs.map(({ completing }) => completing),
        aim: AIM,
      },
      {
        name: "  ... | carts made and completed",
        ours,
        theirs: theirs.map(({ whole }) => whole),
      },
    ],
    subscriptions,
    renewed: renewed * (rounds + 1),
    memory: { early: memory[0], late: memory.at(-1) },
  }
}

/** The one that all others are made like, from a checkout by card. */
async function begin(url, shopper) {
  await posted(`${url}/bench/subscriptions/begin`, shopper.placeOf(COFFEE))
  const cart = await shopper.fillCart(COFFEE)
  await shopper.chooseProvider(cart, CARD)
  const { order_id } = await shopper.placeOrder(cart)
  await posted(`${url}/bench/subscriptions/begin`, { order_id })
}

async function makeDue(url, subscriptions) {
  for (let made = 0, round = 0; made < subscriptions; made += PIECE, round++) {
    const piece = Math.min(PIECE, subscriptions - made)
    await posted(`${url}/bench/subscriptions`, { round, count: piece })
  }
}

async function kept(url) {
  return (await asked("GET", `${url}/bench/memory`)).body
}

async function posted(url, body = {}) {
  return (await asked("POST", url, { body })).body
}

async function asked(method, url, init) {
  const answer = await send(method, url, init)
  if (answer.status === 200) return answer
  throw new PlainError(`${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
