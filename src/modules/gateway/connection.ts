import http from "node:http"
import https from "node:https"
import { Readable } from "node:stream"
import axios from "axios"
import type { AxiosInstance } from "axios"
import { readBody } from "./answers"

/** Failures on the wire. Only `unreachable` proves that nothing of the request left. */
export type Fault =
  | { kind: "unreachable"; late: boolean; code: string | null }
  | { kind: "timeout" }
  | { kind: "connection_lost"; code: string | null }
  | { kind: "unreadable" }
  | { kind: "too_large" }

export interface WireAnswer {
  httpStatus: number
  text: string
  /** The header unchanged; null without one. */
  retryAfter: string | null
}

/** One request and its result; a class so that the circuit breaker can recognise it. */
export class Exchange {
  constructor(
    readonly answer: WireAnswer | null,
    readonly fault: Fault | null
  ) {}

  /**
   * Circuit breaker (docs/decisions/0030-circuit-breaker.md): counts time-outs, 5xx, connection
   * errors and a proxy's page in place of a refusal. A refusal or a strange answer proves that the
   * service is up.
   */
  get countsAgainstService(): boolean {
    if (this.answer !== null) return this.answer.httpStatus >= 500 || isPage(this.answer)
    return this.fault?.kind !== "too_large" && this.fault?.kind !== "unreadable"
  }
}

const TOO_MANY_CALLS = 429

/** Whether somebody before the service answered for it. A rate limit is obeyed, whoever set it. */
function isPage({ httpStatus, text }: WireAnswer): boolean {
  return httpStatus >= 400 && httpStatus !== TOO_MANY_CALLS && readBody(text).problem === "not_json"
}

export interface WireRequest {
  method: "GET" | "POST"
  url: string
  body?: unknown
  /** Headers of this request only. */
  headers?: Record<string, string>
  /** Milliseconds until the connection must be made. */
  connectMs: number
  /** Milliseconds until the last byte of the answer must be here. */
  requestMs: number
  maxBytes: number
}

/**
 * Idle sockets are closed before most servers close them: a request that meets a closing socket is
 * lost in an unclear way. A shorter `Keep-Alive: timeout` of the server is obeyed by Node's agent
 * itself.
 */
const IDLE_SOCKET_MS = 15_000

export interface Client {
  http: AxiosInstance
  close(): void
}

/**
 * One axios per account: its connections, and its credentials on every call
 * (docs/service.md#credentials).
 */
export function createClient(headers: Record<string, string>): Client {
  const agentOptions = { keepAlive: true, timeout: IDLE_SOCKET_MS }
  const httpAgent = new http.Agent(agentOptions)
  const httpsAgent = new https.Agent(agentOptions)
  const client = axios.create({
    headers: { Accept: "application/json", "User-Agent": "medusa-plugin-payin", ...headers },
    httpAgent,
    httpsAgent,
    // Credentials go to the configured address only: no redirects, no proxy out of the environment.
    maxRedirects: 0,
    proxy: false,
    responseType: "stream",
    transformRequest: (body: unknown) => body,
    validateStatus: () => true,
    adapter: "http",
    timeout: 0,
  })
  // axios.defaults are global and may be set by a store; they would override our credentials.
  client.defaults.auth = undefined
  return {
    http: client,
    close() {
      httpAgent.destroy()
      httpsAgent.destroy()
    },
  }
}

/**
 * Sends one request once. Never throws, so that no error of axios, which holds the headers,
 * escapes.
 */
export async function exchange(client: AxiosInstance, request: WireRequest): Promise<Exchange> {
  const abort = new AbortController()
  const state = { connected: false, late: false, answered: false }
  const whole = setTimeout(() => {
    state.late = true
    abort.abort()
  }, request.requestMs)
  const connect = setTimeout(() => {
    if (state.connected) return
    state.late = true
    abort.abort()
  }, request.connectMs)
  try {
    const response = await client.request<unknown>({
      method: request.method,
      url: request.url,
      data: request.body === undefined ? undefined : JSON.stringify(request.body),
      headers: {
        ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...request.headers,
      },
      signal: abort.signal,
      transport: watchedTransport(() => {
        state.connected = true
      }),
    })
    state.answered = true
    const text = await readText(response.data, request.maxBytes)
    if (text === null) return new Exchange(null, { kind: "too_large" })
    const retryAfter: unknown = response.headers["retry-after"]
    return new Exchange(
      {
        httpStatus: response.status,
        text,
        retryAfter: typeof retryAfter === "string" ? retryAfter : null,
      },
      null
    )
  } catch (error) {
    return new Exchange(null, faultOf(errorCode(error), state))
  } finally {
    clearTimeout(whole)
    clearTimeout(connect)
  }
}

function faultOf(
  code: string | null,
  state: { connected: boolean; late: boolean; answered: boolean }
): Fault {
  if (!state.connected) return { kind: "unreachable", late: state.late, code }
  if (state.late) return { kind: "timeout" }
  // Node's error codes for a body with a wrong compression header.
  if (state.answered && code?.startsWith("Z_")) return { kind: "unreadable" }
  return { kind: "connection_lost", code }
}

/**
 * Node's own transport, which also reports when the connection is made. Bytes leave only after that
 * (for TLS: after the handshake), so after an earlier failure the call never left. In doubt the
 * connection counts as made.
 */
function watchedTransport(onConnected: () => void): {
  request: (
    options: https.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void
  ) => http.ClientRequest
} {
  return {
    request(options, onResponse) {
      const secure = options.protocol === "https:"
      const request = (secure ? https : http).request(options, onResponse)
      request.once("socket", (socket) => {
        if (request.reusedSocket || !socket.connecting) onConnected()
        else socket.once(secure ? "secureConnect" : "connect", onConnected)
      })
      return request
    },
  }
}

/** The body as text, or null when it is longer than `maxBytes` (counted after decompression). */
async function readText(body: unknown, maxBytes: number): Promise<string | null> {
  if (!(body instanceof Readable)) return ""
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<unknown> = body
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    // Leaving the loop destroys the stream and with it the connection.
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return textOf(Buffer.concat(chunks))
}

/** JSON is UTF-8. What is none was written as Latin 1, which an old system still does. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Node's error code, such as ECONNRESET; never a text that could hold an address or a header. */
function errorCode(error: unknown): string | null {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : null
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null
}
