import { FetchError } from "@medusajs/js-sdk"
import type { TextKey } from "../text/key"

/** What went wrong, for a person: a heading of ours and, where it says something, the server's sentence. */
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

export function problemOf(error: unknown): ProblemText {
  if (!(error instanceof FetchError) || error.status === undefined) {
    return { title: "problem.offline", hint: "problem.offlineHint", said: null }
  }
  const { status, message } = error
  const known = BY_STATUS[status]
  if (known !== undefined) {
    return { title: known, hint: null, said: message }
  }
  return status < 500
    ? { title: "problem.refused", hint: null, said: message }
    : { title: "problem.server", hint: "problem.serverHint", said: null }
}
