import { UnclearError } from "../../src/modules/gateway"
import { payElsewhere } from "../../src/workflows/refund/elsewhere"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CHECKER, MAKER, PayoutWorker } from "../support/payout-worker"

const DAY = 86_400
const ELSEWHERE = { note: "In cash.", proof: "receipt 7" }

withModules("payouts that are paid by other means", PAYOUT_OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  const elsewhere = (id: string, actor = MAKER) =>
    payElsewhere(modules.container, id, actor, ELSEWHERE)

  /** A payout that the service took and rejected. */
  async function rejected() {
    const { id } = await worker.make(40_000)
    await worker.run()
    const [{ reference }] = worker.taken(id)
    modules.sandbox.rejectPayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
    return { id, reference }
  }

  it("a rejected payout is recorded as paid with note and proof, and is never sent again", async () => {
    const { id } = await rejected()
    expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
    expect(await worker.payout(id)).toMatchObject({ status: "paid_elsewhere", ...ELSEWHERE })
    expect(await worker.retry(id)).toMatchObject({ outcome: "refused" })
    await worker.pass(5)
    expect(worker.taken(id)).toHaveLength(1)
  })

  it("a payout that the service may still pay cannot be paid by other means", async () => {
    const { id } = await worker.make(40_000)
    expect(await elsewhere(id)).toMatchObject({ outcome: "refused", code: "moved_on" })
    await worker.run()
    expect(await elsewhere(id)).toMatchObject({ outcome: "refused", code: "moved_on" })
  })

  it("a payout above the limit is recorded as paid only by an operator other than its maker", async () => {
    const { id } = await worker.make(600_000)
    expect(await elsewhere(id)).toMatchObject({ outcome: "refused", not_allowed: true })
    expect(await worker.payout(id)).toMatchObject({ status: "awaiting_approval" })
    expect(await elsewhere(id, CHECKER)).toMatchObject({ outcome: "done" })
  })

  it("a payout whose rejection the service does not confirm cannot be paid by other means yet", async () => {
    const { id, reference } = await rejected()
    modules.proxy.lie((answer) =>
      answer.reference === reference ? { ...answer, status: "PENDING" } : answer
    )
    expect(await elsewhere(id)).toMatchObject({
      ...{ outcome: "refused", waits_for: "rejection_doubted" },
    })
    modules.proxy.tellTheTruth()
    expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
  })

  it("a payout that was believed never received is asked about once more before it is paid by other means", async () => {
    modules.sandbox.configure({ payouts: { visibleAfterMs: 180 * 60_000 } })
    modules.sandbox.injectFault({ operation: "payout", kind: "timeout_after", ms: 0 })
    const { id } = await worker.make(40_000)
    await worker.run()
    await worker.pass(60, 10)
    await worker.resend(id)
    await worker.pass(60, 10)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "never_received" })
    await modules.advance(3600 + 60)
    modules.sandbox.approvePayout((await worker.attempt(id)).reference, { notify: false })
    expect(await elsewhere(id)).toMatchObject({ outcome: "refused", code: "paid_after_all" })
    expect(await worker.payout(id)).toMatchObject({ reason: "contradiction" })
  })

  it("a payout that was refused at once may be paid by other means, as the service does not know it", async () => {
    modules.sandbox.configure({ payouts: { banks: { CO: ["NEQUI"] } } })
    const { id } = await worker.make(40_000)
    await worker.run()
    expect(await worker.payout(id)).toMatchObject({ status_cause: "refused" })
    expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
  })

  it("a failed lookup changes nothing, and the same request may be sent again", async () => {
    const { id } = await rejected()
    modules.sandbox.injectFault({ operation: "lookup", kind: "reset_before", times: "always" })
    await expect(elsewhere(id)).rejects.toThrow(UnclearError)
    expect(await worker.payout(id)).toMatchObject({ status: "rejected" })
    modules.sandbox.clearFaults()
    expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
    expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
  })

  it("a payout that the service paid after all is refused once, and may be recorded as paid then", async () => {
    const { id, reference } = await rejected()
    modules.sandbox.approvePayout(reference, { notify: false })
    expect(await elsewhere(id)).toMatchObject({ outcome: "refused", code: "paid_after_all" })
    expect(await worker.payout(id)).toMatchObject({ status: "rejected", reason: "contradiction" })
    expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
  })

  it("a payout of a closed account may be paid by other means once its rejection is not watched any more", async () => {
    const { id } = await rejected()
    const { accounts } = modules.gateway.options
    Object.assign(modules.gateway.options, { accounts: [] })
    try {
      expect(await elsewhere(id)).toMatchObject({ outcome: "refused", again: true })
      await modules.advance(8 * DAY)
      expect(await elsewhere(id)).toMatchObject({ outcome: "done" })
    } finally {
      Object.assign(modules.gateway.options, { accounts })
    }
  })
})
