import { Moments, type Moment } from "../moments"

function calm(at: readonly number[], isAwaited = () => true) {
  const told: string[] = []
  const world = {
    advance: async (ms: number) => void told.push(`${ms} ms`),
    rest: async () => void told.push("rest"),
  }
  const moments = at.map((ms): Moment => ({
    at: ms,
    act: () => void told.push(`at ${ms}`),
    isAwaited,
  }))
  return { time: new Moments(world, moments), told }
}

describe("the moments of calm", () => {
  it("come at their time, in their order, and the step goes on after them", async () => {
    const { time, told } = calm([70, 20])
    await time.pass(100)
    expect(told).toEqual(["20 ms", "at 20", "rest", "50 ms", "at 70", "rest", "30 ms"])
    expect(time.passedMs).toBe(100)
  })

  it("wait for the step into which they fall, and keep calm from ending until then", async () => {
    const { time, told } = calm([0, 150])
    await time.pass(100)
    expect(told).toEqual(["at 0", "rest", "100 ms"])
    expect(time.areAwaited).toBe(true)
    await time.pass(100)
    expect(time.areAwaited).toBe(false)
  })

  it("keep nothing from ending when they have nothing to do", () => {
    expect(calm([150], () => false).time.areAwaited).toBe(false)
  })
})
