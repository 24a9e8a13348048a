import { randomUUID } from "node:crypto"
import { ADMIN, COLLEAGUE, PlainError } from "./settings.mjs"

/** The admin API as a signed-in operator calls it: `ask(path)` reads, `ask(path, body)` posts. */
export async function signIn(backend_url, person = ADMIN) {
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
  const { token } = await call("/auth/user/emailpass", post(person))
  const headers = { authorization: `Bearer ${token}` }
  return (path, body) =>
    body === undefined
      ? call(path, { headers })
      : call(path, post(body, { ...headers, "Idempotency-Key": randomUUID() }))
}

/**
 * A second person with a login of their own, invited as Medusa invites. Once: a second demo on the same data finds
 * them.
 */
export async function inviteColleague(backend_url) {
  const ask = await signIn(backend_url)
  const { users } = await ask(`/admin/users?email=${COLLEAGUE.email}`)
  if (users.length > 0) return COLLEAGUE
  const { invite } = await ask("/admin/invites", { email: COLLEAGUE.email })
  const { token } = await post(backend_url, "/auth/user/emailpass/register", COLLEAGUE)
  const person = { email: COLLEAGUE.email, first_name: "Carla", last_name: "Colega" }
  await post(backend_url, `/admin/invites/accept?token=${invite.token}`, person, token)
  return COLLEAGUE
}

async function post(backend_url, path, body, token) {
  const answer = await fetch(backend_url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  if (!answer.ok) throw new PlainError(`${path} answered ${answer.status}: ${said.message}`)
  return said
}
