/* global require, process, exports */
// What this process keeps in memory once the garbage is gone, in bytes.

const { setFlagsFromString } = require("node:v8")
const { runInNewContext } = require("node:vm")

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc")

exports.GET = (req, res) => {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  res.json({ kept: heapUsed + external, rss })
}
