/* global require, exports, performance */
// A run of the job over the subscriptions that are due, which takes `most` of them: the store runs no jobs meanwhile.
// The plugin is loaded when it is asked: a store that boots without it loads this file too.

exports.POST = async (req, res) => {
  const { renewDue } = require("medusa-plugin-payin/workflows/renew/index")
  const pg = req.scope.resolve("__pg_connection__")
  const count = async (where) => Number((await where.count("* as n").first()).n)
  const { most } = req.body
  const started = performance.now()
  await renewDue(req.scope, { most, budgetMs: Infinity })
  const ms = performance.now() - started
  const due = await count(pg("payin_subscription").where("due_after", "<=", pg.fn.now()))
  const open = await count(pg("payin_cycle").whereNot({ status: "paid" }))
  const [last] = await pg("payin_cycle").whereNotNull("last_error").limit(1)
  res.json({ ms, due, open, last_error: last?.last_error ?? null })
}
