import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query"
import { useRef } from "react"
import { ask } from "../client"
import { codeOf } from "./problem-of"
import { Refused } from "./refused"
import { PAYIN } from "./use-answer"

/** What is asked of the server. */
export interface Command {
  path: string
  body?: Record<string, unknown>
  method?: "POST" | "DELETE"
}

/**
 * Sends a decision with POST (or DELETE). Every page of the plugin, and what else `refresh` names,
 * is asked again. A decision has one `Idempotency-Key` (docs/decisions/0022-operator-requests.md).
 * When it is sent again after an answer was lost, the server knows that it is the same and gives
 * its first answer. Another path or body, or a decision that was answered, is a new decision.
 *
 * @param refresh query keys of Medusa's own pages, e.g. `["orders"]`
 */
export function useCommand<Answer>(
  refresh: readonly string[] = []
): UseMutationResult<Answer, Error, Command> {
  const queries = useQueryClient()
  const decision = useRef<{ what: string; key: string } | null>(null)
  return useMutation({
    mutationFn: async ({ path, body, method = "POST" }) => {
      const what = JSON.stringify([method, path, body])
      if (decision.current?.what !== what) {
        decision.current = { what, key: newKey() }
      }
      try {
        const headers = { "Idempotency-Key": decision.current.key }
        const answer = await ask<Answer>(path, { method, headers, body })
        decision.current = null
        return answer
      } catch (error) {
        if (isAnswered(error)) {
          decision.current = null
        }
        throw error
      }
    },
    onSettled: () =>
      Promise.all(
        [PAYIN, ...refresh].map((name) => queries.invalidateQueries({ queryKey: [name] }))
      ),
  })
}

/** Codes of refusals that are no decision; the last one is Medusa's, of a conflict that it ran into. */
const UNDECIDED = new Set(["under_way", "try_again", "invalid_state_error"])
/**
 * Whether the server decided; what it did not is asked again under the same key, because an earlier try may
 * have done a part of it: a new key would do that twice.
 */
function isAnswered(error: unknown): boolean {
  return (
    error instanceof Refused &&
    error.status !== undefined &&
    error.status < 500 &&
    !UNDECIDED.has(codeOf(error) ?? "")
  )
}

// Not crypto.randomUUID: an admin on plain HTTP has none.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
