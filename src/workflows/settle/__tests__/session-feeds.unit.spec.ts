import type { ShopperView } from "../../../domain/session/shopper-view"
import { SessionFeeds, type LookAt } from "../session-feeds"

const MOST = { ofCart: 3, inAll: 5, readings: 2 }
const pending: ShopperView = {
  status: "pending",
  payment_url: "https://pay.example/1",
  instructions: null,
  order_id: null,
  message: null,
}
const approved: ShopperView = { ...pending, status: "approved", payment_url: null }
const paid: ShopperView = { ...approved, order_id: "order_1" }

const listener = () => ({ onView: jest.fn(), onEnd: jest.fn() })

/** A session that the test moves, and how often it was read. A look sees each move. */
function session(first: ShopperView | null) {
  const state = { view: first }
  const read = jest.fn(async () => state.view)
  const lookAt = jest.fn(
    async (carts: readonly string[]) => new Map(carts.map((cart) => [cart, JSON.stringify(state)]))
  )
  return { state, read, lookAt }
}

const unchanged = async (carts: readonly string[]) => new Map(carts.map((cart) => [cart, "same"]))

async function joined(
  feeds: SessionFeeds,
  id: string,
  read: () => Promise<ShopperView | null>,
  lookAt: LookAt = unchanged
) {
  const told = listener()
  const leave = await feeds.listen(id, { read, lookAt }, told)
  if (typeof leave === "string") {
    throw new Error(`it listens not: ${leave}`)
  }
  return { ...told, leave }
}

/** Nothing is kept, and after the look that was to come nothing goes on. */
async function expectRest(feeds: SessionFeeds) {
  expect(feeds.size).toBe(0)
  await jest.advanceTimersByTimeAsync(1_500)
  expect(jest.getTimerCount()).toBe(0)
}

const seen = (told: { onView: jest.Mock }) => told.onView.mock.calls.map(([view]) => view)

