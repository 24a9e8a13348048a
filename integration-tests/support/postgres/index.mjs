import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { findBinaries } from "./binaries.mjs"
import { SUPERUSER, clusterIn, copyCluster, ensureCluster, placeDataFolder } from "./cluster.mjs"
import { freePort, isFreePort } from "./port.mjs"
import {
  forgetDeadPostmaster,
  launch,
  newClient,
  readPostmaster,
  socketIn,
  stopPostmaster,
  waitUntilReady,
} from "./postmaster.mjs"
import { serverAccount } from "./server-account.mjs"
import { watch } from "./watchdog.mjs"

const START_ATTEMPTS = 20
const RETRY_AFTER_MS = 250
const MEMORY = "/dev/shm"
const ROOMY_BYTES = 4 * 1024 ** 3

// Passing reasons: the children of a server that was killed take a moment to notice, and a port
// that was free can be taken before the server gets there.
const PASSING = /pre-existing shared memory block|lock file .* already exists/
const PORT_TAKEN = /could not bind|Address already in use|could not create any TCP\/IP sockets/

/**
 * Starts the PostgreSQL that npm brought, or takes over the one that already serves the folder.
 * It listens on localhost and on a socket in its own folder only, and ends with this process at the latest.
 *
 * - `dataDir`: where the data stays; absent: a folder of its own that `stop()` removes
 * - `from`: a data folder that nobody serves, whose content a new one begins with
 * - `port`: absent: a free one
 * - `durable`: false: nothing is forced to disk (tests); the data does not survive a power cut
 * - `maxConnections`: 300
 *
 * Returns `{ host, port, socket, user, password, url(database), createDatabase(name), stop(), dataDir, pid,
 * reused }`; `stop({ copyTo })` leaves a copy of the data there, to begin `from`; `dataDir` is where the data really stands (cluster.mjs tells when it is elsewhere); `socket` is
 * null where the server can have none.
 */
export async function startPostgres({ dataDir, from, port, durable, maxConnections = 300 }) {
  if (process.platform === "win32") {
    throw new Error("the embedded PostgreSQL runs on Linux and macOS: set DATABASE_URL instead")
  }
  const wanted = dataDir ?? throwawayFolder()
  const place = placeDataFolder(wanted, serverAccount(clusterIn(wanted)))
  if (port !== undefined && readPostmaster(place)?.port !== port && !(await isFreePort(port))) {
    throw portIsBusy(port)
  }
  const account = serverAccount(clusterIn(place))
  const binaries = findBinaries(account)
  const password = ensureCluster(place, account, binaries, from)

  const taken = await takeOver(place, password, port)
  const server =
    taken ??
    (await startFresh({
      dataDir: place,
      password,
      port,
      account,
      binaries,
      durable,
      maxConnections,
    }))

  const removeOnStop = dataDir === undefined ? [...new Set([wanted, place])] : []
  const callOff = watch(server.pid, removeOnStop.length > 0 ? place : "")
  const connection = { port: server.port, password }
  return {
    host: "localhost",
    port: server.port,
    socket: socketIn(place, server.port),
    user: SUPERUSER,
    password,
    dataDir: place,
    pid: server.pid,
    reused: taken !== null,
    url: (database) => databaseUrl(connection, database),
    createDatabase: (name) => createDatabase(connection, name),
    stop: async ({ copyTo } = {}) => {
      callOff()
      await stopPostmaster(server.pid)
      if (copyTo !== undefined) copyCluster(place, copyTo, null)
      for (const folder of removeOnStop) rmSync(folder, { recursive: true, force: true })
    },
  }
}

// mkdtemp closes the folder to everybody else, also to the account a server of root's runs under.
function throwawayFolder() {
  const folder = mkdtempSync(path.join(roomyMemory() ?? tmpdir(), "payin-postgres-run-"))
  chmodSync(folder, 0o711)
  return folder
}

// Tests copy a whole database before each test: in memory that is cheaper. A container's
// usual 64 MB are too few.
function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOMY_BYTES ? MEMORY : null
  } catch {
    return null
  }
}

// A server that is still starting, recovering or stopping is waited for.
async function takeOver(dataDir, password, port) {
  if (readPostmaster(dataDir) === null) return null
  const running = await waitUntilReady(dataDir, password, (postmaster) => postmaster === null)
  if (running === null || port === undefined || running.port === port) return running
  await stopPostmaster(running.pid)
  return null
}

async function startFresh({ password, port, ...rest }) {
  const { dataDir } = rest
  for (let attempt = 1; ; attempt++) {
    forgetDeadPostmaster(dataDir)
    const started = launch({ ...rest, port: port ?? (await freePort()) })
    const ready = await waitUntilReady(dataDir, password, started.hasEnded)
    if (ready !== null) return ready

    const log = readFileSync(started.logFile, "utf8")
    const portTaken = PORT_TAKEN.test(log)
    if (portTaken && port !== undefined) throw portIsBusy(port)
    if ((!portTaken && !PASSING.test(log)) || attempt === START_ATTEMPTS) {
      const tail = log.trim().split("\n").slice(-3).join(" ")
      throw new Error(`PostgreSQL did not start in ${dataDir}: ${tail}`)
    }
    await sleep(RETRY_AFTER_MS)
  }
}

function portIsBusy(port) {
  return new Error(`port ${port} is busy: stop what listens on it, or choose another port`)
}

function databaseUrl({ port, password }, database) {
  const name = encodeURIComponent(database)
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@localhost:${port}/${name}`
}

/** Makes the database unless it is there. Returns whether it was made. */
async function createDatabase(connection, name) {
  const client = newClient({ ...connection, database: "postgres" })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  } catch (error) {
    if (error.code === "42P04") return false // duplicate_database
    throw error
  } finally {
    await client.end()
  }
}
