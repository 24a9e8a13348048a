import Medusa from "@medusajs/js-sdk"
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

interface Sending {
  method: "POST" | "DELETE"
  headers: Record<string, string>
  body?: Record<string, unknown>
}

/**
 * Sends as `client` does. It keeps nothing of a refusal but the message; a person who decides needs the rest.
 *
 * @throws Refused, or what fetch throws when nobody answered
 */
export async function send<Answer>(
  path: string,
  { method, headers, body }: Sending
): Promise<Answer> {
  const token = AUTH === "jwt" ? await client.getToken() : null
  const { origin, pathname } = new URL(BACKEND, window.location.origin)
  // A backend may live below a path of its host.
  const answer = await fetch(`${origin}${pathname.replace(/\/$/, "")}${path}`, {
    method,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    credentials: AUTH === "session" ? "include" : "omit",
    body: JSON.stringify(body),
  })
  if (!answer.ok) {
    const said: unknown = await answer.json().catch(() => null)
    throw new Refused(answer, typeof said === "object" && said !== null ? { ...said } : {})
  }
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- the route's own type, as in the SDK's fetch
  return answer.json()
}
