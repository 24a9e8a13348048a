export interface JestResults {
  numPassedTests: number
  testResults: {
    name: string
    status: "passed" | "failed"
    message: string
    assertionResults: {
      status: string
      fullName: string
      ancestorTitles?: string[]
      failureMessages: string[]
      /** Milliseconds. */
      duration?: number
    }[]
  }[]
}

export interface Count {
  passed: number
  failed: string[]
  files: string[]
  tests: { name: string; seconds: number }[]
}

export function count(results: JestResults | null, code: number, lastWords?: string): Count
