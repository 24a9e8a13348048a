export function partOf(output: string, headline: string): string[]

export function countsOf(output: string): { passed: number; failed: number } | null

export function closeReport(found: {
  passed: number
  failures: readonly string[]
  leftOut?: readonly string[]
}): boolean
