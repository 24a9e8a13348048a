import { setTimeout as sleep } from "node:timers/promises"

import { lanes } from "../lanes.mjs"
import { PollingPages } from "../polling-pages.mjs"
import { OURS } from "../shopper.mjs"
import { now } from "../stopwatch.mjs"

/** As docs/checkout.md tells a return page to poll. */
const POLL_EVERY_MS = 2_000
/** Of each answer to a create or a lookup: the service is far away. */
const SERVICE_MS = 300
/** Pages poll this long before anybody is measured: whatever piles up has done so by then. */
const LEAD_MS = 10_000
const MADE_AT_ONCE = 8

/**
 * How long a real shopper waits for a link beside so many polled sessions of others, all of them
 * fresh: `[{ polled, waits, failed, polls, lookups }]`, waits in milliseconds, polls and lookups a second.
 */
export async function measureFlood({ shopper, service, url, n, polled }) {
  // Medusa makes the shopper a customer with the first cart.
  await shopper.fillCart()
  const sessions = await lanes(
    polled.reduce((sum, count) => sum + count, 0),
    MADE_AT_ONCE,
    (number) => sessionOf(shopper, number)
  )
  const results = []
  await service.slow(["create", "lookup"], SERVICE_MS)
  try {
    for (const count of polled) {
      const urls = sessions.splice(0, count).map((id) => `${url}/store/payin/sessions/${id}`)
      results.push(await besides({ shopper, service, n, urls }))
    }
  } finally {
    await service.slow([], 0)
  }
  return results
}

async function besides({ shopper, service, n, urls }) {
  const carts = await lanes(n, MADE_AT_ONCE, (number) => shopper.fillCart(number))
  const pages = new PollingPages({ urls, headers: shopper.headers, everyMs: POLL_EVERY_MS })
  try {
    await sleep(urls.length === 0 ? 0 : LEAD_MS)
    const before = { polls: pages.polls, lookups: await service.count("lookup"), at: now() }
    const waits = []
    let failed = 0
    for (const cart of carts) {
      try {
        waits.push((await shopper.chooseProvider(cart, OURS)).ms)
      } catch (error) {
        if (error.status === undefined) throw error
        failed += 1
      }
    }
    const seconds = (now() - before.at) / 1000
    return {
      polled: urls.length,
      waits,
      failed,
      polls: (pages.polls - before.polls) / seconds,
      lookups: ((await service.count("lookup")) - before.lookups) / seconds,
    }
  } finally {
    await pages.stop()
  }
}

async function sessionOf(shopper, number) {
  const { session } = await shopper.chooseProvider(await shopper.fillCart(number), OURS)
  return session.id
}
