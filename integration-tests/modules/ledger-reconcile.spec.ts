import { reconcile } from "../../src/workflows/reconcile"
import { expectDueIn } from "../support/modules/clock"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"

/** Asked about so often that the next time is far away. */
const SELDOM = { lookup_attempts: 12 }

withModules("a run through the pay-ins that are due", { gatewayConcurrency: 2 }, (modules) => {
  const payIns = new PayIns(modules)
  const run = () => reconcile(modules.container)
  const asked = () => modules.sandbox.requests({ operation: "lookup" }).length

  it("looks up each link once when two runs overlap and a third one follows", async () => {
    for (let made = 0; made < 4; made += 1) {
      await payIns.overwrite((await payIns.linked()).id, SELDOM)
    }
    await modules.advance(15)
    const runs = await Promise.all([run(), run()])
    runs.push(await run())
    expect(runs.reduce((sum, { looked_up }) => sum + looked_up, 0)).toBe(4)
    expect(asked()).toBe(4)
  })

  it("finds an open link again that lost its due time", async () => {
    const { id } = await payIns.linked()
    await payIns.overwrite(id, { lookup_after: null })
    expect(await run()).toEqual({ looked_up: 1 })
    expect((await payIns.find(id)).lookup_after).not.toBeNull()
  })

  it.each(["EXPIRED", "REJECTED", "never received"] as const)(
    "finds money that came after the end (%s) without a notification, days later",
    async (end) => {
      const row = await payIns.linked()
      if (end === "never received") {
        await payIns.overwrite(row.id, { status: "creating", lookup_after: null })
        modules.proxy.meet((_, response) => {
          response.status(404).json({ code: "44" })
        })
        for (const seconds of [10, 60, 61]) {
          await modules.advance(seconds)
          await payIns.fetchStatus(row)
        }
        modules.proxy.tellTheTruth()
      } else {
        modules.sandbox.settle(row.reference, { status: end, notify: false })
        await payIns.fetchStatus(row)
      }
      await payIns.overwrite(row.id, { end_after: null })
      await modules.advance(2 * 86_400)
      await run()
      expect(await modules.pg("payin_anomaly")).toEqual([])

      modules.sandbox.settle(row.reference, { status: "APPROVED", notify: false })
      await modules.advance(5 * 86_400)
      expect(await run()).toEqual({ looked_up: 1 })
      expect(await modules.pg("payin_anomaly")).toMatchObject([
        { kind: "status_changed_after_final", status: "open", transaction_id: row.id },
      ])
    }
  )

  it("lets links lapse and looks them up once more", async () => {
    const { id } = await payIns.pending()
    await payIns.overwrite(id, { lookup_after: null, lookup_attempts: 20 })
    await modules.advance(3 * 3600)
    expect(await run()).toEqual({ looked_up: 1 })
    expect((await payIns.find(id)).lapsed_at).not.toBeNull()
  })

  it("skips a link that moved, or was looked up, while it waited for a call slot", async () => {
    const rows = [await payIns.linked(), await payIns.linked(), await payIns.linked()]
    await modules.advance(15)
    modules.proxy.meet(async (path) => {
      const [, decided, known] = rows
        .filter(({ ticket }) => path.includes(String(ticket)))
        .concat(rows.filter(({ ticket }) => !path.includes(String(ticket))))
      await payIns.overwrite(decided.id, { status: "rejected" })
      await modules.ledger.observations.mayAsk(known.id, 0)
    })
    expect(await run()).toEqual({ looked_up: 1 })
    expect(asked()).toBe(1)
  })

  it("goes on when one answer is unclear, and the log names its link", async () => {
    const rows = [await payIns.linked(), await payIns.linked()]
    await modules.advance(15)
    const [{ reference, ticket }] = rows
    modules.sandbox.injectFault({
      operation: "lookup",
      kind: "malformed",
      reference: String(ticket),
      times: "always",
    })
    expect(await run()).toEqual({ looked_up: 1 })
    expect(modules.log.lines).toContainEqual({
      level: "warn",
      message: expect.stringContaining(reference),
    })
  })

  it("waits as long as a rate limit asks, spends no attempt, and looks up other accounts", async () => {
    const slow = await payIns.pending({ account: "pe" })
    const other = await payIns.linked()
    await modules.advance(15)
    modules.sandbox.injectFault({
      operation: "lookup",
      kind: "rate_limited",
      reference: String(slow.ticket),
      retryAfterSeconds: 30,
      times: "always",
    })
    await expectDueIn(modules, 30, async () => {
      expect(await run()).toEqual({ looked_up: 1 })
      return (await payIns.find(slow.id)).lookup_after
    })
    expect(await payIns.find(slow.id)).toMatchObject({ lookup_attempts: 0 })
    expect(await payIns.find(other.id)).toMatchObject({ lookup_attempts: 1 })
  })
})

withModules("a run while the service is down", {}, (modules) => {
  const payIns = new PayIns(modules)

  it("sends a few lookups, not one for each link, and spends no attempt on the others", async () => {
    for (let made = 0; made < 60; made += 1) {
      await payIns.pending()
    }
    await modules.advance(15)
    modules.sandbox.injectFault({ operation: "lookup", kind: "error_before", times: "always" })
    await reconcile(modules.container)
    const spent = await modules.pg("payin_transaction").where({ lookup_attempts: 1 })
    expect(modules.sandbox.requests({ operation: "lookup" }).length).toBeLessThan(30)
    expect(spent.length).toBeLessThan(30)
    expect(await modules.pg("payin_transaction").where("lookup_attempts", ">", 1)).toEqual([])
  })
})
