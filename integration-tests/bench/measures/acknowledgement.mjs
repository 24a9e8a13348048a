import { PlainError } from "../../demo/steps/settings.mjs"
import { send } from "../http.mjs"
import { interleave } from "../interleave.mjs"
import { OURS } from "../shopper.mjs"

/**
 * The answer to a notification, beside a route that only inserts its body. Each notification has another
 * body and is for the same open pay-in; the lookup it requests is over before the next measurement.
 */
export async function measureAcknowledgements({ shopper, service, witness, url, n, warmUp }) {
  const { session } = await shopper.chooseProvider(await shopper.fillCart(), OURS)
  const { reference } = session.data
  const notification = await service.draft(reference)
  let count = 0
  const body = () => ({ ...notification.body, top_extra_params1: `bench ${count++}` })

  const { ours, theirs } = await interleave({
    rounds: n,
    warmUp,
    ours: async () => {
      const processed = witness.sees("processed", reference)
      const [ms] = await Promise.all([
        acknowledged(notification.url, notification.headers, body()),
        processed,
      ])
      return ms
    },
    theirs: () => acknowledged(`${url}/bench/rows`, notification.headers, body()),
  })
  return {
    rows: [{ name: "notification acknowledged | one row inserted", ours, theirs, aim: 2 }],
  }
}

async function acknowledged(address, headers, body) {
  const { status, ms } = await send("POST", address, { headers, body })
  if (status !== 202) throw new PlainError(`${new URL(address).pathname} answered ${status}`)
  return ms
}
