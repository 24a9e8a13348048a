import { closeGate } from "../support/gate"
import type { Instance } from "../support/instance"
import { startRedis, type Redis } from "../support/redis"
import { burst, expectOneSale, expectOrdersOfACrowd, paidCart } from "./sales"
import type { World } from "./world"

/** How stores outgrow one machine: Redis for events, workflows, locks and cache; one process serves, one works. */
export function redis(world: World): void {
  describe("a server and a worker with Redis", () => {
    let server: Instance
    let worker: Instance
    let shared: Redis

    /** The other one did not. */
    async function expectSettledBy(instance: Instance, paid: { reference: string }): Promise<void> {
      await world.until(async () => (saidSettled(instance, paid) ? true : null))
      const others = [server, worker].filter((other) => other !== instance)
      expect(others.filter((other) => saidSettled(other, paid))).toEqual([])
    }

    beforeAll(async () => {
      shared = await startRedis()
      const parts = { REDIS_URL: shared.url }
      ;[server, worker] = await world.open(
        { ...parts, MEDUSA_WORKER_MODE: "server" },
        { ...parts, MEDUSA_WORKER_MODE: "worker" }
      )
    })
    afterAll(async () => {
      await world.close()
      await shared.stop()
    })

    it("settle in the worker a payment that the server was notified of", async () => {
      const paid = await paidCart(world, server)
      world.sandbox.notify(paid.reference)
      await expectOneSale(world, server, paid)
      await expectSettledBy(worker, paid)
    })

    it("settle in the worker a cart that the server completed without a notification", async () => {
      const paid = await paidCart(world, server)
      await server.complete(paid.cart.id).expect(200)
      await expectOneSale(world, server, paid)
      await expectSettledBy(worker, paid)
    })

    it("settle by the worker's jobs a payment without a notification or completion", async () => {
      const paid = await paidCart(world, server)
      await world.age(1)
      await expectOneSale(world, server, paid)
      await expectSettledBy(worker, paid)
    })

    it("make one order per cart in a burst of notifications", async () => {
      await burst(world, [server])
    })

    it("place every order when many carts with the same products are completed at the same instant", async () => {
      await expectOrdersOfACrowd(world, server)
    })

    it("list each other in the status, without problems", async () => {
      const admin = await server.admin()
      const { body } = await world.until(async () => {
        const status = await admin.get("/admin/payin/status").expect(200)
        return status.body.instances.length === 2 ? status : null
      })
      const set = { locking: "locking-redis", event_bus: "redis" }
      expect(body.instances).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...set, worker_mode: "server", pid: server.pid }),
          expect.objectContaining({ ...set, worker_mode: "worker", pid: worker.pid }),
        ])
      )
      expect(body.problems).toEqual([])
    })

    it("settle a payment once when the worker is killed while it settles", async () => {
      const paid = await paidCart(world, server)
      const gate = await closeGate(world.database.pg, { table: "capture", event: "insert" })
      world.sandbox.notify(paid.reference)
      await gate.arrived()
      await worker.kill9()
      await gate.open()
      await gate.remove()
      // Its lock in Redis would end by itself after two minutes.
      expect(await shared.cli("del", `medusa_lock:${paid.cart.id}`)).toBe("1")
      await world.age(8)
      await worker.restart()
      await expectOneSale(world, server, paid)
    })
  })
}

function saidSettled(instance: Instance, { reference }: { reference: string }): boolean {
  return new RegExp(`payin.settlement .*reference=${reference} to=settled`).test(instance.output())
}
