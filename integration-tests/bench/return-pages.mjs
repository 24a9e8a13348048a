import { setMaxListeners } from "node:events"
import http from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

import { send } from "./http.mjs"

/** Milliseconds between two polls of a page: as docs/checkout.md tells a page to poll. */
const FIRST_POLL_MS = 2_000
const LAST_POLL_MS = 15_000
const GROWTH = 1.25

/** Return pages that follow their session, each on a connection of its own. */
export class ReturnPages {
  #agent = new http.Agent({ keepAlive: true })
  #until = new AbortController()
  #pages
  /** Answers and events that told how a session stands. */
  told = 0
  /** Streams that are open. */
  open = 0

  /** @param pages `{ urls, headers, listen, withinMs }`: one page for each address, opened one after another within that time */
  constructor({ urls, headers, listen, withinMs }) {
    setMaxListeners(0, this.#until.signal)
    this.#pages = urls.map((url, number) =>
      this.#page({ url, headers, listen, startsAfterMs: (number * withinMs) / urls.length })
    )
  }

  /** Resolves once no page asks any more. */
  async stop() {
    this.#until.abort()
    await Promise.all(this.#pages)
    this.#agent.destroy()
  }

  async #page({ url, headers, listen, startsAfterMs }) {
    const { signal } = this.#until
    await this.#wait(startsAfterMs)
    if (listen && !signal.aborted) await this.#listen(`${url}/events`, headers)
    for (let everyMs = FIRST_POLL_MS; !signal.aborted;) {
      const { ms } = await send("GET", url, { agent: this.#agent, headers })
      this.told += 1
      await this.#wait(Math.max(0, everyMs - ms))
      everyMs = Math.min(everyMs * GROWTH, LAST_POLL_MS)
    }
  }

  #wait(ms) {
    return sleep(ms, undefined, { signal: this.#until.signal }).catch(() => undefined)
  }

  /** Resolves when the stream ends, or does not begin. */
  #listen(url, headers) {
    const { signal } = this.#until
    return new Promise((resolve) => {
      const request = http.get(url, { agent: this.#agent, headers, signal })
      request.once("error", resolve)
      request.once("response", (response) => {
        this.open += 1
        response.on("data", (chunk) => (this.told += String(chunk).split("event:").length - 1))
        response.once("error", resolve)
        response.once("close", () => {
          this.open -= 1
          resolve()
        })
      })
    })
  }
}
