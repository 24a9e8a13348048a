import { execFileSync, spawnSync } from "node:child_process"
import { statSync } from "node:fs"

// PostgreSQL refuses to run as root. macOS calls its user "_postgres".
const SERVER_USERS = ["postgres", "_postgres", "nobody"]

/**
 * The account the server has to run under: `null` for an ordinary user (the server is ours then),
 * else uid and gid of the owner of an existing cluster or of the first system user that exists.
 */
export function serverAccount(clusterFolder) {
  if (process.getuid() !== 0) return null
  return ownerOf(clusterFolder) ?? systemAccount()
}

// A cluster that an ordinary user made keeps belonging to that user when root starts it.
function ownerOf(folder) {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : null
}

function systemAccount() {
  for (const name of SERVER_USERS) {
    const uid = numericId("-u", name)
    const gid = numericId("-g", name)
    if (uid !== null && gid !== null && uid !== 0) return { uid, gid }
  }
  throw new Error(
    `PostgreSQL cannot run as root and none of the users ${SERVER_USERS.join(", ")} exists: ` +
      "run this command as an ordinary user"
  )
}

function numericId(flag, name) {
  try {
    return Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }))
  } catch {
    return null
  }
}

/**
 * Options for `spawn` that run a program of PostgreSQL under the account: a working folder every user
 * can enter, and none of the caller's PG*, LC_* and LD_* variables, which would change what it does.
 */
export function spawnOptions(account) {
  const { PATH, TMPDIR } = process.env
  return {
    cwd: "/",
    env: { PATH, LC_ALL: "C", ...(account === null && TMPDIR ? { TMPDIR } : {}) },
    // macOS calls nobody -2: spawn wants the signed number, chown the unsigned one.
    ...(account === null ? {} : { uid: account.uid | 0, gid: account.gid | 0 }),
  }
}

/** What `chown` wants, or `null` when nothing has to change its owner. */
export function ownership(account) {
  return account === null ? null : [account.uid >>> 0, account.gid >>> 0]
}

/** Whether the account can enter a folder, whatever stands above it. */
export function canEnter(folder, account) {
  const enter = ["-c", 'cd "$0"', folder]
  return spawnSync("/bin/sh", enter, { ...spawnOptions(account), stdio: "ignore" }).status === 0
}
