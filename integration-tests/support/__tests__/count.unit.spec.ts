import path from "node:path"

import type { JestResults } from "../run/jest.mjs" with { "resolution-mode": "import" }

const FILE = "src/domain/__tests__/money.unit.spec.ts"

async function count(statuses: string[], { status, code }: { status: string; code: number }) {
  const module = await import("../run/jest.mjs")
  const results: JestResults = {
    numPassedTests: statuses.filter((each) => each === "passed").length,
    testResults: [
      {
        name: path.resolve(FILE),
        status: status === "passed" ? "passed" : "failed",
        assertionResults: statuses.map((each) => ({ status: each, fullName: "money is exact" })),
      },
    ],
  }
  return module.count(results, code)
}

describe("the count of a test run", () => {
  it("counts what passed and names what did not", async () => {
    expect(await count(["passed", "failed", "passed"], { status: "failed", code: 1 })).toEqual({
      passed: 2,
      failed: [`${FILE}: money is exact (failed)`],
      files: [path.resolve(FILE)],
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

  it("counts a run as failed that ended badly although every test passed", async () => {
    expect(await count(["passed"], { status: "passed", code: 1 })).toMatchObject({
      passed: 1,
      failed: ["jest ended with 1"],
    })
  })

  it("counts a run without results as failed, unless there was nothing to run", async () => {
    const module = await import("../run/jest.mjs")

    expect(module.count(null, 137)).toEqual({
      passed: 0,
      failed: ["jest ended with 137"],
      files: [],
    })
    expect(module.count(null, 0)).toEqual({ passed: 0, failed: [], files: [] })
  })
})
