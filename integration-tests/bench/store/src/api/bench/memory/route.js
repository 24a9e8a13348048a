/* global require, process, exports */
// What this process keeps in memory once the garbage is gone, in bytes, and whether any of it is the plugin.

const { setFlagsFromString } = require("node:v8")
const { runInNewContext } = require("node:vm")

setFlagsFromString("--expose-gc")
const PLUGIN = /node_modules\/medusa-plugin-payin\//
const collectGarbage = runInNewContext("gc")

exports.GET = (req, res) => {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  const plugin = Object.keys(require.cache).some((file) => PLUGIN.test(file))
  res.json({ kept: heapUsed + external, rss, plugin })
}
