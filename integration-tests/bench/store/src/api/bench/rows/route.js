/* global require, exports */
// What an acknowledgement is compared with: the least a Medusa route can do that keeps what it got.

const { randomUUID } = require("node:crypto")

exports.POST = async (req, res) => {
  const pg = req.scope.resolve("__pg_connection__")
  await pg("bench_row").insert({ id: randomUUID(), body: JSON.stringify(req.body) })
  res.status(202).json({ received: true })
}
