import { cancelPayout } from "../../src/workflows/refund/cancel"
import { withModules } from "../support/modules/modules"
import { PayIns } from "../support/modules/payin"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { Returns } from "../support/modules/returns"
import { untilBlocked } from "../support/modules/together"
import { CHECKER, DESTINATION, MAKER, PayoutWorker } from "../support/payout-worker"

withModules("payouts of a shopper who is forgotten", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  const returns = new Returns(modules)
  beforeEach(() => worker.fill(1_000_000))

  /** What 60,000 pesos of a pay-in are given back by. */
  async function returned() {
    const payIn = await new PayIns(modules).paid()
    const { payout } = await returns.decide(await returns.question(payIn), 60_000)
    return { id: payout.id, transaction_id: payIn.id }
  }

  /** The same, sent and rejected. */
  async function rejected() {
    const payout = await returned()
    await worker.run()
    const [{ reference }] = worker.taken(payout.id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    return { ...payout, reference }
  }

  const which = ({ transaction_id }: { transaction_id: string }) => ({
    transaction_ids: [transaction_id],
    order_ids: [],
  })

  const forget = (payout: { transaction_id: string }) =>
    modules.pg.transaction(async (trx) => {
      const { forgetting } = worker.payouts
      const given = await forgetting.lock(trx, which(payout))
      await forgetting.erase(trx, given)
      return given.map(({ id }) => id)
    })

  it("lose the shopper's data and keep amounts, references and states", async () => {
    const payout = await returned()
    await worker.run()
    const [{ reference, ticket }] = worker.taken(payout.id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await forget(payout)).toEqual([payout.id])
    expect(await worker.payout(payout.id)).toMatchObject({
      ...{ status: "approved", amount: "60000", reference, ticket },
      ...{ destination_sealed: null, full_name: null, bank: null, account_type: null },
      ...{ account_last_four: null, response_message: null },
    })
    const attempt = await worker.attempt(payout.id)
    expect(attempt).toMatchObject({
      ...{ status: "approved", amount: "60000", reference, ticket },
      ...{ last_error: null, response_message: null },
    })
    const context = { table: "payin_payout_attempt", row: attempt.id, column: "destination_sealed" }
    expect(modules.ledger.sealer.open(attempt.destination_sealed, context)).toBe("{}")
    expect(await worker.payouts.reveal(payout.id, CHECKER)).toBeNull()
  })

  it("keep actions and actors in the audit, without the last four digits of the account", async () => {
    const payout = await returned()
    const destination = { ...DESTINATION, account_number: "55667788990" }
    const given = { destination, payment_method: "BANK_TRANSFER", other_person: false }
    await worker.payouts.decisions.giveDestination(payout.id, given, CHECKER)
    const before = await worker.payouts.audit.of(payout.id)
    expect(JSON.stringify(before)).toContain("8990")
    await forget(payout)
    const after = await worker.payouts.audit.of(payout.id)
    expect(after.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      before.map(({ action, actor_id }) => [action, actor_id])
    )
    expect(JSON.stringify(after)).not.toContain("8990")
  })

  it("store no message of the bank from a later lookup", async () => {
    const payout = await rejected()
    worker.fill(0)
    await worker.retry(payout.id)
    await cancelPayout(modules.container, payout.id, MAKER, "Another account.")
    await forget(payout)
    await worker.runIn(60)
    expect(await worker.attempt(payout.id)).toMatchObject({
      ...{ status: "rejected", service_status: "REJECTED", response_message: null },
    })
    expect(await worker.payout(payout.id)).toMatchObject({ response_message: null })
  })

  it("block the erasure with a reason until each is over", async () => {
    const { underWay } = worker.payouts.forgetting
    const [queued, unpaid] = [await returned(), await rejected()]
    const found = await Promise.all([queued, unpaid].map(({ id }) => worker.payout(id)))
    expect(found.map(({ status }) => status)).toEqual(["pending", "rejected"])
    expect(underWay(found)).toEqual([
      expect.stringContaining(`${queued.id} is pending`),
      expect.stringContaining(`${unpaid.id} was rejected`),
    ])
    const over = found.flatMap((payout) =>
      (["approved", "canceled", "paid_elsewhere"] as const).map((status) => ({
        ...payout,
        status,
      }))
    )
    expect(underWay(over)).toEqual([])
  })

  it("are the shopper's own refunds only, and payouts made by operators stay as they are", async () => {
    const payout = await returned()
    const { transaction_id } = payout
    const operators = await worker.make(1_000, { transaction_id, order_id: "order_1" })
    const others = await returned()
    expect(await forget(payout)).toEqual([payout.id])
    for (const { id } of [operators, others]) {
      expect(await worker.payouts.reveal(id, CHECKER)).toEqual(DESTINATION)
    }
  })

  it("are found by their order too", async () => {
    const { id } = await returned()
    await modules.pg("payin_payout").where({ id }).update({ order_id: "order_1" })
    const found = await modules.pg.transaction((trx) =>
      worker.payouts.forgetting.lock(trx, { transaction_ids: [], order_ids: ["order_1"] })
    )
    expect(found.map((one) => one.id)).toEqual([id])
  })

  it("are locked during the erasure, so that a decision waits for its end", async () => {
    const payout = await returned()
    const order: string[] = []
    const forgetting = await modules.pg.transaction()
    await worker.payouts.forgetting.lock(forgetting, which(payout))
    const canceled = worker.payouts.decisions.cancel(payout.id, MAKER, null).then(() => {
      order.push("canceled")
    })
    await untilBlocked(modules.pg, 1, canceled)
    order.push("looked at")
    await forgetting.commit()
    await canceled
    expect(order).toEqual(["looked at", "canceled"])
  })
})
