import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { gzipSync } from "node:zlib"

import { kB, packed as pack } from "./packed.mjs"
import { unbuilt } from "./unbuilt.mjs"

// Prints what `npm pack` would pack of the build that is there, and fails where it packs what nobody needs
// or leaves out what package.json promises or what stands in src.
const TOO_LARGE_KB = 1_800
// React, the dashboard's components and its client are the store's own and not in it.
const ADMIN = ".medusa/server/src/admin/index.mjs"
const ADMIN_TOO_LARGE_KB = 120
const NEEDLESS = /(__tests__|\.snapshot-|\.spec\.|\.map$|\.env)/

process.chdir(path.resolve(import.meta.dirname, "../../.."))
const { files, size, unpackedSize } = pack(".")
const packed = files.map((file) => file.path)
const { bin, exports, dependencies } = JSON.parse(readFileSync("package.json", "utf8"))
const promised = [...Object.values(bin), ...leaves(exports)]
  .map((file) => path.normalize(file))
  .filter((file) => !file.includes("*"))

const sources = readdirSync("src", { recursive: true }).map((file) =>
  path.posix.join("src", file.split(path.sep).join("/"))
)

const own = Object.keys(dependencies).length
console.log(
  `package: ${kB(size)} kB packed, ${kB(unpackedSize)} kB unpacked, ${packed.length} files, ${own} dependencies`
)
const adminKb = existsSync(ADMIN) ? kB(gzipSync(readFileSync(ADMIN)).length) : 0
console.log(`admin: ${adminKb} kB gzip that a store's own admin grows by`)
const wrong = [
  ...packed.filter((file) => NEEDLESS.test(file)).map((file) => `${file} is packed`),
  ...promised.filter((file) => !packed.includes(file)).map((file) => `${file} is not packed`),
  ...(existsSync(".medusa/server/src/exports.js")
    ? unbuilt(sources, packed).map((file) => `${file} is written and not built`)
    : ["build it first: npm run build"]),
  ...(adminKb >= ADMIN_TOO_LARGE_KB ? [`${ADMIN_TOO_LARGE_KB} kB of admin or more`] : []),
  ...(kB(size) > TOO_LARGE_KB ? [`more than ${TOO_LARGE_KB} kB packed`] : []),
]
wrong.forEach((line) => console.error(line))
process.exitCode = wrong.length === 0 ? 0 : 1

function leaves(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(leaves)
}
