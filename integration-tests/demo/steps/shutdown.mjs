const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * What has to be stopped, the last started first. A signal at any moment, also half-way through the
 * start, runs the same road and ends the process.
 */
export class Shutdown {
  #stops = []
  #running = null

  /** `stop` may be called while the start it belongs to is not finished. */
  add(stop) {
    this.#stops.push(stop)
    if (this.isRunning) this.#running = this.#running.then(() => this.#stopAll())
  }

  get isRunning() {
    return this.#running !== null
  }

  run() {
    this.#running ??= this.#stopAll()
    return this.#running
  }

  async #stopAll() {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      await Promise.resolve()
        .then(stop)
        .catch((error) => console.error(`  ${error.message}`))
    }
  }

  /** `exitCode()` is asked when the wish to stop comes. */
  onSignal(announce, exitCode) {
    const stop = () => {
      if (this.isRunning) return
      announce()
      const code = exitCode()
      this.run().then(() => process.exit(code))
    }
    for (const signal of SIGNALS) process.on(signal, stop)
    // `kill` on npm ends npm and its shell, but no signal reaches us: our parent is another then.
    if (process.env.npm_lifecycle_event) {
      const parent = process.ppid
      setInterval(() => process.ppid !== parent && stop(), 500).unref()
    }
  }
}
