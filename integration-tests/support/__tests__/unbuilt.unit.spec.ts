describe("the gate of the build", () => {
  it("names each source that was not built, tests, the admin and the storefront package apart", async () => {
    const { unbuilt } = await import("../gates/unbuilt.mjs")
    const sources = [
      "src/api/admin/payin/status/route.ts",
      "src/api/admin/payin/status/test/route.ts",
      "src/api/admin/payin/status/[check]/route.ts",
      "src/admin/page/fact.tsx",
      "src/domain/money/__tests__/amount.unit.spec.ts",
      "src/storefront/react/form.tsx",
      "src/types.d.ts",
      "medusa-config.ts",
    ]
    const packed = [
      ".medusa/server/src/api/admin/payin/status/route.js",
      ".medusa/server/src/api/admin/payin/status/[check]/route.js",
    ]
    expect(unbuilt(sources, packed)).toEqual(["src/api/admin/payin/status/test/route.ts"])
  })
})
