import { FetchError } from "@medusajs/js-sdk"
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query"
import { ask } from "../client"

/** What a route takes after the question mark; what is undefined is left out. */
export type Query = Record<string, unknown>

/** Every answer of the plugin's routes is kept under this name first. */
export const PAYIN = "payin"

/** The address of a route of the plugin, e.g. `payin("transactions", id, "sync")`. */
export function payin(...parts: string[]): string {
  return ["/admin/payin", ...parts.map((part) => encodeURIComponent(part))].join("/")
}

/**
 * Asks a route with GET. `Answer` is the route's own type (src/api/admin/payin/*types.ts), so that a field
 * that changes there does not compile here. Money is shown as it is now: nothing is fresh for longer than
 * a few seconds. A refusal is not asked again by itself, a lost connection once.
 */
export function useAnswer<Answer>(
  path: string,
  { query = {}, enabled = true, fresh = 5000, keep = false, every }: AnswerOptions<Answer> = {}
): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [PAYIN, path, query],
    queryFn: ({ signal }) => ask<Answer>(path, { query, signal }),
    enabled,
    staleTime: fresh,
    refetchInterval: ({ state }) => every?.(state.data) ?? false,
    ...(keep && { placeholderData: keepPreviousData }),
    retry: (failures, error) => failures < 1 && !(error instanceof FetchError),
  })
}

export interface AnswerOptions<Answer> {
  query?: Query
  /** Asks only while it is true. */
  enabled?: boolean
  /** For how many milliseconds an answer is used again without asking. */
  fresh?: number
  /** Shows the answer to the last query until the one to this query is there. */
  keep?: boolean
  /** Milliseconds until it is asked again by itself, by what was answered last; false: no more. */
  every?: (answer: Answer | undefined) => number | false
}
