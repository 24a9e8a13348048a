import { randomUUID } from "node:crypto"

import { PlainError } from "../../demo/steps/settings.mjs"
import { send } from "../http.mjs"
import { interleave } from "../interleave.mjs"
import { lanes } from "../lanes.mjs"
import merchants from "../store/merchants.js"
import { now } from "../stopwatch.mjs"

const AIM = 0.7
const WALLET = 1_000_000_000_000
/** About what a service across the internet takes for an answer. */
const DISTANT_MS = 100

const [{ username, password, token }] = merchants
const HEADERS = {
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
  "token-top": token,
}

/**
 * Payouts a second that the service accepts. The plugin's run from queued rows through the job
 * until the last answer is written. The service's are as many bodies of the same content sent
 * straight to the service, as many under way at once. With the sandbox as quick as it is, and with
 * one that takes its time for each answer. A sample is one round of so many payouts.
 */
export async function measurePayouts({ medusa, service, sandboxUrl, rounds, payouts, inFlight }) {
  // A store without jobs: none of them sends what the measure is about to send.
  await medusa.boot({ MEDUSA_WORKER_MODE: "server" })
  await service.setWallet(WALLET)
  const rows = []
  for (const ms of [0, DISTANT_MS]) {
    await service.slowPayouts(ms)
    const place = ms === 0 ? "" : `, service ${ms} ms away`
    const samples = await interleave({
      rounds,
      warmUp: 1,
      ours: () => ours(medusa.url, payouts),
      theirs: () => bare(`${sandboxUrl}/api/v1/payout`, payouts, inFlight),
    })
    rows.push(...rowsOf(samples, `payouts, ${inFlight} at once${place}`))
  }
  await medusa.stop()
  return rows
}

function rowsOf({ ours, theirs }, name) {
  const sides = (side) => ({ ours: ours.map(side), theirs, aim: AIM })
  return [
    { name, ...sides(({ accepted }) => accepted) },
    { name: "  ... written and sent", ...sides(({ written }) => written) },
  ]
}

async function ours(url, payouts) {
  const made = await posted(`${url}/bench/payouts`, { count: payouts })
  const { body, ms } = await posted(`${url}/bench/payouts/submit`)
  if (body.sent !== payouts || body.waiting !== 0) {
    throw new PlainError(`Of ${payouts} payouts ${body.sent} were sent, ${body.waiting} wait`)
  }
  return { accepted: rate(payouts, ms), written: rate(payouts, made.ms + ms) }
}

async function bare(url, payouts, inFlight) {
  const started = now()
  await lanes(payouts, inFlight, () => posted(url, payout(), HEADERS))
  return rate(payouts, now() - started)
}

async function posted(url, body = {}, headers = {}) {
  const answer = await send("POST", url, { body, headers })
  if (answer.status === 200) return answer
  throw new PlainError(`${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

function payout() {
  const reference = randomUUID()
  return {
    reference,
    amount: 50000,
    currency: "COP",
    country: "CO",
    payment_method: "BANK_TRANSFER",
    ipn_url: `http://127.0.0.1:9000/hooks/payin/${reference}`,
    customer_data: {
      legal_doc: "1020304050",
      legal_doc_type: "CC",
      phone_code: "57",
      phone_number: "3001112233",
      email: "ana@shop.example",
      full_name: "Ana Ejemplo",
      bank: "BANCOLOMBIA",
      account_number: "12345678901",
      account_type: "AHORRO",
    },
    metadata: { source: "bench" },
  }
}

const rate = (count, ms) => (count * 1000) / ms
