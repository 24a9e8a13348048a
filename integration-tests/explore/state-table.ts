import { WORDS } from "./layout"

// Looked up once: a test's global objects are slow to reach.
const { imul } = Math

const NONE = 0xffffffff

/**
 * Every state that was found, with the state and the event that led to it first. Rows of one typed
 * array and an open-addressing hash, because ten million objects would not fit into memory.
 */
export class StateTable {
  size = 0
  words: Uint32Array
  private parents: Uint32Array
  private events: Uint16Array
  private calm: Uint32Array
  private slots: Uint32Array
  private mask: number

  constructor(space = 1 << 16) {
    this.words = new Uint32Array(space * WORDS)
    this.parents = new Uint32Array(space)
    this.events = new Uint16Array(space)
    this.calm = new Uint32Array(space).fill(NONE)
    this.slots = new Uint32Array(space * 2).fill(NONE)
    this.mask = space * 2 - 1
  }

  /** Index of a state, added if it is new: then its index is the size before. */
  add(state: Uint32Array, parent: number, event: number): number {
    let slot = hash(state) & this.mask
    for (;;) {
      const found = this.slots[slot]
      if (found === NONE) {
        break
      }
      if (this.equals(found, state)) {
        return found
      }
      slot = (slot + 1) & this.mask
    }
    const index = this.size
    this.slots[slot] = index
    this.words.set(state, index * WORDS)
    this.parents[index] = parent
    this.events[index] = event
    this.size += 1
    if (this.size * WORDS >= this.words.length) {
      this.grow()
    }
    return index
  }

  /** The state that follows when nothing happens any more but work that is due. */
  setCalm(index: number, next: number): void {
    this.calm[index] = next
  }

  /** null: it was not looked at. */
  calmOf(index: number): number | null {
    const next = this.calm[index]
    return next === NONE ? null : next
  }

  /** The shortest way to a state: its events, the first one first. */
  wayTo(index: number): number[] {
    const way: number[] = []
    for (let at = index; at !== 0; at = this.parents[at]) {
      way.push(this.events[at])
    }
    return way.reverse()
  }

  private equals(index: number, state: Uint32Array): boolean {
    const at = index * WORDS
    for (let word = 0; word < WORDS; word += 1) {
      if (this.words[at + word] !== state[word]) {
        return false
      }
    }
    return true
  }

  private grow(): void {
    const space = (this.words.length / WORDS) * 2
    this.words = larger(this.words, space * WORDS)
    this.parents = larger(this.parents, space)
    const events = new Uint16Array(space)
    events.set(this.events)
    this.events = events
    const calm = new Uint32Array(space).fill(NONE)
    calm.set(this.calm)
    this.calm = calm
    this.slots = new Uint32Array(space * 2).fill(NONE)
    this.mask = space * 2 - 1
    for (let index = 0; index < this.size; index += 1) {
      let slot = hash(this.words.subarray(index * WORDS, (index + 1) * WORDS)) & this.mask
      while (this.slots[slot] !== NONE) {
        slot = (slot + 1) & this.mask
      }
      this.slots[slot] = index
    }
  }
}

function larger(from: Uint32Array, length: number): Uint32Array {
  const to = new Uint32Array(length)
  to.set(from)
  return to
}

function hash(words: Uint32Array): number {
  let value = 0x811c9dc5
  for (let word = 0; word < WORDS; word += 1) {
    value = imul(value ^ words[word], 0x01000193)
    value ^= value >>> 15
    value = imul(value, 0x2c1b3c6d)
  }
  value ^= value >>> 13
  return value >>> 0
}
