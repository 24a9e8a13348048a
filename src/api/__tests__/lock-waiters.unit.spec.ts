import { LockWaiters } from "../lock-waiters"

it("of 1,000 posts for one lock one gets it, ten wait, the others are told at once", async () => {
  const waiters = new LockWaiters(10)
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const posts = Array.from({ length: 1000 }, () => waiters.wait("paycol_1", () => opened))
  const told = await Promise.all(posts.slice(11))
  expect(new Set(told)).toEqual(new Set([false]))
  expect(await waiters.wait("paycol_2", async () => "free")).toBe("free")
  open()
  expect(await Promise.all(posts.slice(0, 11))).toEqual(Array(11).fill(undefined))
  expect(waiters.size).toBe(0)
})

it("a wait that fails makes room for another", async () => {
  const waiters = new LockWaiters(0)
  const failing = async () => {
    throw new Error("no database")
  }
  await expect(waiters.wait("paycol_1", failing)).rejects.toThrow("no database")
  expect(await waiters.wait("paycol_1", async () => "locked")).toBe("locked")
})
