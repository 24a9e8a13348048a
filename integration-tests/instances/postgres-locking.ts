import { closeGate, type Writing } from "../support/gate"
import type { Instance } from "../support/instance"
import { expectOneRenewalEach } from "./renewals"
import { burst, expectOneOrderOfDoubleClicks, expectOneSale, paidCart } from "./sales"
import type { World } from "./world"

const POSTGRES = { MEDUSA_LOCKING: "postgres" }

/** Where Medusa is in a completion when its process is killed. */
const DEATHS: { where: string; writing: Writing }[] = [
  { where: "before the order is made", writing: { table: "order", event: "insert" } },
  { where: "before the payment is written", writing: { table: "payment", event: "insert" } },
  { where: "before the capture is written", writing: { table: "capture", event: "insert" } },
  {
    where: "before the order transaction is written",
    writing: { table: "order_transaction", event: "insert" },
  },
]

/** Two shared-mode processes, PostgreSQL locks, no Redis: event bus and workflow engine in each one's memory. */
export function postgresLocking(world: World): void {
  describe("two processes with PostgreSQL locking and no Redis", () => {
    let one: Instance
    let two: Instance
    beforeAll(async () => {
      ;[one, two] = await world.open(POSTGRES, POSTGRES)
    })
    afterAll(() => world.close())

    it("make one order per cart in a burst of notifications to both", async () => {
      await burst(world, [one, two])
    })

    it("renew each subscription once when all are due at once and operators of both renew them too", async () => {
      await expectOneRenewalEach(world, [one, two])
    })

    it("make one order when notifications, polls and completions reach both at once", async () => {
      const paid = await paidCart(world, one)
      world.sandbox.notify(paid.reference, { copies: 6 })
      const { id } = paid.cart
      const both = [one, two]
      const answers = await Promise.all([
        ...both.flatMap((instance) => [instance.complete(id), instance.complete(id)]),
        ...both.map((instance) => instance.poll(paid.session.id)),
      ])
      const order = await expectOneSale(world, one, paid)
      const completed = answers.flatMap((answer) => ("body" in answer ? [answer] : []))
      expect(completed.map(({ status, body }) => [status, body.order?.id])).toEqual(
        completed.map(() => [200, order.id])
      )
      expect(await two.poll(paid.session.id)).toMatchObject({ order_id: order.id })
    })

    it("make one order of a cart that is completed several times at the same instant", async () => {
      await expectOneOrderOfDoubleClicks(world, [one, one, two])
    })

    it("list each other in the status, without problems", async () => {
      const admin = await one.admin()
      const { body } = await world.until(async () => {
        const status = await admin.get("/admin/payin/status").expect(200)
        return status.body.instances.length === 2 ? status : null
      })
      const set = { worker_mode: "shared", locking: "locking-postgres", event_bus: "local" }
      expect(body.instances).toEqual([expect.objectContaining(set), expect.objectContaining(set)])
      const pids = body.instances.map((instance: { pid: number }) => instance.pid)
      expect(pids.sort()).toEqual([one.pid, two.pid].sort())
      expect(body.problems).toEqual([])
    })

    it.each(DEATHS)(
      "make one order when the process that completes the cart is killed $where",
      async ({ writing }) => {
        const paid = await paidCart(world, one)
        const gate = await closeGate(world.database.pg, writing)
        const completion = one.complete(paid.cart.id).then(
          ({ status }) => status,
          () => "cut off"
        )
        await gate.arrived()
        await one.kill9()
        expect(await completion).toBe("cut off")
        await gate.open()
        await gate.remove()
        const lock = await world.database.pg("locking").where({ id: paid.cart.id })
        expect(lock).toHaveLength(1)

        world.address.targets = [two.url]
        world.sandbox.notify(paid.reference)
        await world.sandbox.idle()
        await world.age(8)
        await expectOneSale(world, two, paid)
        expect(two.output()).toContain(`removed the lock that a completion of ${paid.cart.id} left`)

        world.address.targets = [one.url, two.url]
        await one.restart()
      }
    )

    it("make one order when the process that was notified is killed while it settles", async () => {
      const paid = await paidCart(world, one)
      world.address.targets = [one.url]
      const gate = await closeGate(world.database.pg, { table: "capture", event: "insert" })
      world.sandbox.notify(paid.reference)
      await gate.arrived()
      await one.kill9()
      await gate.open()
      await gate.remove()
      await world.age(8)
      await expectOneSale(world, two, paid)
    })
  })
}
