import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"

import { transpile } from "../bench/transpile.mjs"
import { PlainError, ROOT } from "../demo/steps/settings.mjs"
import { run, strangersEnvironment } from "./program.mjs"

const TEMPLATE = fileURLToPath(new URL("./store/", import.meta.url))
const QUICKLY = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]

export const PACKAGE = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"))

/** A store outside of this repository, in `folder`, with a Medusa of this version and the plugin from its tarball. */
export class FreshStore {
  /** `node`: the folder of its Node. */
  constructor({ folder, medusa, node }) {
    this.folder = path.join(folder, "store")
    this.tarballs = folder
    this.medusa = medusa
    this.node = node
    this.environment = strangersEnvironment(node)
  }

  /** `isBuilt`: what `npm run build` made is there. */
  async pack({ isBuilt }) {
    const scripts = isBuilt ? ["--ignore-scripts"] : []
    await run("npm", ["pack", "--silent", "--pack-destination", this.tarballs, ...scripts], {
      cwd: ROOT,
      // With the Node that runs: that of the store has nothing to do with how the package is made.
      env: strangersEnvironment(path.dirname(process.execPath), { NODE_ENV: "development" }),
    })
    return this.tarball
  }

  get tarball() {
    return readdirSync(this.tarballs).find((name) => name.endsWith(".tgz"))
  }

  /** Medusa from the registry, the plugin from its tarball. */
  async install() {
    mkdirSync(this.folder)
    cpSync(TEMPLATE, this.folder, { recursive: true })
    cpSync(path.join(ROOT, ".npmrc"), path.join(this.folder, ".npmrc"))
    const pick = (...names) =>
      Object.fromEntries(names.map((name) => [name, PACKAGE.devDependencies[name]]))
    const medusa = ["admin-sdk", "cli", "draft-order", "framework", "medusa"]
    writeFileSync(
      path.join(this.folder, "package.json"),
      JSON.stringify({
        name: "fresh-store",
        private: true,
        dependencies: {
          ...Object.fromEntries(medusa.map((name) => [`@medusajs/${name}`, this.medusa])),
          "medusa-plugin-payin": `file:../${this.tarball}`,
        },
        devDependencies: pick("@swc/core", "react", "react-dom", "ts-node", "typescript", "vite"),
      })
    )
    // npm leaves out devDependencies in production.
    const env = { ...this.environment, NODE_ENV: "development" }
    await run("npm", ["install", ...QUICKLY], { cwd: this.folder, env })
    const modules = path.join(this.folder, "node_modules")
    return `${readdirSync(modules).length} folders in node_modules`
  }

  async build() {
    const { folder: cwd, environment: env } = this
    await run("npx", ["--no-install", "medusa", "build"], { cwd, env })
    await this.#prepareSeed()
  }

  /** Where the built store is started from. */
  get server() {
    return path.join(this.folder, ".medusa/server")
  }

  /** What the store would get of this name. */
  require(name) {
    return createRequire(path.join(this.folder, "package.json"))(name)
  }

  get cli() {
    const { resolve } = createRequire(path.join(this.folder, "package.json"))
    return path.join(path.dirname(resolve("@medusajs/cli/package.json")), "cli.js")
  }

  /** One of the programs that the plugin brings along; answers what it printed. */
  program(name, args, env) {
    const file = path.join(this.folder, "node_modules/.bin", name)
    return run(file, args, { cwd: this.server, env })
  }

  /** They stand on a part of Medusa's that stores without Redis never load. */
  loadLocks() {
    const own = this.require("@medusajs/medusa/locking-redis").default
    const { services, loaders } = this.require(
      "medusa-plugin-payin/providers/locking-redis"
    ).default
    const [locks] = services
    if (!(locks.prototype instanceof own.services[0]) || loaders !== own.loaders) {
      throw new PlainError(
        "medusa-plugin-payin/providers/locking-redis does not stand on Medusa's own"
      )
    }
    return locks.identifier
  }

  /** Beside the built store stands what fills it: JavaScript that knows Medusa and nothing of this repository. */
  async #prepareSeed() {
    const seed = path.join(ROOT, "integration-tests/demo/seed")
    await transpile(seed, path.join(this.server, "demo-seed"))
    const renew = 'const { renewDue } = require("medusa-plugin-payin/workflows/renew/index")\n'
    writeFileSync(
      path.join(this.server, "next-month.js"),
      `${renew}exports.default = ({ container }) => renewDue(container)\n`
    )
  }
}
