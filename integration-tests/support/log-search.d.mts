export interface Finding {
  name: string
  firstLine: number
  line: string
  times: number
}

export function findInLine(line: string): string[]
export function withoutSecrets(line: string): string
export function searchLog(
  file: string
): Promise<{ lines: number; medusaLines: number; findings: Finding[] }>
