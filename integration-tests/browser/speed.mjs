const TRIES = 2
const ROWS = "table tbody tr"

/** Those that grow with sales. */
const LISTS = ["transactions", "payouts", "events", "audit"]

/** Half as much again, or a few frames: a busy machine alone makes that much of a difference. */
const GROWS = 1.5
const FRAMES_MS = 150

/** Milliseconds from the question to the first and to the next page on the screen, of each list: the quickest of
 * some, because whatever else the machine does only adds to it. */
export async function measureLists({ page, desk }) {
  const tries = []
  for (let i = 0; i < TRIES; i++) {
    // Nothing answered before is left; from here on the menu leads without loading the dashboard again.
    await desk.visit("/payin", "PayIn")
    const times = {}
    for (const name of LISTS) times[name] = await measure(page, name)
    tries.push(times)
  }
  return tries.reduce(quickest)
}

async function measure(page, name) {
  const link = page.locator(`a[href="/app/payin/${name}"]`).filter({ visible: true }).first()
  const first = await timed(page, name, () => link.click())
  const forward = page.getByRole("button", { name: "Siguiente" })
  await forward.waitFor()
  return {
    first,
    next: (await forward.isDisabled()) ? null : await timed(page, name, () => forward.click()),
  }
}

/** From the moment that a list's route is asked until what it answered is painted. */
async function timed(page, name, act) {
  const asked = new Map()
  const ask = (request) => {
    if (new URL(request.url()).pathname === `/admin/payin/${name}`) {
      asked.set(request, performance.now())
    }
  }
  page.on("request", ask)
  try {
    // A page that moves on gives up what it asked before, and the response to that never is `finished()`: Playwright
    // 1.65 waits for ever.
    const answered = page.waitForEvent("requestfinished", (request) => asked.has(request))
    await Promise.all([answered, act()])
    await page.locator(ROWS).first().waitFor()
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    )
  } finally {
    page.off("request", ask)
  }
  const [first] = asked.values()
  return performance.now() - first
}

function best(numbers) {
  return numbers.length === 0 ? null : Math.round(Math.min(...numbers))
}

/** Of two measurements the better one of each page. */
export function quickest(one, other) {
  const pages = (name, kind) => [one[name][kind], other[name][kind]].filter((ms) => ms !== null)
  return Object.fromEntries(
    LISTS.map((name) => [
      name,
      { first: best(pages(name, "first")), next: best(pages(name, "next")) },
    ])
  )
}

/** One line a list, and what grew with the rows. */
export function compareSpeed(few, many) {
  const lines = []
  const grown = []
  for (const name of LISTS) {
    const pages = ["first", "next"].map((kind) => {
      const [before, after] = [few[name][kind], many[name][kind]]
      if (before === null || after === null) return `${kind} –`
      if (after > before * GROWS + FRAMES_MS) grown.push(`${name}, ${kind} page`)
      return `${kind} page ${before} → ${after} ms`
    })
    lines.push(`${name}: ${pages.join(", ")}`)
  }
  return { lines, grown }
}
