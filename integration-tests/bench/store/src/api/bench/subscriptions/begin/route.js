/* global require, exports */
// Before the first subscription: its card can be paid with in Colombia, and coffee renews. `order_id` names the
// order of a checkout by card: its subscription begins, and its money is taken. The plugin is loaded when it is
// asked: a store that boots without it loads this file too.

const PLAN = { payin_plan_name: "Café del mes", payin_periodicity: "monthly" }

exports.POST = async (req, res) => {
  const { subscribe } = require("medusa-plugin-payin/workflows/subscribe/index")
  const { captureNewestHold } = require("medusa-plugin-payin/workflows/renew/capture-newest-hold")
  const pg = req.scope.resolve("__pg_connection__")
  const { order_id, region_id, variant_id } = req.body
  if (order_id === undefined) {
    const provider = { region_id, payment_provider_id: "pp_payin-card_co" }
    await pg("region_payment_provider").insert({ id: "regpp_bench_card", ...provider })
    await pg("product_variant").where({ id: variant_id }).update({ metadata: PLAN })
    return res.json({})
  }
  await subscribe(req.scope, order_id)
  const { id } = await pg("payin_subscription").where({ order_id }).first("id")
  const taken = await captureNewestHold(req.scope, id)
  if (!taken.done) throw new Error(taken.reason)
  res.json({ id })
}
