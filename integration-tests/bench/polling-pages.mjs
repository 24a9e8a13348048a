import { setMaxListeners } from "node:events"
import http from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

import { send } from "./http.mjs"

/** Return pages that poll their session, each on a connection of its own. */
export class PollingPages {
  #agent = new http.Agent({ keepAlive: true })
  #until = new AbortController()
  #pages
  polls = 0

  /** @param poll `{ urls, headers, everyMs }`: one page for each address */
  constructor({ urls, headers, everyMs }) {
    setMaxListeners(0, this.#until.signal)
    this.#pages = urls.map((url, number) =>
      this.#page(url, headers, everyMs, (number * everyMs) / urls.length)
    )
  }

  /** Resolves once no page polls any more. */
  async stop() {
    this.#until.abort()
    await Promise.all(this.#pages)
    this.#agent.destroy()
  }

  async #page(url, headers, everyMs, startsAfterMs) {
    const { signal } = this.#until
    const wait = (ms) => sleep(ms, undefined, { signal }).catch(() => undefined)
    await wait(startsAfterMs)
    while (!signal.aborted) {
      const { ms } = await send("GET", url, { agent: this.#agent, headers })
      this.polls += 1
      await wait(Math.max(0, everyMs - ms))
    }
  }
}
