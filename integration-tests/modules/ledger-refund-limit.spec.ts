import { withModules } from "../support/modules/modules"
import { AMOUNT, PayIns } from "../support/modules/payin"
import { untilBlocked } from "../support/modules/together"

withModules("a decision about the refundable balance of a pay-in", {}, (modules) => {
  const payIns = new PayIns(modules)
  const refundLimit = () => modules.ledger.refundLimit

  it("waits for an earlier decision and reads what that one wrote", async () => {
    const { id } = await payIns.approved()
    const seen: (string | null)[] = []
    const first = refundLimit().under(id, async (payIn, trx) => {
      second = decide()
      await untilBlocked(modules.pg, 1, second)
      seen.push(payIn.approved_amount)
      await trx("payin_transaction").where({ id }).update({ approved_amount: "1" })
    })
    const decide = () =>
      refundLimit().under(id, async (payIn) => {
        seen.push(payIn.approved_amount)
      })
    let second: Promise<unknown> = Promise.resolve()
    await first
    await second
    expect(seen).toEqual([AMOUNT, "1"])
  })

  it("waits for no decision on another pay-in", async () => {
    const [one, other] = [await payIns.approved(), await payIns.approved()]
    const both = await refundLimit().under(one.id, () =>
      refundLimit().under(other.id, async (payIn) => payIn.id)
    )
    expect(both).toBe(other.id)
  })

  it("leaves nothing behind when it fails", async () => {
    const row = await payIns.approved()
    await expect(
      refundLimit().under(row.id, async (_, trx) => {
        await trx("payin_transaction").where({ id: row.id }).update({ approved_amount: "1" })
        throw new Error("no payout could be made")
      })
    ).rejects.toThrow("no payout could be made")
    expect(await payIns.find(row.id)).toEqual(row)
  })

  it("is not made for an unknown or a deleted pay-in", async () => {
    const decided = jest.fn()
    expect(await refundLimit().under("payin_unknown", decided)).toBeNull()
    const { id } = await payIns.approved()
    await modules.pg("payin_transaction").where({ id }).update({ deleted_at: new Date() })
    expect(await refundLimit().under(id, decided)).toBeNull()
    expect(decided).not.toHaveBeenCalled()
  })
})
