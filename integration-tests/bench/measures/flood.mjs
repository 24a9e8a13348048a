import { setTimeout as sleep } from "node:timers/promises"

import { lanes } from "../lanes.mjs"
import { ReturnPages } from "../return-pages.mjs"
import { OURS } from "../shopper.mjs"
import { now } from "../stopwatch.mjs"

/** Of each answer to a create or a lookup: the service is far away. */
const SERVICE_MS = 300
/** Pages open within this time. */
const OPENED_WITHIN_MS = 20_000
/** And go on this long before anybody is measured: whatever piles up has done so by then, and who polls has slowed down. */
const LEAD_MS = 60_000
const MADE_AT_ONCE = 8

/**
 * How long a real shopper waits for a link beside so many open return pages of others, which listen or poll, each on a
 * fresh session: `[{ pages, listen, waits, failed, told, lookups }]`, waits in milliseconds, the last two a second.
 */
export async function measureFlood({ shopper, service, url, n, floods }) {
  // Medusa makes the shopper a customer with the first cart.
  await shopper.fillCart()
  const sessions = await lanes(
    floods.reduce((sum, { pages }) => sum + pages, 0),
    MADE_AT_ONCE,
    (number) => sessionOf(shopper, number)
  )
  const results = []
  await service.slow(["create", "lookup"], SERVICE_MS)
  try {
    for (const { pages, listen } of floods) {
      const urls = sessions.splice(0, pages).map((id) => `${url}/store/payin/sessions/${id}`)
      results.push(await besides({ shopper, service, n, urls, listen }))
    }
  } finally {
    await service.slow([], 0)
  }
  return results
}

async function besides({ shopper, service, n, urls, listen }) {
  const carts = await lanes(n, MADE_AT_ONCE, (number) => shopper.fillCart(number))
  const { headers } = shopper
  const pages = new ReturnPages({ urls, headers, listen, withinMs: OPENED_WITHIN_MS })
  try {
    await sleep(urls.length === 0 ? 0 : OPENED_WITHIN_MS + LEAD_MS)
    if (listen && pages.open < urls.length) {
      throw new Error(`only ${pages.open} of ${urls.length} pages listen`)
    }
    const before = { told: pages.told, lookups: await service.count("lookup"), at: now() }
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
      pages: urls.length,
      listen,
      waits,
      failed,
      told: (pages.told - before.told) / seconds,
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
