import { CallSlots, slotShares } from "../call-slots"
import type { CallCause } from "../call-slots"

const LONG = 60_000

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] })
})
afterEach(() => {
  jest.useRealTimers()
})

/** Slots, and the causes in the order in which their calls began. */
function slots(all: number, queue = 1000) {
  const line = new CallSlots(all, queue)
  const begun: CallCause[] = []
  const call = (cause: CallCause, waitMs = LONG) =>
    line.wait(cause, waitMs).then((may) => {
      if (may) begun.push(cause)
      return may
    })
  const many = (cause: CallCause, count: number) => {
    for (let made = 0; made < count; made += 1) void call(cause)
  }
  return { line, begun, call, many, settled: () => new Promise(setImmediate) }
}

const count = (begun: readonly CallCause[], cause: CallCause) =>
  begun.filter((one) => one === cause).length

it.each([
  [1, { changes: 1, lookups: 1, own: 1, requested: 1, polls: 1 }],
  [2, { changes: 2, lookups: 1, own: 1, requested: 1, polls: 1 }],
  [3, { changes: 2, lookups: 2, own: 2, requested: 1, polls: 1 }],
  [4, { changes: 3, lookups: 3, own: 2, requested: 2, polls: 1 }],
  [8, { changes: 7, lookups: 6, own: 5, requested: 4, polls: 2 }],
  [64, { changes: 63, lookups: 48, own: 47, requested: 32, polls: 16 }],
])("%i call slots are divided", (all, shares) => {
  expect(slotShares(all)).toEqual({ all, ...shares })
})

it("a create begins at once beside 1,000 polls and 1,000 lookups of the plugin's own", async () => {
  const { begun, call, many, settled } = slots(8)
  many("poll", 1000)
  many("notification", 1000)
  many("own", 1000)
  await settled()
  expect(await call("change")).toBe(true)
  expect(await call("change")).toBe(true)
  expect(count(begun, "change")).toBe(2)
})

it("a lookup of the plugin's own begins at once beside 1,000 creates", async () => {
  const { begun, call, many } = slots(8)
  many("change", 1000)
  expect(await call("own")).toBe(true)
  expect(count(begun, "change")).toBe(7)
})

it("a lookup of the plugin's own begins at once beside 1,000 polls", async () => {
  const { begun, call, many } = slots(8)
  many("poll", 1000)
  expect(await call("own")).toBe(true)
  expect(count(begun, "poll")).toBe(2)
})

it("the plugin's own lookups leave a slot to those that others request", async () => {
  const { begun, call, many } = slots(8)
  many("own", 1000)
  expect(await call("notification")).toBe(true)
  expect(count(begun, "own")).toBe(5)
})

it("notifications go before polling pages, and both have one share", async () => {
  const { line, begun, call, many, settled } = slots(8)
  many("poll", 3)
  many("notification", 4)
  await settled()
  expect(begun).toEqual(["poll", "poll", "notification", "notification"])
  expect(await call("own")).toBe(true)
  line.release("poll")
  line.release("poll")
  await settled()
  expect(begun.slice(5)).toEqual(["notification", "notification"])
  line.release("notification")
  await settled()
  expect(begun.at(-1)).toBe("poll")
})

it("a waiting create gets the next free slot, whatever waits longer", async () => {
  const { line, begun, many, settled } = slots(2)
  many("change", 2)
  many("own", 5)
  many("change", 1)
  await settled()
  line.release("change")
  await settled()
  expect(begun).toEqual(["change", "change", "change"])
})

it("a single slot serves every cause", async () => {
  const { line, begun, call, many, settled } = slots(1)
  expect(await call("poll")).toBe(true)
  many("own", 1)
  many("change", 1)
  line.release("poll")
  await settled()
  expect(begun).toEqual(["poll", "change"])
  line.release("change")
  await settled()
  expect(begun.at(-1)).toBe("own")
})

it("a call that is not served in time leaves the queue, and takes no slot later", async () => {
  const { line, begun, call, settled } = slots(1)
  await call("change")
  const late = call("change", 5)
  jest.advanceTimersByTime(5)
  expect(await late).toBe(false)
  expect(line.state()).toEqual({ in_flight: 1, waiting: 0 })
  line.release("change")
  await settled()
  expect(begun).toEqual(["change"])
  expect(line.state()).toEqual({ in_flight: 0, waiting: 0 })
})

it("polls that fill their queue fill no other", async () => {
  const { line, call, many } = slots(8, 10)
  many("poll", 12)
  expect(line.state()).toEqual({ in_flight: 2, waiting: 10 })
  expect(await call("poll")).toBe(false)
  expect(await call("own")).toBe(true)
  expect(await call("change")).toBe(true)
})
