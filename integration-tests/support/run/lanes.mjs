/**
 * Runs parts on a number of cores: each begins, in the order given, once so many cores are free as it keeps busy. A
 * part that needs more cores than are free lets smaller ones behind it go first.
 *
 * - `parts`: `{ cores, ... }`
 * - `run(part)`: does the part; what it answers is collected
 * - `mayBegin(part)`: asked just before; false leaves the part out
 *
 * Answers `{ results, leftOut }`, the results in the order in which the parts ended.
 */
export async function inLanes(parts, { cores, run, mayBegin = () => true }) {
  const waiting = [...parts]
  const results = []
  const leftOut = []
  const under = new Set()
  let free = cores
  while (waiting.length > 0 || under.size > 0) {
    for (let next = nextIn(waiting, free); next !== null; next = nextIn(waiting, free)) {
      waiting.splice(waiting.indexOf(next), 1)
      if (!mayBegin(next)) {
        leftOut.push(next)
        continue
      }
      free -= next.cores
      const work = run(next).then((result) => {
        results.push(result)
        free += next.cores
        under.delete(work)
      })
      under.add(work)
    }
    if (under.size > 0) await Promise.race(under)
  }
  return { results, leftOut }
}

function nextIn(waiting, free) {
  return waiting.find(({ cores }) => cores <= free) ?? null
}

/**
 * The parts in the order of a day: each day begins with the half that came second the day before, so that what there
 * was no time for comes early.
 */
export function ofTheDay(parts, day) {
  const first = (day * Math.ceil(parts.length / 2)) % parts.length
  return [...parts.slice(first), ...parts.slice(0, first)]
}

/** Days since 1970 in UTC, the same all day on every machine. */
export function dayNumber(now = new Date()) {
  return Math.floor(now.getTime() / 86_400_000)
}

/** How many times as long as usual the parts took that are done: at least 1. */
export function slowness(results) {
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  return Math.max(1, sum("seconds") / Math.max(1, sum("usual")))
}
