import { setTimeout as sleep } from "node:timers/promises"
import { Arrivals } from "../arrivals"

/** Over once so many have begun. */
const after = (arrivals: () => Arrivals, count: number) => () => arrivals().begun >= count

describe("arrivals", () => {
  it("begin at their rate, though each takes longer, and are waited for", async () => {
    let done = 0
    const arrivals: Arrivals = new Arrivals(5, async () => {
      await sleep(40)
      done++
    })
    await arrivals.until(after(() => arrivals, 6))
    expect(done).toBe(6)
    expect(arrivals.leftOut).toBe(0)
  })

  it("leave out what a store that stands still could not serve", async () => {
    let open: () => void = () => undefined
    const door = new Promise<void>((resolve) => (open = resolve))
    const arrivals: Arrivals = new Arrivals(0, () => door)
    const isOver = () => {
      if (arrivals.leftOut < 3) {
        return false
      }
      open()
      return true
    }
    await arrivals.until(isOver)
    expect(arrivals.leftOut).toBe(3)
  })

  it("end with the error of one that failed", async () => {
    const arrivals = new Arrivals(1, () => Promise.reject(new Error("no database")))
    await expect(arrivals.until(() => false)).rejects.toThrow("no database")
  })
})
