import { createRequire } from "node:module"
import os from "node:os"

const require = createRequire(import.meta.url)

/** What the numbers were measured on, one line. */
export function machine(postgresVersion) {
  const cpus = os.cpus()
  const { version } = require("@medusajs/medusa/package.json")
  return [
    `${cpus[0]?.model.trim() || "unknown CPU"}, ${cpus.length} cores`,
    `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    `${os.type()} ${os.arch()}`,
    `Node ${process.versions.node}`,
    `Medusa ${version}`,
    `PostgreSQL ${postgresVersion}`,
  ].join(" · ")
}
