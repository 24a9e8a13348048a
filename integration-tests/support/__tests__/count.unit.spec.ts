import path from "node:path"

import type { JestResults } from "../run/jest.mjs" with { "resolution-mode": "import" }

const FILE = "src/domain/money/__tests__/amount.unit.spec.ts"

async function count(
  statuses: string[],
  { status, code, message = "" }: { status: string; code: number; message?: string }
) {
  const module = await import("../run/jest.mjs")
  const results: JestResults = {
    numPassedTests: statuses.filter((each) => each === "passed").length,
    testResults: [
      {
        name: path.resolve(FILE),
        status: status === "passed" ? "passed" : "failed",
        message,
        assertionResults: statuses.map((each) => ({
          status: each,
          fullName: "money is exact",
          duration: 250,
          failureMessages: each === "failed" ? [message] : [],
        })),
      },
    ],
  }
  return module.count(results, code)
}

describe("the count of a test run", () => {
  it("counts the passed tests and names the failed ones", async () => {
    expect(await count(["passed", "failed", "passed"], { status: "failed", code: 1 })).toEqual({
      passed: 2,
      failed: [`${FILE}: money is exact (failed)`],
      files: [FILE],
      tests: [1, 2, 3].map(() => ({ name: `${FILE}: money is exact`, seconds: 0.25 })),
    })
  })

  it.each(["pending", "todo", "skipped", "disabled"])(
    "counts a %s test as failed",
    async (mark) => {
      expect(await count(["passed", mark], { status: "passed", code: 0 })).toMatchObject({
        passed: 1,
        failed: [`${FILE}: money is exact (${mark})`],
      })
    }
  )

  it("counts a file that could not run as failed", async () => {
    expect(await count([], { status: "failed", code: 1 })).toMatchObject({
      passed: 0,
      failed: [`${FILE}: could not run`],
    })
  })

  it("counts a run with a bad exit code as failed although every test passed", async () => {
    expect(await count(["passed"], { status: "passed", code: 1 })).toMatchObject({
      passed: 1,
      failed: ["jest ended with 1"],
    })
  })

  it("shows the beginning and the place of a failed test's message, without colours", async () => {
    const ours = "    at Object.<anonymous> (/x/src/domain/money/__tests__/amount.unit.spec.ts:7:3)"
    const theirs = "    at _runTest (/x/node_modules/jest-circus/build/run.js:252:3)"
    const long = [...Array.from({ length: 30 }, (_, line) => `line ${line}`), theirs, ours]
    const short = "\u001b[31mexpected 1.10\u001b[39m\nreceived 1.1"

    const { failed } = await count(["failed"], { status: "failed", code: 1, message: short })
    const cut = await count(["failed"], { status: "failed", code: 1, message: long.join("\n") })

    expect(failed).toEqual([`${FILE}: money is exact (failed)\nexpected 1.10\nreceived 1.1`])
    expect(cut.failed[0]?.split("\n")).toEqual([
      `${FILE}: money is exact (failed)`,
      ...long.slice(0, 20),
      "... and 11 more lines",
      ours,
    ])
  })

  it("shows why a file could not run, and jest's last output after a bad exit code", async () => {
    const broken = await count([], { status: "failed", code: 1, message: "Unexpected token" })
    const module = await import("../run/jest.mjs")

    expect(broken.failed).toEqual([`${FILE}: could not run\nUnexpected token`])
    expect(module.count(null, 137, "out of memory\n").failed).toEqual([
      "jest ended with 137\nout of memory",
    ])
  })

  it("counts a run without results as failed, unless there was nothing to run", async () => {
    const module = await import("../run/jest.mjs")

    expect(module.count(null, 137)).toEqual({
      passed: 0,
      failed: ["jest ended with 137"],
      files: [],
      tests: [],
    })
    expect(module.count(null, 0)).toEqual({ passed: 0, failed: [], files: [], tests: [] })
  })
})
