import Medusa from "@medusajs/js-sdk"
import { queryString } from "./answer/query-string"
import { Refused } from "./answer/refused"

declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

const BACKEND = __BACKEND_URL__ ?? "/"
const AUTH = __AUTH_TYPE__ ?? "session"

/** The admin's own way to the server: address and login are the dashboard's. */
export const client = new Medusa({
  baseUrl: BACKEND,
  auth: { type: AUTH, jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined },
}).client

interface Asking {
  method?: "GET" | "POST" | "DELETE"
  headers?: Record<string, string>
  /** What stands after the question mark; what is undefined is left out. */
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  signal?: AbortSignal
}

/**
 * Asks for an answer in JSON.
 *
 * @throws Refused, or what fetch throws when nobody answered
 */
export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- the route's own type, as in the SDK's fetch
  return (await request(path, asking)).json()
}

/**
 * Asks as `client` does, which keeps nothing of a refusal but the message; a person needs the rest, too.
 *
 * @throws Refused, or what fetch throws when nobody answered
 */
export async function request(
  path: string,
  { method = "GET", headers, query = {}, body, signal }: Asking
): Promise<Response> {
  const token = AUTH === "jwt" ? await client.getToken() : null
  const { origin, pathname } = new URL(BACKEND, window.location.origin)
  const asked = queryString(query)
  // A backend may live below a path of its host.
  const address = `${origin}${pathname.replace(/\/$/, "")}${path}${asked === "" ? "" : `?${asked}`}`
  const answer = await fetch(address, {
    method,
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    credentials: AUTH === "session" ? "include" : "omit",
    body: body && JSON.stringify(body),
    signal,
  })
  if (!answer.ok) {
    const said: unknown = await answer.json().catch(() => null)
    const told = typeof said === "object" && said !== null ? { ...said } : {}
    throw new Refused(answer, told, method !== "GET")
  }
  return answer
}
