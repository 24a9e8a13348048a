import { asValue } from "@medusajs/framework/awilix"
import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BEAT_SECONDS } from "../../src/domain/installation/instances"
import type { ThisProcess } from "../../src/modules/ledger/this-process"
import { breakWriting } from "../support/gate"
import { withModules } from "../support/modules/modules"

const PROCESS: ThisProcess = {
  host: "one",
  pid: 1,
  worker_mode: "shared",
  locking: "in-memory",
  event_bus: "local",
  version: "0.0.0",
}

withModules("the processes on one database", {}, (modules) => {
  const instances = () => modules.ledger.instances
  const living = async () => (await instances().living()).map(({ id }) => id)
  const seen = (id: string, ago: string) =>
    modules
      .pg("payin_instance")
      .where({ id })
      .update({ seen_at: modules.pg.raw("now() - cast(? as interval)", [ago]) })

  it("are listed, the oldest first, until their last beat is 16 seconds old", async () => {
    await instances().beat("payinst_young", PROCESS, 1_000)
    await instances().beat("payinst_old", { ...PROCESS, host: "two" }, 60_000)
    expect(await living()).toEqual(["payinst_old", "payinst_young"])
    expect(await instances().living()).toMatchObject([{ ...PROCESS, host: "two" }, PROCESS])
    await seen("payinst_old", "16 seconds")
    expect(await living()).toEqual(["payinst_young"])
  })

  it("keep their start time when a beat comes late", async () => {
    await instances().beat("payinst_1", PROCESS, 60_000)
    const [before] = await instances().living()
    await seen("payinst_1", "16 seconds")
    await instances().beat("payinst_1", PROCESS, 60_000)
    const [after] = await instances().living()
    expect(after.started_at).toEqual(before.started_at)
    expect(Number(after.seen_at)).toBeGreaterThanOrEqual(Number(before.seen_at))
  })

  it("are removed at once when they shut down", async () => {
    await instances().beat("payinst_1", PROCESS, 0)
    await instances().beat("payinst_2", PROCESS, 0)
    await instances().leave("payinst_1")
    expect(await living()).toEqual(["payinst_2"])
  })

  it("are removed by the beat of another process ten minutes after they died", async () => {
    for (const id of ["payinst_dead", "payinst_lately"]) {
      await instances().beat(id, PROCESS, 0)
    }
    await seen("payinst_dead", "11 minutes")
    await seen("payinst_lately", "9 minutes")
    await instances().beat("payinst_1", PROCESS, 0)
    const kept = await modules.pg("payin_instance").orderBy("id").pluck("id")
    expect(kept).toEqual(["payinst_1", "payinst_lately"])
  })

  it("stay listed when a test moves the plugin's clock", async () => {
    await instances().beat("payinst_1", PROCESS, 0)
    await modules.advance(24 * 3600)
    await instances().beat("payinst_2", PROCESS, 0)
    expect((await living()).sort()).toEqual(["payinst_1", "payinst_2"])
  })
})

withModules("the heartbeat of this process", {}, (modules) => {
  beforeAll(() => {
    const config = { projectConfig: { workerMode: "worker" } }
    container.register(ContainerRegistrationKeys.CONFIG_MODULE, asValue(config))
  })
  // Only its interval is the test's to move: all else runs by itself.
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: [
        "Date",
        "hrtime",
        "nextTick",
        "performance",
        "queueMicrotask",
        "setImmediate",
        "clearImmediate",
        "setTimeout",
        "clearTimeout",
      ],
    })
  })
  afterEach(async () => {
    await stop()
    jest.useRealTimers()
  })
  const start = () => modules.ledger.__hooks.onApplicationStart()
  const stop = () => modules.ledger.__hooks.onApplicationPrepareShutdown()
  const complaints = () =>
    modules.log.lines.filter(({ message }) => message.includes("in_memory_locking"))

  async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
    for (;;) {
      const found = await find()
      if (found !== undefined) {
        return found
      }
      await modules.pg.raw("select pg_sleep(0.01)")
    }
  }

  /** One more beat; resolves when it stands in the database, and all that the one before it had to say is said. */
  async function beat() {
    const mine = () => modules.pg("payin_instance").where({ pid: process.pid }).first()
    const before = await mine()
    jest.advanceTimersByTime(BEAT_SECONDS * 1000)
    return until(async () => {
      const row = await mine()
      return row !== undefined && Number(row.seen_at) > Number(before?.seen_at ?? 0)
        ? row
        : undefined
    })
  }

  it("writes no row when the process ends before its first beat", async () => {
    await start()
    jest.advanceTimersByTime(BEAT_SECONDS * 1000 - 1)
    await stop()
    expect(await modules.pg("payin_instance")).toEqual([])
  })

  it("stores the setup of the process until the process shuts down", async () => {
    await start()
    expect(await beat()).toMatchObject({
      pid: process.pid,
      worker_mode: "worker",
      version: await modules.ledger.version(),
    })
    await stop()
    expect(await modules.pg("payin_instance")).toEqual([])
    jest.advanceTimersByTime(BEAT_SECONDS * 1000)
    await stop()
    expect(await modules.pg("payin_instance")).toEqual([])
  })

  it("warns once about a second process without shared locks, and logs when that is over", async () => {
    await modules.ledger.instances.beat("payinst_other", PROCESS, 60_000)
    await start()
    for (let beats = 0; beats < 3; beats += 1) {
      await beat()
    }
    expect(complaints()).toHaveLength(1)
    await modules.ledger.instances.leave("payinst_other")
    await beat()
    await beat()
    expect(complaints()).toHaveLength(1)
    expect(modules.log.lines.at(-1)).toMatchObject({
      level: "info",
      message: expect.stringContaining("as they should be again"),
    })
  })

  it("writes what the process refused, so that every process shows the sum", async () => {
    const elsewhere = {
      source: "card",
      reason: "stale",
      last_at: "2026-01-02T10:00:00.000Z",
    } as const
    await modules.ledger.instances.beat("payinst_other", PROCESS, 0, [{ ...elsewhere, count: 3 }])
    await modules.ledger.instances.beat("payinst_dead", PROCESS, 0, [{ ...elsewhere, count: 9 }])
    await modules
      .pg("payin_instance")
      .where({ id: "payinst_dead" })
      .update({ seen_at: modules.pg.raw("now() - interval '16 seconds'") })
    await start()
    const { refusedWebhooks } = modules.ledger
    refusedWebhooks.count("card", "stale")
    refusedWebhooks.count("ipn", "key")
    await beat()
    const row = await modules.pg("payin_instance").where({ pid: process.pid }).first()
    expect(row.refused).toEqual(refusedWebhooks.own())
    expect(await refusedWebhooks.all()).toMatchObject([
      { source: "card", reason: "stale", count: 4, last_at: refusedWebhooks.own()[0]?.last_at },
      { source: "ipn", reason: "key", count: 1 },
    ])
  })

  it("continues after a beat could not be written, and warns once", async () => {
    const broken = await breakWriting(modules.pg, { table: "payin_instance", event: "insert" })
    await start()
    const warned = () => modules.log.lines.filter(({ level }) => level === "warn")
    jest.advanceTimersByTime(3 * BEAT_SECONDS * 1000)
    await until(async () => warned().at(0))
    await broken.mend()
    await beat()
    expect(warned()).toHaveLength(1)
  })
})
