/* global require, exports, performance */
// What the job does with the subscriptions that are due, run after run: the store runs no jobs meanwhile.

const { renewDue } = require("medusa-plugin-payin/workflows/renew/index")

exports.POST = async (req, res) => {
  const pg = req.scope.resolve("__pg_connection__")
  const count = async (where) => Number((await where.count("* as n").first()).n)
  const due = () => pg("payin_subscription").where("due_after", "<=", pg.fn.now())
  const started = performance.now()
  while ((await count(due())) > 0) await renewDue(req.scope)
  const ms = performance.now() - started
  const open = await count(pg("payin_cycle").whereNot({ status: "paid" }))
  const [last] = await pg("payin_cycle").whereNotNull("last_error").limit(1)
  res.json({ ms, open, last_error: last?.last_error ?? null })
}
