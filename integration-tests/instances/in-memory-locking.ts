import type { Instance } from "../support/instance"
import { expectOneOrderOfDoubleClicks } from "./sales"
import type { World } from "./world"

/** What a store has that was started twice and whose locks live in each one's memory. */
export function inMemoryLocking(world: World): void {
  describe("two processes that lock in their own memory", () => {
    let one: Instance
    let two: Instance
    beforeAll(async () => {
      ;[one, two] = await world.open({}, {})
    })
    afterAll(() => world.close())

    it("make one order of a cart when both complete it at once", async () => {
      await expectOneOrderOfDoubleClicks(world, [one, two])
    })

    it("report in-memory locking as an error in the status and in both logs, with the remedy", async () => {
      const admin = await one.admin()
      const problems = await world.until(async () => {
        const { body } = await admin.get("/admin/payin/status").expect(200)
        return body.problems.length > 0 ? body.problems : null
      })
      const problem = {
        code: "in_memory_locking",
        message: expect.stringContaining("@medusajs/medusa/locking-postgres"),
        values: { count: 2 },
      }
      expect(problems).toEqual([problem])
      for (const instance of [one, two]) {
        await world.until(async () => (complains(instance) ? true : null))
      }
    })

    it("clear the error when one process has ended", async () => {
      await one.stop()
      const admin = await two.admin()
      await world.until(async () => {
        const { body } = await admin.get("/admin/payin/status").expect(200)
        return body.instances.length === 1 && body.problems.length === 0 ? true : null
      })
      await world.until(async () =>
        two.output().includes("instances on this database are as they should be again")
          ? true
          : null
      )
    })
  })
}

function complains(instance: Instance): boolean {
  return instance
    .output()
    .split("\n")
    .some(
      (line) =>
        line.includes('"level":"error"') &&
        line.includes("payin: in_memory_locking: 2 Medusa instances")
    )
}
