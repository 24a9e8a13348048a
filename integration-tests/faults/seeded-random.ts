/**
 * Chances from a seed: the same seed draws the same ones (mulberry32, as the sandbox's own faults draw). Each
 * actor of a schedule has chances of its own. What one does never depends on how fast another is.
 */
export class SeededRandom {
  private state: number

  constructor(readonly seed: number) {
    this.state = seed >>> 0
  }

  /** Chances of their own for a name, always the same ones for the same name. */
  of(name: string): SeededRandom {
    let mixed = this.seed ^ 0x9e3779b9
    for (const letter of name) {
      mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193)
    }
    return new SeededRandom(mixed)
  }

  /** At least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries: [K, number][] = []
    let sum = 0
    for (const key in weights) {
      entries.push([key, weights[key]])
      sum += weights[key]
    }
    let rest = this.next() * sum
    for (const [key, weight] of entries) {
      rest -= weight
      if (rest < 0) {
        return key
      }
    }
    return entries[0][0]
  }
}
