import { FetchError } from "@medusajs/js-sdk"
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query"
import { useRef } from "react"
import { client } from "../client"
import { PAYIN } from "./use-answer"

/** What is asked of the server. */
export interface Command {
  path: string
  body?: Record<string, unknown>
  method?: "POST" | "DELETE"
}

/**
 * Sends a decision with POST (or DELETE) and has every page of the plugin, and what else `refresh` names,
 * asked again. A decision has one `Idempotency-Key`: sent again after an answer that was lost, the server
 * knows that it is the same and answers what it had answered (design.md 3.5). Another path or body, or one
 * that was answered, is a new decision.
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
        const answer = await client.fetch<Answer>(path, { method, headers, body })
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

/**
 * Whether the server decided; what it did not is asked again under the same key. 409 also says that the
 * first try is still under way: a new key would then do it twice.
 */
function isAnswered(error: unknown): boolean {
  const status = error instanceof FetchError ? error.status : undefined
  return status !== undefined && status < 500 && status !== 409
}

// Not crypto.randomUUID: an admin on plain HTTP has none.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
