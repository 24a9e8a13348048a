import { spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"

import { isAlive } from "./process.mjs"
import { canEnter, ownership, spawnOptions } from "./server-account.mjs"

export const SUPERUSER = "postgres"
const PASSWORD_FILE = "owner-password"

/** Where PostgreSQL's own files stand inside a data folder. */
export function clusterIn(dataDir) {
  return path.join(dataDir, "cluster")
}

/**
 * The folder that will really hold the data: the wanted one, or one under /var/tmp named after it
 * when the server's account cannot reach it (a checkout under /root). The same wish always leads
 * to the same folder, so a second start finds its data.
 */
export function placeDataFolder(wanted, account) {
  mkdirSync(wanted, { recursive: true })
  const folder = realpathSync(wanted)
  if (account === null || canEnter(folder, account)) return folder

  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16)
  const elsewhere = path.join("/var/tmp", `payin-postgres-data-${name}`)
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 })
  const stats = lstatSync(elsewhere)
  if (!stats.isDirectory() || stats.uid !== process.getuid()) {
    throw new Error(`${elsewhere} belongs to somebody else: remove it, then start again`)
  }
  chmodSync(elsewhere, 0o711)
  return realpathSync(elsewhere)
}

/**
 * Makes the cluster if there is none yet: an empty one, or a copy of the one in the data folder `from`. Returns the
 * superuser's password.
 */
export function ensureCluster(dataDir, account, binaries, from) {
  const cluster = clusterIn(dataDir)
  if (!existsSync(cluster)) {
    if (from === undefined) createCluster(dataDir, account, binaries)
    else copyCluster(from, dataDir, account)
  }
  try {
    return readFileSync(path.join(cluster, PASSWORD_FILE), "utf8").trim()
  } catch (error) {
    throw new Error(
      `the database in ${dataDir} cannot be opened (${error.code}): start it as the user who made ` +
        "it, or remove that folder to begin with an empty one"
    )
  }
}

/** Copies the cluster of one data folder, which nobody serves, into another; there it belongs to the account. */
export function copyCluster(from, to, account) {
  const cluster = clusterIn(to)
  cpSync(clusterIn(from), cluster, { recursive: true, verbatimSymlinks: true })
  const owner = ownership(account)
  if (owner === null) return
  for (const name of ["", ...readdirSync(cluster, { recursive: true })]) {
    chownSync(path.join(cluster, name), ...owner)
  }
}

// Made beside and renamed: a start that dies half-way never leaves half a cluster behind.
function createCluster(dataDir, account, { initdb }) {
  const cluster = clusterIn(dataDir)
  for (const name of readdirSync(dataDir)) {
    const maker = /^cluster\.new-(\d+)/.exec(name)
    if (maker && (Number(maker[1]) === process.pid || !isAlive(Number(maker[1])))) {
      rmSync(path.join(dataDir, name), { recursive: true, force: true })
    }
  }
  const unfinished = `${cluster}.new-${process.pid}`
  const passwordFile = `${unfinished}.password`
  const password = randomBytes(24).toString("base64url")
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const owner = ownership(account)
  if (owner) for (const file of [unfinished, passwordFile]) chownSync(file, ...owner)

  const args = ["-D", unfinished, "-U", SUPERUSER, `--pwfile=${passwordFile}`]
  // The built-in C.UTF-8 is the same on every system, whatever locales are installed.
  args.push("--auth=scram-sha-256", "--encoding=UTF8", "--no-locale")
  args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync")
  const made = spawnSync(initdb, args, { ...spawnOptions(account), encoding: "utf8" })
  if (made.status !== 0) {
    for (const file of [unfinished, passwordFile]) rmSync(file, { recursive: true, force: true })
    const reason = made.error?.message ?? made.stderr.trim().split("\n").slice(-3).join(" ")
    throw new Error(`PostgreSQL could not make a database in ${dataDir}: ${reason}`)
  }
  renameSync(passwordFile, path.join(unfinished, PASSWORD_FILE))
  try {
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error // else another command made it at the same moment
  }
}
