describe("a check whose program the machine lacks", () => {
  const { CI } = process.env
  beforeEach(() => {
    jest.spyOn(console, "log").mockImplementation(() => undefined)
  })
  afterEach(() => {
    process.env.CI = CI ?? ""
    jest.restoreAllMocks()
  })

  it("is reported as left out, and counts as failed with CI=true", async () => {
    const { leftOut } = await import("../run/left-out.mjs")
    process.env.CI = "false"
    const line = "the desk: no Chromium was found"
    expect(leftOut("the desk", "no Chromium was found")).toEqual({ failed: [], leftOut: [line] })
    expect(console.log).toHaveBeenCalledWith(`  left out: ${line}`)
    process.env.CI = "true"
    expect(leftOut("the desk", "no Chromium was found")).toEqual({
      failed: [expect.stringContaining(line)],
      leftOut: [],
    })
  })
})
