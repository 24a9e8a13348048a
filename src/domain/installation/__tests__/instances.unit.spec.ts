import { instanceProblems, type RunningInstance } from "../instances"

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

function instance(change: Partial<RunningInstance> = {}): RunningInstance {
  return {
    worker_mode: "shared",
    locking: "in-memory",
    started_at: at(0),
    seen_at: at(30),
    ...change,
  }
}

const codes = (...living: RunningInstance[]) => instanceProblems(living).map(({ code }) => code)

describe("Medusa instances on one database", () => {
  it("are no problem when only one runs, also with in-memory locking", () => {
    expect(codes()).toEqual([])
    expect(codes(instance())).toEqual([])
  })

  it("are an error when two run and one of them locks in memory", () => {
    expect(codes(instance(), instance())).toEqual(["in_memory_locking"])
    expect(codes(instance({ locking: "locking-redis" }), instance())).toEqual(["in_memory_locking"])
    const [{ message }] = instanceProblems([instance(), instance()])
    expect(message).toMatch(
      /^2 Medusa instances .*locking-redis or @medusajs\/medusa\/locking-postgres\.$/
    )
  })

  it("are an error when they lock in different places", () => {
    const redis = instance({ locking: "locking-redis" })
    const postgres = instance({ locking: "locking-postgres" })
    expect(codes(redis, postgres)).toEqual(["locking_differs"])
    expect(codes(redis, { ...redis })).toEqual([])
  })

  it("do not include one that was killed before its successor started", () => {
    const killed = instance({ seen_at: at(20) })
    const successor = instance({ started_at: at(24), seen_at: at(29) })
    expect(codes(killed, successor)).toEqual([])
    expect(codes(killed, successor, instance())).toEqual(["in_memory_locking"])
  })

  it("are an error when none of them runs jobs", () => {
    const server = instance({ worker_mode: "server", locking: "locking-redis" })
    expect(codes(server)).toEqual(["no_worker"])
    expect(codes(server, instance({ worker_mode: "worker", locking: "locking-redis" }))).toEqual([])
  })
})
