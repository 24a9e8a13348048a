// curl, as far as the guides use it, for a machine without one. Prints the body of the answer. Ends with 22 when the
// answer is no success, as `curl --fail-with-body` does.

import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true, default: [] },
    user: { type: "string", short: "u" },
    data: { type: "string", short: "d" },
    "data-binary": { type: "string" },
  },
})

const headers = new Headers(values.header.map((line) => line.split(/: */, 2)))
if (values.user) headers.set("authorization", `Basic ${btoa(values.user)}`)
const file = values["data-binary"]?.replace(/^@/, "")
const body = file ? readFileSync(file, "utf8") : values.data
const method = values.request ?? (body === undefined ? "GET" : "POST")
const answer = await fetch(positionals[0], { method, headers, body })
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 22
