/* global require, exports */
// What the job does with the payouts that are due, at once: the store runs no jobs meanwhile. The plugin is loaded
// when it is asked: a store that boots without it loads this file too.

const ALL_OF_THEM_MS = 600_000

exports.POST = async (req, res) => {
  const { submitPayouts } = require("medusa-plugin-payin/workflows/payout/index")
  const { sent } = await submitPayouts(req.scope, ALL_OF_THEM_MS)
  const pg = req.scope.resolve("__pg_connection__")
  const [{ waiting }] = await pg("payin_payout")
    .whereNot({ status: "pending" })
    .count("* as waiting")
  res.json({ sent, waiting: Number(waiting) })
}
