import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

const groups = () => import("../run/groups.mjs")
const specs = () => import("../run/spec-files.mjs")

describe("specs that share a store", () => {
  it("need no process or options of their own, and each is in one group", async () => {
    const { groupsIn } = await groups()
    const { specsOf } = await specs()
    const all = groupsIn(specsOf("integration-tests/http"))

    const files = all.flatMap((group) => group.files)
    expect(files.length).toBeGreaterThan(40)
    expect(new Set(files).size).toBe(files.length)
    expect(files).toContain("integration-tests/http/sale.spec.ts")
    // One measures the memory of its process, the other has options.
    expect(files).not.toContain("integration-tests/http/fuzz-flood.spec.ts")
    expect(files).not.toContain("integration-tests/http/boot.spec.ts")
    expect(Math.max(...all.map((group) => group.files.length))).toBeLessThanOrEqual(20)
    const limited = all.filter(({ settings }) => settings === "NO_APPROVALS")
    expect(limited.flatMap((group) => group.files)).toContain(
      "integration-tests/http/refunds.spec.ts"
    )
  })

  it("are called one after the other by a file of their group", async () => {
    const { writeGroups } = await groups()
    const folder = mkdtempSync(path.join(tmpdir(), "groups-"))
    try {
      writeFileSync(path.join(folder, "group-9.spec.js"), "of an earlier run")
      const [sale, status] = [
        "integration-tests/http/sale.spec.ts",
        "integration-tests/http/status.spec.ts",
      ]
      writeGroups([{ settings: "NO_APPROVALS", files: [sale, status] }], folder)

      const text = readFileSync(path.join(folder, "group-1.spec.js"), "utf8")
      expect(text).toContain('support/shop-settings").NO_APPROVALS, {')
      expect(text.indexOf(sale)).toBeGreaterThan(0)
      expect(text.indexOf(status)).toBeGreaterThan(text.indexOf(sale))
      expect(() => readFileSync(path.join(folder, "group-9.spec.js"))).toThrow("ENOENT")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("are reported as if each had run by itself", async () => {
    const { ungrouped } = await groups()
    const test = (file: string, name: string, status: string) => ({
      status,
      ancestorTitles: ["one store for several", "", file, "a sale"],
      fullName: `one store for several ${file} a sale ${name}`,
      failureMessages: [],
    })
    const [sale, status] = [
      "integration-tests/http/sale.spec.ts",
      "integration-tests/http/status.spec.ts",
    ]
    const group = {
      name: path.resolve(".medusa/tests/groups/group-1.spec.js"),
      status: "failed" as const,
      message: "1 failed",
      assertionResults: [
        test(sale, "ends", "passed"),
        test(status, "is told", "failed"),
        test(sale, "begins", "passed"),
      ],
    }
    const broken = { ...group, assertionResults: [], message: "Unexpected token" }
    const alone = {
      ...group,
      assertionResults: [{ ...test(sale, "ends", "passed"), ancestorTitles: [] }],
    }

    const { testResults } = ungrouped({ numPassedTests: 2, testResults: [group, broken, alone] })
    expect(testResults).toMatchObject([
      {
        name: path.resolve(sale),
        status: "passed",
        assertionResults: [{ fullName: "a sale ends" }, { fullName: "a sale begins" }],
      },
      {
        name: path.resolve(status),
        status: "failed",
        assertionResults: [{ fullName: "a sale is told" }],
      },
      broken,
      alone,
    ])
  })
})
