import { setTimeout as sleep } from "node:timers/promises"

import { PlainError } from "../../demo/steps/settings.mjs"
import { send } from "../http.mjs"
import { fillPending } from "../rows.mjs"
import { now } from "../stopwatch.mjs"

const LOOK_EVERY_MS = 500
const STUCK_AFTER_MS = 60_000

/**
 * So many pending pay-ins that are all due at once, until each was looked up, at a service that allows so
 * many lookups a second. Memory is what the store keeps once its garbage is collected, in bytes, when a
 * tenth was looked up and at the end.
 */
export async function measureReconciliation({ medusa, databaseUrl, paced, pending, allowed }) {
  await medusa.boot({ DATABASE_URL: databaseUrl, BENCH_SANDBOX_URL: paced.url })
  await fillPending(databaseUrl, pending)
  const started = now()
  const atTenth = await progress(paced, Math.ceil(pending / 10))
  const early = await memory(medusa)
  const atEnd = await progress(paced, pending)
  const seconds = (now() - started) / 1000
  const late = await memory(medusa)
  await medusa.stop()
  return { pending, allowed, seconds, atTenth, ...atEnd, memory: { early, late } }
}

async function progress(paced, wanted) {
  let [last, since] = [-1, now()]
  for (;;) {
    const told = await paced.told()
    if (told.pay_ins >= wanted) return told
    if (told.pay_ins > last) [last, since] = [told.pay_ins, now()]
    if (now() - since > STUCK_AFTER_MS) {
      throw new PlainError(`Nothing was looked up for a minute, ${last} of ${wanted} were`)
    }
    await sleep(LOOK_EVERY_MS)
  }
}

async function memory(medusa) {
  const { status, body } = await send("GET", `${medusa.url}/bench/memory`)
  if (status !== 200) throw new PlainError(`/bench/memory answered ${status}`)
  return body
}
