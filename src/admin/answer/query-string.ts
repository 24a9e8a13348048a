type Pair = [string, string]

/**
 * What stands after the question mark, as Medusa reads it: `status[0]=pending`, `created_at[$gte]=...`.
 * What is undefined or null is left out.
 */
export function queryString(query: Record<string, unknown>): string {
  return new URLSearchParams(pairs(Object.entries(query))).toString()
}

function pairs(entries: [string, unknown][]): Pair[] {
  return entries.flatMap(([name, value]): Pair[] => {
    switch (typeof value) {
      case "string":
      case "number":
      case "boolean":
        return [[name, String(value)]]
      case "object":
        return pairs(
          Object.entries(value ?? {}).map(([key, one]: [string, unknown]) => [
            `${name}[${key}]`,
            one,
          ])
        )
      default:
        return []
    }
  })
}
