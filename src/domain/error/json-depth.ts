/** No body of ours is deeper. Deeper ones exhaust the stack of whatever walks them. */
export const MAX_JSON_DEPTH = 32

/** Whether a parsed JSON nests deeper than `most`. Walks level by level, without recursion. */
export function isTooDeep(json: unknown, most: number = MAX_JSON_DEPTH): boolean {
  let level = [json].filter(isNested)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= most) {
      return true
    }
    level = level.flatMap((value) => Object.values(value).filter(isNested))
  }
  return false
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
