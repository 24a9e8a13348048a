// jq, as far as the guides use it: names of an object, and how long a list is.

import { text } from "node:stream/consumers"

const filter = process.argv.at(-1)
const isRaw = process.argv.includes("-r")
const input = JSON.parse(await text(process.stdin))

for (const part of filter.split(", ")) {
  const [, name, isLength] = /^\(?\.(\w+)( \| length\))?$/.exec(part) ?? []
  if (!(name in input)) throw new Error(`there is no ${name} in ${JSON.stringify(input)}`)
  const value = isLength ? input[name].length : input[name]
  console.log(isRaw && typeof value === "string" ? value : JSON.stringify(value))
}
