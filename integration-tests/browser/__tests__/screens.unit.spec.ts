const KINDS = ["dark 1440", "dark 390", "light 1440", "light 390"]

describe("the kind of screen that a page is looked at on", () => {
  let screensOf: (typeof import("../screens.mjs", {
    with: { "resolution-mode": "import" },
  }))["screensOf"]

  beforeAll(async () => {
    ;({ screensOf } = await import("../screens.mjs"))
  })

  const kinds = (index: number, day: number, all = false) =>
    screensOf(index, { day, all })
      .map(({ theme, width }) => `${theme} ${width}`)
      .sort()

  it("is one of four, each of which some page of four has every day", () => {
    for (const day of [0, 1, 20_784]) {
      expect([0, 1, 2, 3].flatMap((index) => kinds(index, day)).sort()).toEqual(KINDS)
    }
  })

  it("is each of the four within four days", () => {
    for (const index of [0, 5]) {
      expect([7, 8, 9, 10].flatMap((day) => kinds(index, day)).sort()).toEqual(KINDS)
    }
  })

  it("is every one of them where all are asked for", () => {
    expect(kinds(3, 9, true)).toEqual(KINDS)
  })
})
