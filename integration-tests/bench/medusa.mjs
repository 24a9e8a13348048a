import path from "node:path"

import { Medusa } from "../support/medusa/process.mjs"
import { closeConnections, send } from "./http.mjs"
import { now } from "./stopwatch.mjs"

const ASK_EVERY_MS = 5

/** The bench's store as a process. */
export class BenchMedusa extends Medusa {
  constructor({ folder, environment, port }) {
    super({ folder, environment, log: path.join(folder, "medusa.log") })
    this.port = port
    this.url = `http://127.0.0.1:${port}`
  }

  /** `medusa start`; answers the milliseconds from its start as a process until `/health` is 200. */
  async boot(environment = {}) {
    const started = now()
    await this.serve({
      port: this.port,
      environment,
      askEveryMs: ASK_EVERY_MS,
      isUp: () =>
        send("GET", `${this.url}/health`).then(
          ({ status }) => status === 200,
          () => false
        ),
    })
    return now() - started
  }

  async stop() {
    closeConnections()
    await super.stop()
  }
}
