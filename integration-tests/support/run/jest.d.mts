export interface JestResults {
  numPassedTests: number
  testResults: {
    name: string
    status: "passed" | "failed"
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export function count(
  results: JestResults | null,
  code: number
): { passed: number; failed: string[]; files: string[] }
