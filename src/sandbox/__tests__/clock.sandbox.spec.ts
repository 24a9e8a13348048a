import { Clock } from "../clock"

describe("the clock", () => {
  it("runs due jobs in the order of their time, each at its own time", async () => {
    const clock = new Clock(() => 1_000)
    const seen: [string, number][] = []
    for (const [name, at] of [
      ["c", 4_000],
      ["a", 2_000],
      ["d", 4_000],
      ["b", 3_000],
      ["late", 9_000],
    ] as const) {
      clock.schedule(at, () => void seen.push([name, clock.now()]))
    }
    await clock.advance(4_000)
    expect(seen).toEqual([
      ["a", 2_000],
      ["b", 3_000],
      ["c", 4_000],
      ["d", 4_000],
    ])
    expect(clock.now()).toBe(5_000)
    clock.stop()
  })

  it("runs a job that another job schedules, when it becomes due during the advance", async () => {
    const clock = new Clock(() => 0)
    const seen: number[] = []
    const again = (): void => {
      seen.push(clock.now())
      clock.schedule(clock.now() + 10, again)
    }
    clock.schedule(10, again)
    await clock.advance(35)
    expect(seen).toEqual([10, 20, 30])
    clock.stop()
  })

  it("waits for a job before it runs the next", async () => {
    const clock = new Clock(() => 0)
    const seen: string[] = []
    clock.schedule(1, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push("slow")
    })
    clock.schedule(2, () => void seen.push("next"))
    await clock.advance(5)
    expect(seen).toEqual(["slow", "next"])
    clock.stop()
  })

  it("does not run a canceled job", async () => {
    const clock = new Clock(() => 0)
    let ran = false
    const cancel = clock.schedule(1, () => {
      ran = true
    })
    cancel()
    await clock.advance(5)
    expect(ran).toBe(false)
    clock.stop()
  })

  it("runs jobs by itself as real time passes", async () => {
    const clock = new Clock()
    await new Promise<void>((resolve) => {
      clock.schedule(clock.now() + 20, resolve)
      // The clock's own timer is unref'd: something has to keep this test's process awake.
      setTimeout(() => undefined, 200)
    })
    clock.stop()
  })

  it("keeps thousands of jobs in order", async () => {
    const clock = new Clock(() => 0)
    const seen: number[] = []
    for (let index = 0; index < 5_000; index++) {
      const at = (index * 7_919) % 5_003
      clock.schedule(at, () => void seen.push(at))
    }
    await clock.advance(6_000)
    expect(seen).toHaveLength(5_000)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    clock.stop()
  })
})
