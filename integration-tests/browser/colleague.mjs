import { signIn } from "../demo/steps/admin.mjs"
import { PlainError } from "../demo/steps/settings.mjs"

const COLLEAGUE = { email: "colleague@cordillera.example", password: "payin-demo" }

/** A second person with a login of their own, invited as Medusa invites. */
export async function inviteColleague({ medusa }) {
  const ask = await signIn(medusa)
  const { invite } = await ask("/admin/invites", { email: COLLEAGUE.email })
  const { token } = await post(medusa, "/auth/user/emailpass/register", COLLEAGUE)
  const person = { email: COLLEAGUE.email, first_name: "Carla", last_name: "Colega" }
  await post(medusa, `/admin/invites/accept?token=${invite.token}`, person, token)
  return COLLEAGUE
}

async function post(medusa, path, body, token) {
  const answer = await fetch(medusa + path, {
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