describe("feeds of sessions", () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it("tell each listener how it stands, then each change once, and the end", async () => {
    const feeds = new SessionFeeds(MOST)
    const { state, read, lookAt } = session(pending)
    const told = await joined(feeds, "a", read, lookAt)
    expect(seen(told)).toEqual([pending])
    await jest.advanceTimersByTimeAsync(5_000)
    expect(seen(told)).toEqual([pending])
    state.view = approved
    await jest.advanceTimersByTimeAsync(1_500)
    state.view = paid
    await jest.advanceTimersByTimeAsync(60_000)
    expect(seen(told)).toEqual([pending, approved, paid])
    expect(told.onEnd).toHaveBeenCalledTimes(1)
    await expectRest(feeds)
  })

  it("read a session once for all who listen, also while the first reading is under way", async () => {
    const feeds = new SessionFeeds(MOST)
    const { read } = session(pending)
    const all = await Promise.all([1, 2, 3].map(() => joined(feeds, "a", read)))
    expect(read).toHaveBeenCalledTimes(1)
    expect(all.map(seen)).toEqual([[pending], [pending], [pending]])
    await jest.advanceTimersByTimeAsync(1_500)
    expect(read).toHaveBeenCalledTimes(2)
    all[0].leave()
    const late = await joined(feeds, "a", read)
    expect(seen(late)).toEqual([pending])
    expect(read).toHaveBeenCalledTimes(2)
  })

  it("end at once for all who come to what has ended", async () => {
    const feeds = new SessionFeeds(MOST)
    const { read } = session(paid)
    const all = await Promise.all([1, 2].map(() => joined(feeds, "a", read)))
    for (const told of all) {
      expect(seen(told)).toEqual([paid])
      expect(told.onEnd).toHaveBeenCalledTimes(1)
    }
    await expectRest(feeds)
  })

  it("have room for so many of a session and in all, and again when one leaves", async () => {
    const feeds = new SessionFeeds(MOST)
    const { read } = session(pending)
    const [first] = await Promise.all(["a", "a", "a"].map((id) => joined(feeds, id, read)))
    expect(await feeds.listen("a", { read, lookAt: unchanged }, listener())).toBe("too_many")
    await joined(feeds, "b", read)
    await joined(feeds, "c", read)
    expect(await feeds.listen("d", { read, lookAt: unchanged }, listener())).toBe("too_many")
    first.leave()
    first.leave()
    await joined(feeds, "d", read)
    expect(await feeds.listen("e", { read, lookAt: unchanged }, listener())).toBe("too_many")
    expect(feeds.size).toBe(4)
  })

  it("keep nothing of a session that was never ours, or that cannot be read", async () => {
    const feeds = new SessionFeeds({ ofCart: 1, inAll: 1, readings: 1 })
    const told = listener()
    expect(await feeds.listen("a", { read: async () => null, lookAt: unchanged }, told)).toBe(
      "unknown"
    )
    const broken = async () => {
      throw new Error("no database")
    }
    await expect(feeds.listen("a", { read: broken, lookAt: unchanged }, told)).rejects.toThrow(
      "no database"
    )
    expect(told.onView).not.toHaveBeenCalled()
    expect(told.onEnd).not.toHaveBeenCalled()
    await expectRest(feeds)
    await joined(feeds, "a", session(pending).read)
  })

  it("stop reading once the last one left, also in the middle of a reading", async () => {
    const feeds = new SessionFeeds(MOST)
    let finish = () => {}
    const slow = jest
      .fn<Promise<ShopperView>, []>()
      .mockResolvedValueOnce(pending)
      .mockImplementation(
        () =>
          new Promise((resolve) => {
            finish = () => resolve(approved)
          })
      )
    const told = await joined(feeds, "a", slow)
    await jest.advanceTimersByTimeAsync(1_500)
    told.leave()
    finish()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(slow).toHaveBeenCalledTimes(2)
    expect(seen(told)).toEqual([pending])
    await expectRest(feeds)
  })

  it("go on after a reading that failed, and say nothing of it", async () => {
    const feeds = new SessionFeeds(MOST)
    const read = jest
      .fn<Promise<ShopperView>, []>()
      .mockResolvedValueOnce(pending)
      .mockRejectedValueOnce(new Error("no database"))
      .mockResolvedValue(paid)
    const told = await joined(feeds, "a", read)
    await jest.advanceTimersByTimeAsync(3_000)
    expect(seen(told)).toEqual([pending, paid])
    expect(told.onEnd).toHaveBeenCalledTimes(1)
  })

  it("read a cart that does not change as seldom as lookups follow each other, and soon again for somebody who comes back", async () => {
    const feeds = new SessionFeeds(MOST)
    const { read, lookAt } = session(pending)
    const inMinutes = async (minutes: number) => {
      const before = read.mock.calls.length
      await jest.advanceTimersByTimeAsync(minutes * 60_000)
      return read.mock.calls.length - before
    }
    await joined(feeds, "a", read, lookAt)
    await joined(feeds, "a", read, lookAt)
    const first = await inMinutes(1)
    expect(first).toBeGreaterThanOrEqual(10)
    expect(first).toBeLessThanOrEqual(20)
    await inMinutes(5)
    expect(await inMinutes(1)).toBe(2)
    await joined(feeds, "a", read, lookAt)
    expect(await inMinutes(1)).toBe(first)
  })

  it("ask for 200 carts in one look, and read only those that changed", async () => {
    const feeds = new SessionFeeds({ ofCart: 1, inAll: 200, readings: 4 })
    const prints = new Map(Array.from({ length: 200 }, (_, number) => [`${number}`, "before"]))
    const lookAt = jest.fn(async () => new Map(prints))
    const read = jest.fn(async (_: string): Promise<ShopperView> => pending)
    for (const cart of prints.keys()) {
      await joined(feeds, cart, () => read(cart), lookAt)
    }
    // The first look does not know what was read before it.
    await jest.advanceTimersByTimeAsync(1_500)
    read.mockClear()
    lookAt.mockClear()
    prints.set("7", "after")
    await jest.advanceTimersByTimeAsync(1_500)
    expect(read.mock.calls).toEqual([["7"]])
    expect(lookAt).toHaveBeenCalledTimes(1)
    expect(lookAt).toHaveBeenCalledWith([...prints.keys()])
  })

  it("tell a change that came while a cart was read", async () => {
    const feeds = new SessionFeeds(MOST)
    const { state, read, lookAt } = session(pending)
    let finish = () => {}
    const told = await joined(feeds, "a", read, lookAt)
    read.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(pending)
        })
    )
    await jest.advanceTimersByTimeAsync(1_500)
    state.view = paid
    await jest.advanceTimersByTimeAsync(3_000)
    finish()
    await jest.advanceTimersByTimeAsync(1_500)
    expect(seen(told)).toEqual([pending, paid])
  })

  it("read on where the look fails, and soon again where a reading of a change failed", async () => {
    const feeds = new SessionFeeds(MOST)
    const { state, read, lookAt } = session(pending)
    lookAt.mockRejectedValue(new Error("no database"))
    const told = await joined(feeds, "a", read, lookAt)
    state.view = approved
    await jest.advanceTimersByTimeAsync(4_500)
    expect(seen(told)).toEqual([pending, approved])
    lookAt.mockReset()
    lookAt.mockImplementation(async () => new Map([["a", JSON.stringify(state)]]))
    await jest.advanceTimersByTimeAsync(1_500)
    state.view = paid
    read.mockRejectedValueOnce(new Error("no database"))
    await jest.advanceTimersByTimeAsync(3_000)
    expect(seen(told)).toEqual([pending, approved, paid])
    await expectRest(feeds)
  })

  it("read a few carts at a time, so that shoppers who pay find a connection of the database", async () => {
    const feeds = new SessionFeeds(MOST)
    const ends: (() => void)[] = []
    const read = jest.fn(
      () => new Promise<ShopperView>((resolve) => ends.push(() => resolve(pending)))
    )
    const all = ["a", "b", "c"].map((cart) => joined(feeds, cart, read))
    await jest.advanceTimersByTimeAsync(10_000)
    expect(read).toHaveBeenCalledTimes(MOST.readings)
    ends[0]()
    await jest.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(MOST.readings + 1)
    ends.splice(1).forEach((end) => end())
    expect((await Promise.all(all)).map(seen)).toEqual([[pending], [pending], [pending]])
  })

  it("end where the session is not there any more", async () => {
    const feeds = new SessionFeeds(MOST)
    const { state, read, lookAt } = session(pending)
    const told = await joined(feeds, "a", read, lookAt)
    state.view = null
    await jest.advanceTimersByTimeAsync(1_500)
    expect(told.onEnd).toHaveBeenCalledTimes(1)
    expect(feeds.size).toBe(0)
  })
})
