/* global require, process, console, Buffer, URLSearchParams, fetch */
// The few calls of Stripe's interface that Medusa's provider makes for a sale, with their state. Run by
// stripe.mjs, which asks over the channel between the two processes. Events are signed by stripe-node.

const { randomUUID } = require("node:crypto")
const http = require("node:http")
const { answerWith } = require("./answering.js")
const { Stripe } = require("./stripe.js")

const [port, webhook, secret] = process.argv.slice(2)
const { webhooks } = new Stripe("sk_test_peers")
const intents = new Map()
const byKey = new Map()
let spent = 0

const now = () => Number(process.hrtime.bigint()) / 1e6
const newId = (prefix) => `${prefix}_${randomUUID().replaceAll("-", "")}`

function createIntent(form, key) {
  const known = byKey.get(key)
  if (known !== undefined) return known
  const id = newId("pi")
  const intent = {
    id,
    object: "payment_intent",
    amount: Number(form.get("amount")),
    amount_received: 0,
    currency: form.get("currency"),
    client_secret: `${id}_secret`,
    metadata: { session_id: form.get("metadata[session_id]") },
    payment_method: null,
    status: "requires_payment_method",
  }
  intents.set(id, intent)
  if (key !== undefined) byKey.set(key, intent)
  return intent
}

const ROUTES = [
  ["POST", /^\/v1\/payment_intents$/, (_, form, key) => createIntent(form, key)],
  ["GET", /^\/v1\/payment_intents\/(\w+)/, (id) => intents.get(id)],
  ["POST", /^\/v1\/payment_intents\/(\w+)\/cancel$/, (id) => change(id, { status: "canceled" })],
  ["POST", /^\/v1\/payment_intents\/(\w+)\/capture$/, (id) => intents.get(id)],
  ["POST", /^\/v1\/customers$/, () => ({ id: newId("cus"), object: "customer" })],
  ["POST", /^\/v1\/refunds$/, () => ({ id: newId("re"), object: "refund", status: "succeeded" })],
]

function change(id, values) {
  return Object.assign(intents.get(id) ?? {}, values)
}

const server = http.createServer((req, res) => {
  const arrivedAt = now()
  const chunks = []
  req.on("data", (chunk) => chunks.push(chunk))
  req.on("end", () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"))
    const path = req.url.split("?")[0]
    const [, pattern, answer] =
      ROUTES.find(([method, pattern]) => method === req.method && pattern.test(path)) ?? []
    const body = answer?.(pattern.exec(path)[1], form, req.headers["idempotency-key"])
    res.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
    res.end(JSON.stringify(body ?? { error: { message: `no ${req.method} ${path}` } }))
    spent = now() - arrivedAt
  })
})

async function tell(intent, copies) {
  const event = { id: newId("evt"), object: "event", type: "payment_intent.succeeded" }
  const payload = JSON.stringify({ ...event, data: { object: intent } })
  const signature = webhooks.generateTestHeaderString({ payload, secret })
  const headers = { "content-type": "application/json", "stripe-signature": signature }
  const post = () => fetch(webhook, { method: "POST", headers, body: payload })
  const answers = await Promise.all(Array.from({ length: copies }, post))
  const refused = answers.find(({ status }) => status !== 200)
  if (refused !== undefined) throw new Error(`${webhook} answered ${refused.status}`)
}

const answers = {
  start: () => new Promise((resolve) => server.listen(Number(port), "127.0.0.1", resolve)),
  /** The shopper has paid. `copies` of the event leave; answers when the first did. */
  succeed({ id, copies }) {
    const intent = change(id, { status: "succeeded" })
    intent.amount_received = intent.amount
    const sentAt = now()
    if (copies > 0) tell(intent, copies).catch(({ message }) => console.error(message))
    return sentAt
  },
  spent: () => spent,
}

answerWith(answers)
