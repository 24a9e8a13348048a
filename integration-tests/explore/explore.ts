import { canonical } from "./canonical"
import { eachNext, EVENTS, happen, isCalm } from "./events"
import { OUR_RULES, Reader, type Rules } from "./facts"
import { pack, unpack, WORDS } from "./layout"
import { brokenAtRest, brokenNow } from "./promises"
import { StateTable } from "./state-table"
import { copy, type World } from "./world"

export interface Broken {
  rule: string
  /** Events from the start on, the first one first. */
  way: number[]
}

export interface Explored {
  states: number
  moves: number
  /** States in which nothing is left to do. */
  rests: number
  /** Every state within the bound was looked at. */
  complete: boolean
  broken: Broken | null
}

export interface Options {
  rules?: Rules
  /** Stop after so many states. */
  most?: number
  progress?: (states: number) => void
}

const OF = 16

/** Number of an event and of what it happens to. */
export const eventCode = (kind: number, of: number): number => kind * OF + of
export const kindOf = (event: number): number => Math.floor(event / OF)
export const ofOf = (event: number): number => event % OF

/**
 * Looks at every state that can be reached from `start`, the nearest first, so that the way to a
 * broken rule is a shortest one. Then asks of each state whether it comes to rest when nobody
 * disturbs any more.
 */
export async function explore(start: World, options: Options = {}): Promise<Explored> {
  const most = options.most ?? Infinity
  const reader = new Reader(options.rules ?? OUR_RULES)
  const table = new StateTable()
  const first = copy(start)
  canonical(first)
  table.add(pack(first), 0, 0)
  const world = copy(start)
  let moves = 0
  let rests = 0
  const result = (broken: Broken | null, complete: boolean): Explored => ({
    states: table.size,
    moves,
    rests,
    complete,
    broken,
  })
  const brokenAt = (index: number, rule: string): Broken => ({ rule, way: table.wayTo(index) })

  let at = 0
  for (; at < table.size && table.size < most; at += 1) {
    unpack(table.words, at * WORDS, world)
    const now = brokenNow(world)
    if (now !== null) {
      return result(brokenAt(at, now), false)
    }
    let calm: number | null = null
    const look = (): void => {
      calm = null
      eachNext(world, reader, (next, kind, of) => {
        moves += 1
        canonical(next)
        const index = table.add(pack(next), at, eventCode(kind, of))
        if (calm === null && isCalm(kind)) calm = index
      })
    }
    look()
    if (reader.lacks) {
      await reader.fill()
      look()
    }
    if (calm === null) {
      rests += 1
      const wrong = brokenAtRest(world)
      if (wrong !== null) {
        return result(brokenAt(at, wrong), false)
      }
      table.setCalm(at, at)
    } else {
      table.setCalm(at, calm)
    }
    if (options.progress && at % 100_000 === 0) options.progress(at)
  }
  const complete = at === table.size
  const restless = findRestless(table, at)
  return restless === null
    ? result(null, complete)
    : result(
        brokenAt(restless, "This never comes to rest, although nobody disturbs any more."),
        complete
      )
}

/** A state from which calm leads into a circle; null when each comes to rest. */
function findRestless(table: StateTable, looked: number): number | null {
  const UNKNOWN = 0
  const ON_WAY = 1
  const RESTS = 2
  const marks = new Uint8Array(table.size)
  for (let start = 0; start < looked; start += 1) {
    const way: number[] = []
    let at = start
    while (marks[at] === UNKNOWN) {
      marks[at] = ON_WAY
      way.push(at)
      const next = table.calmOf(at)
      // At the edge of a bound by number nobody looked any further.
      if (next === null || next === at) {
        marks[at] = RESTS
        break
      }
      at = next
    }
    if (marks[at] === ON_WAY) {
      return start
    }
    for (const one of way) marks[one] = RESTS
  }
  return null
}

/** The states along a way, the start first, by names of workers that stay the same. */
export async function replay(
  start: World,
  way: readonly number[],
  rules: Rules = OUR_RULES
): Promise<{ before: World; event: number; swapped: boolean; reader: Reader }[]> {
  const reader = new Reader(rules)
  const steps: { before: World; event: number; swapped: boolean; reader: Reader }[] = []
  let world = copy(start)
  let swapped = canonical(world)
  for (const event of way) {
    const next = copy(world)
    const can = () => happen(next, kindOf(event), ofOf(event), reader)
    if (!can()) {
      await reader.fill()
      if (!can()) {
        throw new Error(`${EVENTS[kindOf(event)].name} cannot happen here: the model has changed`)
      }
    }
    steps.push({ before: world, event, swapped, reader })
    swapped = canonical(next) ? !swapped : swapped
    world = next
  }
  return steps
}
