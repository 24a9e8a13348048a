import { randomUUID } from "node:crypto"
import { ADMIN, PlainError } from "./settings.mjs"

/** The admin API as a signed-in operator calls it: `ask(path)` reads, `ask(path, body)` posts. */
export async function signIn(backend_url) {
  const call = async (path, init) => {
    const response = await fetch(backend_url + path, init)
    const answer = await response.json().catch(() => ({}))
    if (response.ok) return answer
    const why = answer.message ? `: ${answer.message}` : ""
    throw new PlainError(`${path} answered ${response.status} to the admin${why}`)
  }
  const post = (body, headers) => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  const { token } = await call("/auth/user/emailpass", post(ADMIN))
  const headers = { authorization: `Bearer ${token}` }
  return (path, body) =>
    body === undefined
      ? call(path, { headers })
      : call(path, post(body, { ...headers, "Idempotency-Key": randomUUID() }))
}
