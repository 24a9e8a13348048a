const lock = {
  packages: {
    "": { dependencies: { a: "1" }, devDependencies: { tool: "1" } },
    "node_modules/a": { license: "MIT", dependencies: { b: "2", gone: "1" } },
    "node_modules/a/node_modules/b": {
      license: "GPL-3.0",
      optionalDependencies: { c: "1", d: "1" },
    },
    "node_modules/b": { license: "ISC" },
    "node_modules/c": { license: "(MIT OR GPL-3.0)" },
    "node_modules/tool": { license: "UNLICENSED" },
  },
}

describe("the licenses of the plugin's dependencies", () => {
  it("cover direct and indirect dependencies as Node finds them, but no development tools", async () => {
    const { runtimeLicenses } = await import("../gates/runtime-licenses.mjs")
    expect(runtimeLicenses(lock)).toEqual([
      { name: "a", license: "MIT" },
      { name: "b", license: "GPL-3.0" },
      { name: "c", license: "(MIT OR GPL-3.0)" },
      // Needed, and not in the lockfile: nobody knows.
      { name: "gone", license: "unknown" },
    ])
  })

  it("are refused when they ask for more than to be named or are not known", async () => {
    const { refusedLicenses } = await import("../gates/runtime-licenses.mjs")
    const licenses = [
      "MIT",
      "GPL-3.0",
      "unknown",
      "MIT OR GPL-3.0",
      "MIT AND GPL-3.0",
      "UNLICENSED",
    ]
    const refused = refusedLicenses(licenses.map((license) => ({ name: "x", license })))
    expect(refused.map(({ license }) => license)).toEqual([
      "GPL-3.0",
      "unknown",
      "MIT AND GPL-3.0",
      "UNLICENSED",
    ])
  })
})
