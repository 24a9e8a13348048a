"use client"

import type { Shown } from "./use-payin.ts"

/** What went wrong, in words and by the field that is wrong. */
export interface Problem {
  text: string
  field: string | null
}

/** A live region that is there before its text is, or a screen reader may not say it. */
export function ProblemText({
  problem,
  id,
  classes,
}: Pick<Shown, "classes"> & { problem: Problem | null; id: string }) {
  return (
    <div role="alert" id={id}>
      {problem !== null && <p className={classes.problem}>{problem.text}</p>}
    </div>
  )
}
