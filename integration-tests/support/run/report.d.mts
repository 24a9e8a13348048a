export function partOf(output: string, headline: string): string[]

export function countsOf(output: string): { passed: number; failed: number } | null
