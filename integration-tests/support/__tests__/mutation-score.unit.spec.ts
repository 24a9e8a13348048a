import { createHash } from "node:crypto"

const told = async (...args: [Record<string, object>?, ((file: string) => string)?]) =>
  (await import("../../mutation/scores.mjs")).toldScore(...args)

describe("the mutation score in a run's report", () => {
  const was = createHash("sha256").update("as it was").digest("hex").slice(0, 16)
  const scores = {
    "src/domain/a.ts": { noticed: 9, of: 10, was },
    "src/domain/b.ts": { noticed: 60, of: 90, was },
  }

  it("sums the scores of all files and says how many files changed since", async () => {
    const changed = (file: string) => (file.endsWith("b.ts") ? "changed" : "as it was")

    expect(await told(scores, () => "as it was")).toBe(
      "mutation score of src/domain: 69.0 % of 100 (npm run mutation; 0 of 2 files changed since)"
    )
    expect(await told(scores, changed)).toContain("1 of 2 files changed since")
    expect(await told({})).toContain("never measured")
  })
})
