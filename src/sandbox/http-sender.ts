import * as http from "node:http"
import * as https from "node:https"

export interface PostResult {
  status: number | null
  error: string | null
  duration_ms: number
}

/** Posts JSON, a bounded number at a time; closing it ends every running post. */
export class HttpSender {
  private agents = open()
  private readonly running = new Set<http.ClientRequest>()

  post(
    address: string,
    headers: Record<string, string>,
    body: string,
    timeoutMs: number
  ): Promise<PostResult> {
    const started = Date.now()
    return new Promise((resolve) => {
      const end = (status: number | null, error: string | null): void => {
        clearTimeout(timer)
        this.running.delete(request)
        resolve({ status, error, duration_ms: Date.now() - started })
      }
      const url = new URL(address)
      const secure = url.protocol === "https:"
      const options: https.RequestOptions = {
        method: "POST",
        agent: secure ? this.agents.https : this.agents.http,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "payin-sandbox",
          ...headers,
        },
      }
      const request = (secure ? https : http).request(url, options, (response) => {
        response.on("end", () => end(response.statusCode ?? null, null))
        response.on("error", (error) => end(null, error.message))
        response.resume()
      })
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)),
        timeoutMs
      )
      timer.unref()
      request.on("error", (error) => end(null, error.message))
      this.running.add(request)
      request.end(body)
    })
  }

  close(): void {
    for (const request of this.running) request.destroy(new Error("the sandbox was stopped"))
    this.agents.http.destroy()
    this.agents.https.destroy()
    this.agents = open()
  }
}

function open(): { http: http.Agent; https: https.Agent } {
  // No kept connections: a receiver that closed an idle one would look like a failed delivery.
  const options = { keepAlive: false, maxSockets: 32 }
  return { http: new http.Agent(options), https: new https.Agent(options) }
}
