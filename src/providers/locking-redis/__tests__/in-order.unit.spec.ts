import { setTimeout as sleep } from "node:timers/promises"
import type { ILockingProvider } from "@medusajs/framework/types"
import { takingInOrder } from "../in-order"

const calls: (string | string[])[] = []
const held = new Set<string>()
/** By key: as its lock would be lost while the work goes on. */
const losses = new Map<string, AbortController>()

/** One process's locks. */
class Locks implements ILockingProvider {
  async execute<Result>(
    keys: string | string[],
    job: (signal?: AbortSignal) => Promise<Result>
  ): Promise<Result> {
    calls.push(keys)
    const wanted = [keys].flat()
    while (wanted.some((key) => held.has(key))) {
      await sleep(1)
    }
    wanted.forEach((key) => held.add(key))
    try {
      return await job(losses.get(wanted[0])?.signal)
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
    expect(calls).toEqual(["a", "b", "c"])
    expect(all).toEqual(["a", "b", "c"])
  })

  it("do not deadlock when callers name the keys in different orders", async () => {
    const job = () => sleep(5, "done")
    const done = await Promise.all([
      locks.execute(["a", "b"], job),
      locks.execute(["b", "a"], job),
      locks.execute(["b", "c", "a"], job),
    ])
    expect(done).toEqual(["done", "done", "done"])
  })

  it("are released when the work fails, and one key or none is requested unchanged", async () => {
    const failing = locks.execute(["a", "b"], () => Promise.reject(new Error("no stock")))
    await expect(failing).rejects.toThrow("no stock")
    await locks.execute("a", async () => undefined)
    await locks.execute([], async () => undefined)
    expect(calls.slice(-2)).toEqual(["a", []])
  })

  it.each(["a", "b", "c"])("abort the work's signal when the lock of %s is lost", async (lost) => {
    for (const key of ["a", "b", "c"]) {
      losses.set(key, new AbortController())
    }
    const told = await locks.execute(["a", "b", "c"], async (signal) => {
      const before = signal?.aborted
      losses.get(lost)?.abort()
      return [before, signal?.aborted]
    })
    losses.clear()
    expect(told).toEqual([false, true])
  })

  it("give the work no signal when the provider has none", async () => {
    expect(await locks.execute(["a", "b"], async (signal) => signal)).toBeUndefined()
  })
})
