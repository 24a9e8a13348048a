import { readFileSync } from "node:fs"
import path from "node:path"

import { refusedLicenses, runtimeLicenses } from "./runtime-licenses.mjs"

// Prints what a store gets along with the plugin, and fails where a license asks for more than to be named.
const lock = path.resolve(import.meta.dirname, "../../../package-lock.json")
const packages = runtimeLicenses(JSON.parse(readFileSync(lock, "utf8")))
const names = [...new Set(packages.map(({ license }) => license))].sort()
console.log(`${packages.length} packages at run time, under ${names.join(", ")}`)
const refused = refusedLicenses(packages)
refused.forEach(({ name, license }) => console.error(`${name}: license ${license} is not allowed`))
process.exitCode = refused.length === 0 ? 0 : 1
