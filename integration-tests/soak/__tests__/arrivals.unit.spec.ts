import { setTimeout as sleep } from "node:timers/promises"
import { Arrivals } from "../arrivals"

const never = () => false

describe("arrivals at a fixed rate", () => {
  it("begin while earlier visits still run, and end after the last visit", async () => {
    let done = 0
    const arrivals: Arrivals = new Arrivals(async () => {
      await sleep(40)
      done++
    })
    await arrivals.everyMs(5, () => arrivals.begun >= 6)
    expect(done).toBe(6)
    expect(arrivals.leftOut).toBe(0)
  })

  it("skip and count visits while the store does not respond", async () => {
    let open: () => void = () => undefined
    const door = new Promise<void>((resolve) => (open = resolve))
    const arrivals: Arrivals = new Arrivals(() => door)
    const isOver = () => {
      if (arrivals.leftOut < 3) {
        return false
      }
      open()
      return true
    }
    await arrivals.everyMs(0, isOver)
    expect(arrivals.leftOut).toBe(3)
  })

  it("end with the error of a failed visit", async () => {
    const arrivals = new Arrivals(() => Promise.reject(new Error("no database")))
    await expect(arrivals.everyMs(1, never)).rejects.toThrow("no database")
  })
})

describe("a fixed number of arrivals", () => {
  it("makes the requested number of visits, never more at once than allowed", async () => {
    const came: number[] = []
    let there = 0
    let most = 0
    const arrivals = new Arrivals(async (n) => {
      came.push(n)
      most = Math.max(most, ++there)
      await sleep(1)
      there--
    })
    await arrivals.inTurn(7, 3, never)
    expect(came).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(most).toBe(3)
  })

  it("ends early when the run is over", async () => {
    const arrivals: Arrivals = new Arrivals(() => Promise.resolve())
    await arrivals.inTurn(100, 1, () => arrivals.begun >= 2)
    expect(arrivals.begun).toBe(2)
  })

  it("end with the error of a failed visit", async () => {
    const arrivals = new Arrivals(() => Promise.reject(new Error("no database")))
    await expect(arrivals.inTurn(2, 1, never)).rejects.toThrow("no database")
  })
})
