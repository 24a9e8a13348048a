// npm run build:storefront: compiles src/storefront to .medusa/storefront, a package of its own that `npm pack` and
// `npm publish` take as it stands.

import { execFileSync } from "node:child_process"
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

const ROOT = path.resolve(import.meta.dirname, "../../..")
const SOURCE = path.join(ROOT, "src/storefront")
const BUILT = path.join(ROOT, ".medusa/storefront")
const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc")

rmSync(BUILT, { recursive: true, force: true })
execFileSync(process.execPath, [TSC, "-p", SOURCE], { stdio: "inherit" })
for (const name of readdirSync(BUILT, { recursive: true, encoding: "utf8" })) {
  // The compiler leaves the names of sources in declarations, where a storefront has none.
  if (name.endsWith(".d.ts")) rewrite(path.join(BUILT, name))
}
for (const file of ["package.json", "README.md"]) {
  copyFileSync(path.join(SOURCE, file), path.join(BUILT, file))
}
copyFileSync(path.join(ROOT, "LICENSE"), path.join(BUILT, "LICENSE"))
console.log(`built: ${path.relative(ROOT, BUILT)}`)

function rewrite(file) {
  const text = readFileSync(file, "utf8")
  writeFileSync(file, text.replace(/((?:from|import\() ?"\.[^"]*)\.tsx?"/g, '$1.js"'))
}
