/* global require, process, performance */
// A payment service to which every pay-in is known and pending, and that answers only so many lookups a
// second: beyond, 429 with Retry-After. Run by paced-service.mjs. `payin_bench7`, `ticket-7` and
// `pin_bench7` are one pay-in (rows.mjs).

const http = require("node:http")

const LOOKUP = /^\/api\/v1\/transaction\/(?:ticket-|pin_bench)(\d+)$/
const RETRY_AFTER_SECONDS = 1
// Calls that were on their way when the first of them was refused.
const ON_THE_WAY_MS = 250

const [port, allowed] = process.argv.slice(2).map(Number)
const known = new Set()
const told = { answered: 0, refused: 0, too_early: 0 }
let window = { second: 0, count: 0 }
let refusedAt = -Infinity

function mayAnswer(now) {
  const second = Math.floor(now / 1000)
  if (window.second !== second) window = { second, count: 0 }
  window.count += 1
  return window.count <= allowed
}

function answer(res, status, body, headers = {}) {
  res.writeHead(status, { "content-type": "application/json", ...headers })
  res.end(JSON.stringify(body))
}

const server = http.createServer((req, res) => {
  req.resume()
  const number = LOOKUP.exec(req.url)?.[1]
  if (number === undefined) return answer(res, 404, { code: "00", error: "NOT_FOUND" })
  const now = performance.now()
  const waited = now - refusedAt
  if (waited > ON_THE_WAY_MS && waited < RETRY_AFTER_SECONDS * 1000) told.too_early += 1
  if (!mayAnswer(now)) {
    told.refused += 1
    refusedAt = now
    return answer(res, 429, { code: "00" }, { "retry-after": String(RETRY_AFTER_SECONDS) })
  }
  told.answered += 1
  known.add(number)
  answer(res, 200, {
    code: "01",
    status: "SUCCESS",
    data: {
      ticket: `ticket-${number}`,
      reference: `pin_bench${number}`,
      amount: 50000,
      currency: "COP",
      type_transaction: "PAYIN",
      customer: {},
      status: "PENDING",
      response_message: "PENDING",
      date: "2026-01-01 00:00:00",
    },
  })
})

process.on("message", () => process.send({ ...told, pay_ins: known.size }))
process.once("disconnect", () => process.exit(0))
process.once("SIGTERM", () => process.exit(0))
server.listen(port, "127.0.0.1", () => process.send({ ...told, pay_ins: 0 }))
