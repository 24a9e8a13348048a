import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"

/** What a browser got; status 0 when there was no answer at all: the process died, or took too long. */
export interface Answer {
  status: number
  body: unknown
}

export interface Asking {
  method?: "GET" | "POST" | "DELETE"
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
}

/** A shopper who waits longer goes on to something else; the store does not know. */
const PATIENCE_MS = 3_000

/** The time-out of requests that are not a shopper's: it only ends what hangs. */
export const UNHURRIED_MS = 10 * 60_000

const NO_ANSWER: Answer = { status: 0, body: null }

/** Requests that no answer came to yet, and their addresses: who sent one may have stopped waiting. */
const underWay = new Map<Promise<Answer>, string>()

/** Resolves once every request to one of these addresses was answered, or its process died. */
export async function allAnswered(of: readonly string[]): Promise<void> {
  const requests = [...underWay].filter(([, url]) => of.some((base) => url.startsWith(`${base}/`)))
  await Promise.all(requests.map(([request]) => request))
}

/** Sends one request and takes whatever comes; never throws. */
export async function ask(url: string, asking: Asking = {}): Promise<Answer> {
  const {
    method = asking.body === undefined ? "GET" : "POST",
    headers,
    timeoutMs = PATIENCE_MS,
  } = asking
  const request = send(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "POST" && { body: JSON.stringify(asking.body ?? {}) }),
  })
  underWay.set(request, url)
  void request.finally(() => underWay.delete(request))
  const patience = new AbortController()
  const tired = sleep(timeoutMs, NO_ANSWER, { signal: patience.signal })
  tired.catch(() => undefined)
  const answer = await Promise.race([request, tired])
  patience.abort()
  return answer
}

/** As {@link ask}, for whoever has patience and is no shopper. */
export async function send(url: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, request)
    const text = await response.text()
    return { status: response.status, body: text === "" ? null : readJson(text) }
  } catch {
    return NO_ANSWER
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The body of a good answer; null for any other. */
export function read<T>(schema: z.ZodType<T>, { status, body }: Answer): T | null {
  if (status < 200 || status > 299) {
    return null
  }
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : null
}

const refused = z.object({ type: z.string().optional(), message: z.string() })

/** A short word for a log of what was done. */
export function told({ status, body }: Answer): string {
  const parsed = refused.safeParse(body)
  return status < 400 || !parsed.success ? String(status) : `${status} ${parsed.data.message}`
}
