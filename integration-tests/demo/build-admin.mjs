// build-admin.mjs FOLDER: the admin with the plugin's pages, as `medusa build` makes it. It is not
// minified, because that takes four times as long, and a browser on the same machine loads it.

import { createRequire } from "node:module"
import path from "node:path"

import { ROOT } from "./steps/settings.mjs"

const SMALLER = { minify: false, reportCompressedSize: false, rollupOptions: { treeshake: false } }

const here = createRequire(import.meta.url)
const medusa = createRequire(here.resolve("@medusajs/medusa/package.json"))
const { build } = medusa("@medusajs/admin-bundler")

process.chdir(ROOT)
process.env.NODE_ENV = "production"
await build({
  path: "/app",
  backendUrl: "/",
  sources: [path.join(ROOT, "src/admin")],
  plugins: ["@medusajs/draft-order/admin"],
  outDir: path.resolve(process.argv[2]),
  vite: () => ({ build: SMALLER }),
})
