import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import pg from "pg"

import { SUPERUSER, clusterIn } from "./cluster.mjs"
import { commandLine, isAlive } from "./process.mjs"
import { spawnOptions } from "./server-account.mjs"

const READY_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 30_000

// What a crash of the machine would lose does not matter to a database that lives for one test run.
const THROWAWAY_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
}

/**
 * What `postmaster.pid` says about a running server, or `null`: lines 1, 4 and 8 of that file are
 * the process, the port and the state ("ready" once it takes connections).
 */
export function readPostmaster(dataDir) {
  let lines
  try {
    lines = readFileSync(path.join(clusterIn(dataDir), "postmaster.pid"), "utf8").split("\n")
  } catch (error) {
    if (error.code === "ENOENT") return null
    throw error
  }
  const pid = Number(lines[0])
  if (!isAlive(pid) || !isServerOf(pid, dataDir)) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" }
}

/** Removes a `postmaster.pid` whose process is gone, or is another program that got its number. */
export function forgetDeadPostmaster(dataDir) {
  if (readPostmaster(dataDir) === null) {
    rmSync(path.join(clusterIn(dataDir), "postmaster.pid"), { force: true })
  }
}

function isServerOf(pid, dataDir) {
  const command = commandLine(pid)
  return command === null || command.includes(clusterIn(dataDir))
}

// What sockaddr_un has room for on macOS; Linux has four bytes more. PostgreSQL does not start with a longer one.
const LONGEST_SOCKET_BYTES = 103

/** The socket of a server, for who is at home here; null where its folder's path is too long for one. */
export function socketIn(dataDir, port) {
  const socket = path.join(clusterIn(dataDir), `.s.PGSQL.${port}`)
  return Buffer.byteLength(socket) > LONGEST_SOCKET_BYTES ? null : socket
}

/** Starts the server in a session of its own, so that Ctrl-C reaches the shop first. */
export function launch({ dataDir, account, binaries, port, durable, maxConnections }) {
  const settings = {
    port: String(port),
    listen_addresses: "localhost",
    unix_socket_directories: socketIn(dataDir, port) === null ? "" : clusterIn(dataDir),
    max_connections: String(maxConnections),
    timezone: "UTC",
    log_timezone: "UTC",
    ...(durable ? {} : THROWAWAY_SETTINGS),
  }
  const args = ["-D", clusterIn(dataDir)]
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`)

  const logFile = path.join(dataDir, "server.log")
  rmSync(logFile, { force: true }) // root may have started it before, and written this file
  const log = openSync(logFile, "wx")
  const child = spawn(binaries.postgres, args, {
    ...spawnOptions(account),
    detached: true,
    stdio: ["ignore", log, log],
  })
  closeSync(log)
  child.unref()
  let ended = false
  for (const event of ["exit", "error"]) child.once(event, () => (ended = true))
  return { hasEnded: () => ended, logFile }
}

/**
 * Waits until the server of this data folder takes connections. Returns `{ pid, port }`, or `null`
 * when it ended meanwhile.
 */
export async function waitUntilReady(dataDir, password, hasEnded) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(dataDir)
    if (postmaster?.ready && (await answers(dataDir, postmaster.port, password))) return postmaster
    if (hasEnded(postmaster)) return null
    await sleep(25)
  }
  throw new Error(`PostgreSQL in ${dataDir} is not ready after ${READY_WITHIN_MS / 1000} s`)
}

// Asked by name: on this port of localhost it could also be somebody else's PostgreSQL.
async function answers(dataDir, port, password) {
  const client = newClient({ port, password, database: "postgres" })
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('data_directory') as folder")
    return realpathSync(rows[0].folder) === realpathSync(clusterIn(dataDir))
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A `pg` client of the superuser; an error after the connection is gone does not end the process. */
export function newClient({ port, password, database }) {
  const client = new pg.Client({ host: "localhost", port, user: SUPERUSER, password, database })
  client.on("error", () => {})
  return client
}

/** Stops the server (SIGINT: open connections are cut, the data is written) and waits for its end. */
export async function stopPostmaster(pid) {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"]) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = Date.now() + STOP_WITHIN_MS
    while (isAlive(pid) && Date.now() < deadline) await sleep(20)
  }
}
