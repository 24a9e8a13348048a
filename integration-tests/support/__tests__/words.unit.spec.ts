import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"

const ROOT = path.resolve(__dirname, "../../..")
const rule = () => import("../lint/words.mjs")
const glossary = readFileSync(path.join(ROOT, "docs/glossary.md"), "utf8")

describe("a word that the glossary gives up", () => {
  it("is refused in names only when its row says so, and has a replacement", async () => {
    const { wordsGivenUp } = await rule()
    const givenUp = wordsGivenUp(glossary)
    expect(givenUp.get("saboteur")).toBe("crash injector")
    expect(givenUp.has("line")).toBe(false)
    expect(givenUp.size).toBeGreaterThan(30)
  })

  it.each([
    ["payoutDriver", []],
    ["SABOTEUR_TIME", ["saboteur"]],
    ["cardSayings", ["saying"]],
    ["passengerCount", []],
    ["IPNKey", []],
    ["letGoOthers", ["let go"]],
    ["let_go", ["let go"]],
    ["letterGone", []],
  ])("is searched word by word in %s", async (name, found) => {
    const { givenUpIn } = await rule()
    expect(givenUpIn(name, ["saboteur", "saying", "pass", "let go"])).toEqual(found)
  })

  it("is listed as left only in files that exist", () => {
    const listed = readFileSync(path.join(ROOT, "integration-tests/support/lint/words-left.json"))
    const left = z.record(z.string(), z.array(z.string())).parse(JSON.parse(listed.toString()))
    expect(Object.keys(left).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  })
})
