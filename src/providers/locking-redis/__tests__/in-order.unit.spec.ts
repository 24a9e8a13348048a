import { setTimeout as sleep } from "node:timers/promises"
import type { ILockingProvider } from "@medusajs/framework/types"
import { takingInOrder } from "../in-order"

const calls: (string | string[])[] = []
const held = new Set<string>()

/** One process's locks. */
class Locks implements ILockingProvider {
  async execute<Result>(keys: string | string[], job: () => Promise<Result>): Promise<Result> {
    calls.push(keys)
    const wanted = [keys].flat()
    while (wanted.some((key) => held.has(key))) {
      await sleep(1)
    }
    wanted.forEach((key) => held.add(key))
    try {
      return await job()
    } finally {
      wanted.forEach((key) => held.delete(key))
    }
  }

  async acquire(): Promise<void> {}

  async release(): Promise<boolean> {
    return true
  }

  async releaseAll(): Promise<void> {}
}

describe("locks of several keys", () => {
  const locks = new (takingInOrder(Locks))()
  beforeEach(() => calls.splice(0))
  afterEach(() => {
    expect([...held]).toEqual([])
  })

  it("are asked for one by one, each once, in the order of their names", async () => {
    const all = await locks.execute(["b", "c", "a", "b"], async () => [...held])
    expect(calls).toEqual(["a", "b", ["c"]])
    expect(all).toEqual(["a", "b", "c"])
  })

  it("keep nobody waiting for ever who names them the other way round", async () => {
    const job = () => sleep(5, "done")
    const done = await Promise.all([
      locks.execute(["a", "b"], job),
      locks.execute(["b", "a"], job),
      locks.execute(["b", "c", "a"], job),
    ])
    expect(done).toEqual(["done", "done", "done"])
  })

  it("are given back when the work fails, and one key or none is asked for as ever", async () => {
    const failing = locks.execute(["a", "b"], () => Promise.reject(new Error("no stock")))
    await expect(failing).rejects.toThrow("no stock")
    await locks.execute("a", async () => undefined)
    await locks.execute([], async () => undefined)
    expect(calls.slice(-2)).toEqual(["a", []])
  })
})
