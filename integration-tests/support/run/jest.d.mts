export interface JestResults {
  numPassedTests: number
  testResults: {
    name: string
    status: "passed" | "failed"
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

export function count(
  results: JestResults | null,
  code: number,
  lastWords?: string
): { passed: number; failed: string[]; files: string[] }
