import type { PayoutActor } from "./state"

/** Who acts. `type` as Medusa names it: `user`, `api-key`; ours: `shopper`, `system`, `service`. */
export interface Actor {
  role: PayoutActor
  type: string
  id: string | null
  /** The user behind an operator: of a secret API key who created it. Null: none is known. */
  person: string | null
  /** Of a user who is signed in now. */
  account?: UserAccount
}

/** What Medusa knows of a user who is signed in. */
export interface UserAccount {
  /** In lower case. Nobody checks that it is theirs: who accepts an invitation names any. */
  email: string
  created_at: Date
  /**
   * Users who had this e-mail before this one, removed ones too. Where anybody did, this user may
   * be the same person by another id, or somebody who took the e-mail.
   */
  earlier: readonly string[]
}

export const SYSTEM: Actor = { role: "system", type: "system", id: null, person: null }
export const SERVICE: Actor = { role: "service", type: "service", id: null, person: null }
export const SHOPPER: Actor = { role: "shopper", type: "shopper", id: null, person: null }

/** A person in the admin, or a secret API key of one. */
export interface Operator extends Actor {
  role: "operator"
  type: "user" | "api-key"
  id: string
}

/** A user of the admin. */
export function user(id: string, account?: UserAccount): Operator {
  return { role: "operator", type: "user", id, person: id, ...(account && { account }) }
}

/** A secret API key, and the user who created it. */
export function apiKey(id: string, person: string | null): Operator {
  return { role: "operator", type: "api-key", id, person }
}

/**
 * Four eyes: how an actor stands among the makers of what it makes or changes. It is the id of the user, or
 * `key:` and the id of a secret API key behind which no user is known. Null: no operator acted.
 */
export function makerOf({ role, id, person }: Actor): string | null {
  if (role !== "operator") {
    return null
  }
  return person ?? `${UNKNOWN}${id}`
}

const UNKNOWN = "key:"
const CUSTOMER = "customer:"

/** A customer as a maker: anybody can have an account of a shopper, an admin too. */
export function customerAsMaker(id: string): string {
  return `${CUSTOMER}${id}`
}

/** Whether the user behind a maker is not known. */
export function isUnknownMaker(maker: string): boolean {
  return maker.startsWith(UNKNOWN) || maker.startsWith(CUSTOMER)
}

/** All makers together, each once. */
export function makersOf(...makers: readonly (string | null | undefined)[]): string[] {
  return [...new Set(makers.filter((maker) => maker != null))].sort()
}
