import { fork } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import path from "node:path"

import { PlainError } from "../demo/steps/settings.mjs"

const STOP_WITHIN_MS = 3_000

/** The sandbox in a process of its own (`store/service.js`), and what it can tell of its own time. */
export class Service {
  #asked = new Map()
  #child
  #nextId = 1

  constructor({ folder, port }) {
    const log = openSync(path.join(folder, "service.log"), "a")
    this.#child = fork(path.join(folder, "service.js"), [String(port)], {
      cwd: folder,
      detached: true,
      execArgv: [],
      stdio: ["ignore", log, log, "ipc"],
    })
    closeSync(log)
    this.#child.on("message", ({ id, answer, problem }) => {
      const { resolve, reject } = this.#asked.get(id)
      this.#asked.delete(id)
      if (problem === undefined) resolve(answer)
      else reject(new PlainError(`The sandbox: ${problem}`))
    })
    this.#child.once("exit", (code, signal) => {
      for (const { reject } of this.#asked.values()) {
        reject(new PlainError(`The sandbox ended with ${code ?? signal}`))
      }
    })
  }

  /** Resolves once it listens. */
  async start() {
    await this.#ask("start")
  }

  /** Approves a payment; answers when (stopwatch.mjs) the sandbox began to send the notification. */
  async approve(reference) {
    return this.#ask("approve", reference)
  }

  /** A notification of the payment as the sandbox writes it, not sent: `{ url, headers, body }`. */
  async draft(reference) {
    return this.#ask("draft", reference)
  }

  /**
   * Milliseconds the sandbox itself took for the last call of an operation ("create", "lookup"): from
   * the request's arrival until its answer was handed to the system.
   */
  async spent(operation) {
    return this.#ask("spent", operation)
  }

  /** Fills the merchant's wallet, wire units. */
  async setWallet(amount) {
    return this.#ask("setWallet", amount)
  }

  /** From now on each answer to a payout takes so many milliseconds more. */
  async slowPayouts(ms) {
    return this.#ask("slowPayouts", ms)
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once("exit", resolve))
    this.#child.kill("SIGTERM")
    const late = setTimeout(() => this.#child.kill("SIGKILL"), STOP_WITHIN_MS)
    await ended
    clearTimeout(late)
  }

  #ask(question, subject) {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      this.#child.send({ id, question, subject }, (error) => error && reject(error))
    })
  }
}
