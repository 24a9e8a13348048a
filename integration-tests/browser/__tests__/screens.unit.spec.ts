const KINDS = ["dark 1440", "dark 390", "light 1440", "light 390"]

async function kinds(pages: readonly number[], days: readonly number[], all = false) {
  const { screensOf } = await import("../screens.mjs")
  return pages
    .flatMap((page) => days.flatMap((day) => screensOf(page, { day, all })))
    .map(({ theme, width }) => `${theme} ${width}`)
    .sort()
}

describe("the screen kinds (theme and width) that pages are checked on", () => {
  it.each([0, 1, 20_784])(
    "are all four covered, once each, by four successive pages on day %i",
    async (day) => {
      expect(await kinds([0, 1, 2, 3], [day])).toEqual(KINDS)
    }
  )

  it.each([0, 5])("are all four covered within eight days for page %i", async (page) => {
    expect(await kinds([page], [6, 8, 10, 12])).toEqual(KINDS)
    expect(await kinds([page], [7, 9, 11, 13])).toEqual(KINDS)
  })

  it("are all four used for one page when all are requested", async () => {
    expect(await kinds([3], [9], true)).toEqual(KINDS)
  })
})

describe("the two visits of each way to pay", () => {
  it("differ in language, width and theme, and four ways meet all eight kinds", async () => {
    const { oppositeVisits } = await import("../screens.mjs")
    const ways = [4, 5, 6, 7].map(oppositeVisits)
    for (const [one, other] of ways) {
      expect(one.language).not.toBe(other.language)
      expect(one.phone).toBe(!other.phone)
      expect(one.theme).not.toBe(other.theme)
    }
    expect(new Set(ways.flat().map((visit) => JSON.stringify(visit))).size).toBe(8)
  })

  it("become all eight kinds for one way when all are requested", async () => {
    const { oppositeVisits, visitsOf } = await import("../screens.mjs")
    expect(visitsOf(5, { all: false })).toEqual(oppositeVisits(5))
    const all = visitsOf(5, { all: true }).map((visit) => JSON.stringify(visit))
    expect(new Set(all).size).toBe(8)
    expect(all).toHaveLength(8)
  })
})
