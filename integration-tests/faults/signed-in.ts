import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import jwt from "jsonwebtoken"
import { JWT_SECRET } from "../support/people"
import { ask, type Answer, type Asking } from "./http"

const tokens = new Map<string, string>()

/** The users of the admin who act in a schedule. */
const OPERATORS = ["user_operator", "user_packer", "user_maker", "user_checker", "user_third"]

/** They were there before any payout: a younger user approves none. */
export async function addOperators(pg: Knex): Promise<void> {
  const created_at = pg.raw("now() - interval '1 day'")
  const email = (id: string) => `${id}@example.com`
  await pg("user").insert(OPERATORS.map((id) => ({ id, email: email(id), created_at })))
}

/** Asks the admin of a process as a person who is signed in. */
export function askAs(
  person: string,
  url: string,
  { headers, ...asking }: Asking = {}
): Promise<Answer> {
  return ask(url, {
    ...asking,
    headers: { authorization: `Bearer ${tokenOf(person)}`, ...headers },
  })
}

/** Medusa asks no more of an operator than a token that it signed; the plugin asks for the user's row. */
function tokenOf(person: string): string {
  const there = tokens.get(person)
  if (there !== undefined) {
    return there
  }
  const claims = {
    actor_id: person,
    actor_type: "user",
    auth_identity_id: `auth_${person}`,
    app_metadata: { user_id: person },
  }
  const token = jwt.sign(claims, JWT_SECRET, { expiresIn: "7d" })
  tokens.set(person, token)
  return token
}
