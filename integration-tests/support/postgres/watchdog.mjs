import { spawn } from "node:child_process"

// `read` ends when the other end of its input closes, and the system closes that with our process,
// however it ends (also by kill -9, or when jest is interrupted and runs no globalTeardown).
const SCRIPT = `
read -r _
kill -INT "$1" 2>/dev/null
[ -z "$2" ] && exit 0
n=0
while kill -0 "$1" 2>/dev/null && [ "$n" -lt 60 ]; do sleep 1; n=$((n + 1)); done
rm -rf "$2"
`

/**
 * Stops the server, and removes its throwaway folder, should this process end without doing so.
 * Returns a function that calls the watch off.
 */
export function watch(pid, throwawayFolder) {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "payin-postgres", String(pid), throwawayFolder], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  child.unref()
  child.stdin.unref()
  child.stdin.on("error", () => {})
  return () => child.kill("SIGKILL")
}
