import pg from "pg"

import { PlainError } from "../demo/steps/settings.mjs"
import { now } from "./stopwatch.mjs"

const WAIT_MS = 60_000

/**
 * PostgreSQL itself tells when a row is committed, by triggers that notify `channel`: nobody polls beside the
 * measured process.
 */
export class Listener {
  #channel
  #waiting = new Map()

  constructor(databaseUrl, channel) {
    this.#channel = channel
    this.client = new pg.Client({ connectionString: databaseUrl })
    this.client.on("error", () => {})
    this.client.on("notification", ({ payload }) => {
      const at = now()
      this.#waiting.get(payload)?.(at)
      this.#waiting.delete(payload)
    })
  }

  async listen(triggers) {
    await this.client.connect()
    await this.client.query(triggers)
    await this.client.query(`listen ${this.#channel}`)
  }

  /** Resolves with the time (stopwatch.mjs) of the next notification of this text. Ask before it is begun. */
  hears(text) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(text)
        reject(new PlainError(`Nothing was seen of "${text}" in ${WAIT_MS / 1000} s`))
      }, WAIT_MS)
      this.#waiting.set(text, (at) => {
        clearTimeout(late)
        resolve(at)
      })
    })
  }

  async stop() {
    await this.client.end().catch(() => {})
  }
}
