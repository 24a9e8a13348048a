/* global require, process */
// The payment service of the bench: the plugin's sandbox, and the time it takes itself. Run by
// service.mjs, which asks over the channel between the two processes.

const { subscribe } = require("node:diagnostics_channel")
const { createSandbox } = require("medusa-plugin-payin/sandbox")
const { answerWith } = require("./answering.js")
const merchants = require("./merchants.js")

const OPERATIONS = { create: /^\/api\/v1\/payin$/, lookup: /^\/api\/v1\/transaction\// }

const now = () => Number(process.hrtime.bigint()) / 1e6
const sandbox = createSandbox({ port: Number(process.argv[2]), merchants })
const arrived = new WeakMap()
const spent = {}
const counts = {}

// Node tells of every request itself: nothing of the sandbox is touched.
subscribe("http.server.request.start", ({ request }) => {
  arrived.set(request, { at: now(), url: request.url })
})
subscribe("http.server.response.finish", ({ request }) => {
  const { at, url } = arrived.get(request)
  for (const [operation, path] of Object.entries(OPERATIONS)) {
    if (!path.test(url)) continue
    spent[operation] = now() - at
    counts[operation] = (counts[operation] ?? 0) + 1
  }
})
const answers = {
  start: () => sandbox.start(),
  approve({ reference, copies }) {
    const sentAt = now()
    // Its notification leaves at once.
    sandbox.settle(reference, { status: "APPROVED", notify: copies > 0 && { copies } })
    return sentAt
  },
  draft(reference) {
    const [{ url, headers, body }] = sandbox.notify(reference, { lose: true })
    return { url, headers, body }
  },
  setWallet: (amount) => sandbox.setWallet(merchants[0].merchantId, amount),
  slow({ operations, ms }) {
    sandbox.clearFaults()
    for (const operation of operations) {
      sandbox.injectFault({ operation, kind: "slow", times: "always", ms })
    }
  },
  count: (operation) => counts[operation] ?? 0,
  spent(operation) {
    const ms = spent[operation]
    if (ms === undefined) throw new Error(`no "${operation}" was received`)
    return ms
  },
}

answerWith(answers)
