/** What the kinds of jest.config.js match. */
const KINDS = [
  /^src\/(?:.*\/)?__tests__\/.*\.unit\.spec\.ts$/,
  /^integration-tests\/.*\.unit\.spec\.ts$/,
  /^src\/sandbox\/(?:.*\/)?__tests__\/.*\.sandbox\.spec\.ts$/,
  /^integration-tests\/(?:modules|http|instances)\/.*\.spec\.ts$/,
]

it("every spec file matches one of the kinds of jest.config.js", async () => {
  const { specsOf } = await import("../run/spec-files.mjs")
  const all = ["src", "integration-tests"].flatMap((folder) => specsOf(folder))

  expect(all.length).toBeGreaterThan(200)
  expect(all.filter((file) => KINDS.every((kind) => !kind.test(file)))).toEqual([])
})
