import { toast } from "@medusajs/ui"
import { useCallback } from "react"
import { useProblem } from "./use-problem"

/**
 * Tells what went wrong, where there is no place on the page for it.
 *
 * @param failed what did not happen; without it the problem is the heading
 */
export function useTellProblem(): (error: unknown, failed?: string) => void {
  const problem = useProblem()
  return useCallback(
    (error, failed) => {
      const { title, sentence } = problem(error)
      toast.error(failed ?? title, {
        description: sentence ?? (failed === undefined ? undefined : title),
      })
    },
    [problem]
  )
}
