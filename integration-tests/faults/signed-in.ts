import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import jwt from "jsonwebtoken"
import { z } from "zod"
import { JWT_SECRET } from "../support/people"
import { ask, read, UNHURRIED_MS, type Answer, type Asking } from "./http"

const tokens = new Map<string, string>()

/** The users of the admin who act in a schedule. */
const OPERATORS = [
  ...["user_operator", "user_packer", "user_maker", "user_checker", "user_third"],
  ...["user_fourth", "user_fifth"],
]

/** They were there before any payout: a younger user approves none. */
export async function addOperators(pg: Knex): Promise<void> {
  const created_at = pg.raw("now() - interval '1 day'")
  const email = (id: string) => `${id}@example.com`
  await pg("user").insert(OPERATORS.map((id) => ({ id, email: email(id), created_at })))
}

const keyAnswer = z.object({ api_key: z.object({ token: z.string() }) })

/** A secret API key of each of these people, made by themselves in the admin. */
export async function makeSecretKeys(
  url: string,
  people: readonly string[]
): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  for (const person of people) {
    const body = { title: `robot of ${person}`, type: "secret" }
    const asking = { body, timeoutMs: UNHURRIED_MS }
    const made = read(keyAnswer, await askAs(person, `${url}/admin/api-keys`, asking))
    if (made === null) {
      throw new Error(`no secret API key of ${person} could be made`)
    }
    keys.set(person, made.api_key.token)
  }
  return keys
}

/** Asks the admin of a process as a person who is signed in, or with a secret API key of theirs. */
export function askAs(
  person: string,
  url: string,
  { headers, ...asking }: Asking = {},
  key?: string
): Promise<Answer> {
  const authorization =
    key === undefined
      ? `Bearer ${tokenOf(person)}`
      : `Basic ${Buffer.from(`${key}:`).toString("base64")}`
  return ask(url, { ...asking, headers: { authorization, ...headers } })
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
