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
    }[]
  }[]
}

export interface Run {
  results: JestResults | null
  code: number
  lastWords?: string
}

export interface Count {
  passed: number
  failed: string[]
  unsteady: string[]
  files: string[]
}

export function count(results: JestResults | null, code: number, lastWords?: string): Count

export function filesToTryAgain(results: JestResults | null): string[]

export function countOfBoth(first: Run, second: Run): Count
