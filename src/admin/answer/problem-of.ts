import { FetchError } from "@medusajs/js-sdk"
import { Refused } from "../client"
import type { TextKey } from "../text/key"

/** What went wrong, for a person: a heading of ours, and a sentence of ours or else the server's. */
export interface ProblemText {
  title: TextKey
  hint: TextKey | null
  said: string | null
}

const BY_STATUS: Partial<Record<number, TextKey>> = {
  401: "problem.forbidden",
  403: "problem.forbidden",
  404: "problem.not_found",
  409: "problem.conflict",
  502: "problem.service",
  503: "problem.service",
}

/** What the server names by a code is said in the user's language; the rest in the server's words. */
const BY_CODE: Partial<Record<string, TextKey>> = {
  under_way: "problem.code.under_way",
  try_again: "problem.code.try_again",
  key_used: "problem.code.key_used",
  second_person: "problem.code.second_person",
  changed_since: "problem.code.changed_since",
  refunds_blocked: "problem.code.refunds_blocked",
}

export function problemOf(error: unknown): ProblemText {
  if (!(error instanceof FetchError) || error.status === undefined) {
    return { title: "problem.offline", hint: "problem.offlineHint", said: null }
  }
  const { status, message } = error
  const known = BY_STATUS[status]
  const coded = BY_CODE[codeOf(error) ?? ""]
  if (coded !== undefined) {
    return { title: known ?? "problem.refused", hint: coded, said: null }
  }
  if (known !== undefined) {
    return { title: known, hint: null, said: message }
  }
  return status < 500
    ? { title: "problem.refused", hint: null, said: message }
    : { title: "problem.server", hint: "problem.serverHint", said: null }
}

/** The server's stable name of a refusal, where it has one. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Refused ? error.body.code : undefined
  return typeof code === "string" ? code : null
}

/** Whether the server said that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof FetchError && error.status === 404
}
