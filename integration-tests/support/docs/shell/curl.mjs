// curl, as far as the guides use it, for a machine without one. Prints the body of the answer. Ends with 22 when the
// answer is no success, as `curl --fail-with-body` does. What the real curl refuses to send, it refuses too.

import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    globoff: { type: "boolean", short: "g" },
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true, default: [] },
    user: { type: "string", short: "u" },
    data: { type: "string", short: "d" },
    "data-binary": { type: "string" },
  },
})

/** Ends as the real curl does: 2 for words that it does not understand, 3 for an address. */
function refuse(code, reason) {
  console.error(`curl: (${code}) ${reason}`)
  process.exit(code)
}

const [address] = positionals
if (positionals.length !== 1) refuse(2, `one address is expected: ${positionals.join(" ")}`)
if (!values.globoff && /[[\]{}]/.test(address)) {
  refuse(3, `bad range specification in ${address}: [ ] { } are written %5B %5D %7B %7D`)
}
if (/\s/.test(address)) refuse(3, `a space in ${address}`)

/** The text of an option, or the file that it names by `@`. */
const textOf = (value) => (value?.startsWith("@") ? readFileSync(value.slice(1), "utf8") : value)

const body = textOf(values["data-binary"] ?? values.data)
const headers = new Headers(values.header.map((line) => line.split(/: */, 2)))
if (values.user) headers.set("authorization", `Basic ${btoa(values.user)}`)
if (body !== undefined && !headers.has("content-type")) {
  headers.set("content-type", "application/x-www-form-urlencoded")
}
const method = values.request ?? (body === undefined ? "GET" : "POST")
const answer = await fetch(address, { method, headers, body })
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 22
