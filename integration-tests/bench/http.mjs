import http from "node:http"

import { now } from "./stopwatch.mjs"

/** As many as any measure has under way at once: fewer would make the rest wait in line here. */
const MOST_AT_ONCE = 32
const shared = new http.Agent({ keepAlive: true, maxSockets: MOST_AT_ONCE })

/** Connections of earlier calls end here, so that a server that stops need not wait for them. */
export function closeConnections() {
  shared.destroy()
}

/**
 * One request on a kept connection of `agent`. Answers `{ status, body, ms }`: body parsed when it is JSON, `ms`
 * from the first byte sent to the last byte received. A server may close a kept connection in the moment in which a
 * GET goes out on it; then the GET goes out once more, as a browser sends it.
 */
export function send(method, url, { headers = {}, body, agent = shared } = {}) {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const length =
    payload === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent, headers: { ...length, ...headers } })
    request.once("error", (error) => {
      const closedMeanwhile =
        method === "GET" && request.reusedSocket && error.code === "ECONNRESET"
      if (closedMeanwhile) resolve(send(method, url, { headers, agent }))
      else reject(error)
    })
    request.once("response", (response) => {
      const chunks = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.once("error", reject)
      response.once("end", () => {
        const ms = now() - started
        resolve({ status: response.statusCode, body: parsed(Buffer.concat(chunks)), ms })
      })
    })
    const started = now()
    request.end(payload)
  })
}

function parsed(bytes) {
  const text = bytes.toString("utf8")
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
