import { fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import path from "node:path"

/** `store/paced-service.js` in a process of its own. */
export class PacedService {
  #child

  /** `allowed`: lookups a second. */
  constructor({ folder, port, allowed }) {
    const log = openSync(path.join(folder, "paced-service.log"), "a")
    this.url = `http://127.0.0.1:${port}`
    this.#child = fork(path.join(folder, "paced-service.js"), [port, allowed].map(String), {
      cwd: folder,
      detached: true,
      execArgv: [],
      stdio: ["ignore", log, log, "ipc"],
    })
    closeSync(log)
  }

  /** Resolves once it listens. */
  async start() {
    await once(this.#child, "message")
  }

  /**
   * So far: `{ pay_ins, answered, refused, too_early }`: pay-ins it was asked about, lookups it answered
   * and refused with 429, and those that came while it had asked to wait.
   */
  async told() {
    const answer = once(this.#child, "message")
    this.#child.send("told")
    return (await answer)[0]
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, "exit")
    this.#child.kill("SIGTERM")
    await ended
  }
}
