import { eachNext } from "./events"
import { OUR_RULES, type Rules } from "./facts"
import { brokenAtRest, brokenNow } from "./promises"
import type { World } from "./world"

export interface Explored {
  states: number
  rests: number
  complete: boolean
  /** A broken promise, and the events that lead to it, the first one first. */
  broken: { rule: string; way: string[] } | null
}

interface Found {
  world: World
  from: number
  told: string
  calm: number | null
}

/**
 * Looks at every state that can be reached from `start`, the nearest first, so that the way to a
 * broken promise is a shortest one. Then asks of each state whether it comes to rest when nobody
 * disturbs any more.
 */
export function exploreRenewal(
  start: World,
  { rules = OUR_RULES, most = Infinity }: { rules?: Rules; most?: number } = {}
): Explored {
  const found: Found[] = []
  const numbers = new Map<string, number>()
  const add = (world: World, from: number, told: string): number => {
    const name = JSON.stringify(world)
    const known = numbers.get(name)
    if (known !== undefined) {
      return known
    }
    found.push({ world, from, told, calm: null })
    numbers.set(name, found.length - 1)
    return found.length - 1
  }
  let rests = 0
  const end = (rule: string, at: number): Explored => ({
    ...{ states: found.length, rests, complete: false },
    broken: { rule, way: wayTo(found, at) },
  })
  add(start, 0, "")
  let at = 0
  for (; at < found.length && at < most; at += 1) {
    const { world } = found[at]
    const wrong = brokenNow(world)
    if (wrong !== null) {
      return end(wrong, at)
    }
    for (const { world: next, told, calm } of eachNext(world, rules)) {
      const number = add(next, at, told)
      if (calm) found[at].calm ??= number
    }
    if (found[at].calm === null) {
      rests += 1
      const lost = brokenAtRest(world)
      if (lost !== null) {
        return end(lost, at)
      }
    }
  }
  const restless = findRestless(found, at)
  return restless === null
    ? { states: found.length, rests, complete: at === found.length, broken: null }
    : end("This never comes to rest, although nobody disturbs any more.", restless)
}

/** A state from which calm leads into a circle; null when each comes to rest. */
function findRestless(found: readonly Found[], looked: number): number | null {
  const rests = new Uint8Array(found.length)
  for (let start = 0; start < looked; start += 1) {
    const way = new Set<number>()
    let at: number | null = start
    while (at !== null && at < looked && rests[at] === 0) {
      if (way.has(at)) {
        return start
      }
      way.add(at)
      at = found[at].calm
    }
    for (const one of way) rests[one] = 1
  }
  return null
}

function wayTo(found: readonly Found[], to: number): string[] {
  const way: string[] = []
  for (let at = to; at !== 0; at = found[at].from) way.push(found[at].told)
  return way.reverse()
}
