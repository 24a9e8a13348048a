import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** Whether a process with this id runs, also another user's. */
export function isAlive(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== "EPERM") return false
  }
  return !isZombie(pid)
}

// In a container whose first process reaps nobody, an orphan that ended stays in the table for ever.
function isZombie(pid) {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

/** The command line a process was started with; `null` when the system does not tell. */
export function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    const ps = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
    return ps.status === 0 ? ps.stdout : null
  }
}
