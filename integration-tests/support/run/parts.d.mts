export interface Part {
  name: string
  level: string
  when: "quick" | "money" | "later"
  cores: number
  usual: number
}

export function partsOf(place: { env: Record<string, string>; folder: string }): Part[]

export function ofScript(
  command: string,
  code: number,
  lastWords: string
): { passed: number; failed: string[]; leftOut: string[] }
