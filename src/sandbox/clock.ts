/**
 * The sandbox's only source of time. Tests move it with `advance`; real time flows underneath.
 * All timed work (expiry, late notifications, repeats, card results) waits here, so that moving the
 * clock moves everything in its right order.
 */
export type Job = () => void | Promise<void>

interface Entry {
  at: number
  order: number
  job: Job | null
}

/** Node clamps longer timers to 1 ms, so the clock looks again at least this often. */
const LONGEST_WAIT_MS = 2_000_000_000

export class Clock {
  private offset = 0
  private order = 0
  private readonly heap: Entry[] = []
  private timer: NodeJS.Timeout | null = null
  private timerAt = Infinity
  private stopped = false

  constructor(private readonly real: () => number = Date.now) {}

  now(): number {
    return this.real() + this.offset
  }

  /** Runs the job once the clock shows `at` (ms since 1970). Returns a function that cancels it. */
  schedule(at: number, job: Job): () => void {
    const entry: Entry = { at, order: this.order++, job }
    this.push(entry)
    this.arm()
    return () => {
      entry.job = null
    }
  }

  /** Moves the clock forward. Due jobs run one after the other at their own time, and are awaited. */
  async advance(ms: number): Promise<void> {
    const target = this.now() + ms
    for (let next = this.heap[0]; next && next.at <= target; next = this.heap[0]) {
      this.pop()
      if (next.job === null) continue
      this.offset += Math.max(0, next.at - this.now())
      await next.job()
    }
    this.offset += Math.max(0, target - this.now())
    this.arm()
  }

  /** Forgets all waiting jobs and the offset. */
  reset(): void {
    this.heap.length = 0
    this.offset = 0
    this.disarm()
  }

  stop(): void {
    this.stopped = true
    this.reset()
  }

  restart(): void {
    this.stopped = false
  }

  private arm(): void {
    const first = this.heap[0]
    if (this.stopped || first === undefined || first.at >= this.timerAt) return
    this.disarm()
    this.timerAt = first.at
    const wait = Math.min(Math.max(0, first.at - this.now()), LONGEST_WAIT_MS)
    this.timer = setTimeout(() => this.runDue(), wait)
    this.timer.unref()
  }

  private disarm(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.timerAt = Infinity
  }

  private runDue(): void {
    this.disarm()
    const now = this.now()
    for (let next = this.heap[0]; next && next.at <= now; next = this.heap[0]) {
      this.pop()
      void next.job?.()
    }
    this.arm()
  }

  private push(entry: Entry): void {
    const heap = this.heap
    let index = heap.push(entry) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!before(entry, heap[parent])) break
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = entry
  }

  private pop(): void {
    const heap = this.heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child++
      if (!before(heap[child], last)) break
      heap[index] = heap[child]
      index = child
    }
    heap[index] = last
  }
}

function before(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
