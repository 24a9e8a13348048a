import { fork } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import path from "node:path"

import { PlainError } from "../demo/steps/settings.mjs"

const STOP_WITHIN_MS = 3_000

/** A script of the store's folder in a process of its own, which answers questions over a channel. */
export class Companion {
  #asked = new Map()
  #child
  #nextId = 1

  constructor({ folder, script, args, name }) {
    const log = openSync(path.join(folder, "service.log"), "a")
    this.#child = fork(path.join(folder, script), args, {
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
      else reject(new PlainError(`${name}: ${problem}`))
    })
    this.#child.once("exit", (code, signal) => {
      for (const { reject } of this.#asked.values()) {
        reject(new PlainError(`${name} ended with ${code ?? signal}`))
      }
    })
  }

  /** Resolves once it listens. */
  async start() {
    await this.ask("start")
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once("exit", resolve))
    this.#child.kill("SIGTERM")
    const late = setTimeout(() => this.#child.kill("SIGKILL"), STOP_WITHIN_MS)
    await ended
    clearTimeout(late)
  }

  ask(question, subject) {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      this.#child.send({ id, question, subject }, (error) => error && reject(error))
    })
  }
}
