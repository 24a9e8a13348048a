// storefront.mjs [--source]: what the package of src/storefront weighs in a shop, and what is wrong with it: as it was
// built, or with `--source` as it is written. Fails where it weighs too much, knows more than React, or lacks a part.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "vite"

import { kB, packed as pack } from "./packed.mjs"

const TOO_LARGE_BYTES = 15_000
const KNOWN = ["react", "react/jsx-runtime"]
const ROOT = path.resolve(import.meta.dirname, "../../..")
const SOURCE = path.join(ROOT, "src/storefront")
const BUILT = path.join(ROOT, ".medusa/storefront")
const ofSource = process.argv.includes("--source")

const folder = ofSource ? SOURCE : BUILT
const entry = (name) => path.join(folder, `${name}.${ofSource ? "ts" : "js"}`)
if (!existsSync(entry("index"))) {
  console.error("build it first: npm run build:storefront")
  process.exit(1)
}

/** The code that a shop's page grows by, without React. */
async function bundled(file) {
  const { output } = await build({
    ...{
      root: ROOT,
      configFile: false,
      logLevel: "error",
      esbuild: { jsx: "automatic", jsxDev: false },
    },
    build: {
      ...{ write: false, target: "es2022", minify: "esbuild", modulePreload: false },
      rollupOptions: {
        ...{ input: file, external: (id) => !/^[./]/.test(id), preserveEntrySignatures: "strict" },
        // The mark of a component means nothing here.
        onwarn: () => undefined,
      },
    },
  })
  const [{ code, imports }] = output
  return { bytes: gzipSync(code).length, imports }
}

const { dependencies = {}, peerDependencies } = JSON.parse(
  readFileSync(path.join(folder, "package.json"), "utf8")
)
const whole = await bundled(entry("index"))
const client = await bundled(entry("client"))
console.log(
  `storefront: ${(whole.bytes / 1000).toFixed(1)} kB gzip in a page, ${(client.bytes / 1000).toFixed(1)} kB of it without React's components`
)
const wrong = [
  ...(whole.bytes > TOO_LARGE_BYTES ? [`more than ${kB(TOO_LARGE_BYTES)} kB gzip`] : []),
  ...whole.imports.filter((name) => !KNOWN.includes(name)).map((name) => `it imports ${name}`),
  ...client.imports.map((name) => `its client imports ${name}`),
  ...Object.keys(dependencies).map((name) => `it depends on ${name}`),
  ...Object.keys(peerDependencies).filter((name) => name !== "react"),
  ...sources()
    .filter(({ file, text }) => file.endsWith(".tsx") && !text.startsWith('"use client"'))
    .map(({ file }) => `${file} does not begin with "use client"`),
  ...(ofSource ? [] : unpacked()),
]
wrong.forEach((line) => console.error(line))
process.exitCode = wrong.length === 0 ? 0 : 1

function sources() {
  return readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(SOURCE, file), "utf8") }))
}

/** What its package lacks. */
function unpacked() {
  const { files, size } = pack(BUILT)
  console.log(`storefront: ${kB(size)} kB packed, ${files.length} files`)
  const there = new Set(files.map(({ path: file }) => file))
  const wanted = sources().flatMap(({ file }) =>
    ["js", "d.ts"].map((end) => file.replace(/tsx?$/, end))
  )
  return [...wanted, "LICENSE", "README.md", "package.json"]
    .filter((file) => !there.has(file))
    .map((file) => `${file} is not packed`)
}
