import { toast } from "@medusajs/ui"
import { useCallback } from "react"
import { problemOf } from "../answer/problem-of"
import { useTexts } from "../text/use-texts"

/**
 * Tells what went wrong, where there is no place on the page for it.
 *
 * @param failed what did not happen; without it the problem is the heading
 */
export function useTellProblem(): (error: unknown, failed?: string) => void {
  const say = useTexts()
  return useCallback(
    (error, failed) => {
      const { title, hint, said } = problemOf(error)
      const sentence = said ?? (hint && say(hint))
      toast.error(failed ?? say(title), {
        description: sentence ?? (failed === undefined ? undefined : say(title)),
      })
    },
    [say]
  )
}
