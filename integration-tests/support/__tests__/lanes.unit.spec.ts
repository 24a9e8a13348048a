const lanes = () => import("../run/lanes.mjs")
const parts = () => import("../run/parts.mjs")

interface NamedPart {
  name: string
  cores: number
}

/** Parts that end when the test says so. */
function held() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = ({ name }: { name: string }) =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, run, end }
}

describe("the parts of a test run", () => {
  it("begin in their order as soon as enough cores are free", async () => {
    const { inLanes } = await lanes()
    const { begun, run, end } = held()
    const done = inLanes<NamedPart, string>(
      [
        { name: "a", cores: 1 },
        { name: "both", cores: 2 },
        { name: "b", cores: 1 },
        { name: "c", cores: 1 },
      ],
      { cores: 2, run }
    )

    expect(begun).toEqual(["a", "b"])
    await end("b")
    expect(begun).toEqual(["a", "b", "c"])
    await end("a")
    await end("c")
    expect(begun).toEqual(["a", "b", "c", "both"])
    await end("both")
    expect(await done).toEqual({ results: ["b", "a", "c", "both"], leftOut: [] })
  })

  it("are left out when there is no time for them, and the run still ends", async () => {
    const { inLanes } = await lanes()
    const long = { name: "long", cores: 2 }
    const answers = inLanes([long, { name: "short", cores: 1 }], {
      cores: 2,
      run: async ({ name }) => name,
      mayBegin: ({ name }) => name === "short",
    })

    expect(await answers).toEqual({ results: ["short"], leftOut: [long] })
    const none = inLanes([long], { cores: 2, run: async () => "", mayBegin: () => false })
    expect(await none).toEqual({ results: [], leftOut: [long] })
  })

  it.each([1, 2, 3, 5, 6, 9])("are not left out two days in a row, of %d parts", async (count) => {
    const { ofTheDay } = await lanes()
    const all = Array.from({ length: count }, (_, index) => index)
    const fit = Math.ceil(count / 2)
    for (let day = 20_000; day < 20_020; day++) {
      expect([...ofTheDay(all, day)].sort()).toEqual(all)
      const left = ofTheDay(all, day).slice(fit)
      const next = ofTheDay(all, day + 1).slice(fit)
      expect(left.filter((part) => next.includes(part))).toEqual([])
    }
  })

  it("are given more time on a slower machine", async () => {
    const { slowness } = await lanes()
    expect(slowness([])).toBe(1)
    expect(slowness([{ seconds: 30, usual: 60 }])).toBe(1)
    expect(
      slowness([
        { seconds: 100, usual: 60 },
        { seconds: 200, usual: 40 },
      ])
    ).toBe(3)
  })

  it("have names of their own and need no more cores than there are", async () => {
    const { partsOf } = await parts()
    const all = partsOf({ env: {}, folder: "/tmp" })
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.filter(({ cores }) => cores > 2)).toEqual([])
    // One that needs both cores would begin after all others, whatever the day.
    expect(all.filter(({ when, cores }) => when === "later" && cores > 1)).toEqual([])
  })
})

describe("the result of a script", () => {
  const report = [
    "a line",
    "",
    "left out:",
    "  the desk: no Chromium",
    "",
    "failed:",
    "  the menu",
    "      expected 1",
    "      received 2",
    "  the list",
    "",
    "3 passed, 2 failed",
  ].join("\n")

  it("has the counts of the script's last line and the names of the failures", async () => {
    const { ofScript } = await parts()
    expect(ofScript("npm run x", 1, report)).toMatchObject({
      passed: 3,
      failed: ["the menu\nexpected 1\nreceived 2", "the list"],
      leftOut: ["the desk: no Chromium"],
    })
  })

  it("lists every failure, also after one with an empty line in its output", async () => {
    const { closeReport, partOf } = await import("../run/report.mjs")
    const said: string[] = []
    const log = jest
      .spyOn(console, "log")
      .mockImplementation((line) => void said.push(String(line)))
    closeReport({ passed: 0, failures: ["one\nthis\n\nthat", "two"] })
    log.mockRestore()
    expect(partOf(said.join("\n"), "failed")).toEqual(["one", "    this", "    that", "two"])
  })

  it("counts as one test when the script prints no counts", async () => {
    const { ofScript } = await parts()
    expect(ofScript("npm run x", 0, "well")).toMatchObject({ passed: 1, failed: [] })
    expect(ofScript("npm run x", 2, "not\nwell")).toMatchObject({
      passed: 0,
      failed: ["npm run x: 2\nnot\nwell"],
    })
  })

  it("is a failure after a bad exit code, even when the script counted none", async () => {
    const { ofScript } = await parts()
    const [failure, ...others] = ofScript("npm run x", 124, "3 passed, 0 failed").failed
    expect(failure).toMatch(/^npm run x: 124/)
    expect(others).toEqual([])
  })
})
