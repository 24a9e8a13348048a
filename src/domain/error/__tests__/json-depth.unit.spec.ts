import { isTooDeep, MAX_JSON_DEPTH } from "../json-depth"

const arrays = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`)
const objects = (depth: number): unknown =>
  JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)

describe("a JSON body", () => {
  it.each([arrays, objects])("is too deep above the bound, however deep (%#)", (nested) => {
    expect(isTooDeep(nested(MAX_JSON_DEPTH))).toBe(false)
    for (const depth of [MAX_JSON_DEPTH + 1, 5_000]) {
      expect(isTooDeep(nested(depth))).toBe(true)
      expect(isTooDeep({ note: "x", data: [1, nested(depth)] })).toBe(true)
    }
  })

  it.each([undefined, null, 1, "text", {}, [], { a: [{ b: null }] }])("%j is not", (json) => {
    expect(isTooDeep(json)).toBe(false)
  })
})
