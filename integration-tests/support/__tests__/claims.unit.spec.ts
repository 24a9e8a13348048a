import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const SRC = path.join(__dirname, "../../../src")

/** A subquery of `in` that locks what it answers. */
const CLAIMED_BY_IN = /\bin \(\s*select (?:(?!`)[\s\S])*?skip locked/

function statements(): [file: string, text: string][] {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  return files
    .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
    .map((file): [string, string] => [file, readFileSync(path.join(SRC, file), "utf8")])
    .filter(([, text]) => text.includes("skip locked"))
}

// PostgreSQL may run such a query once for each row that it joins. Each run locks other rows, so the statement claims
// more than its limit: `= any(array(...))` is read once.
it("no statement claims rows by a query that may run several times", () => {
  const found = statements()
  expect(found.map(([file]) => file)).toContain("engine/free-rows.ts")
  expect(found.filter(([, text]) => CLAIMED_BY_IN.test(text)).map(([file]) => file)).toEqual([])
})

it("such a statement would be found", () => {
  const claim =
    "update t set a = ? where id in (\n select id from t limit ? for update skip locked)"
  expect(CLAIMED_BY_IN.test(claim)).toBe(true)
  expect(CLAIMED_BY_IN.test(claim.replace("in (", "= any(array(") + ")")).toBe(false)
})
