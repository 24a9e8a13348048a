import { submitPayouts } from "../../src/workflows/payout"
import { withModules } from "../support/modules/modules"
import { PAYOUT_OPTIONS } from "../support/modules/payout-options"
import { CANARY } from "../support/personal-data"
import { DESTINATION, PayoutWorker } from "../support/payout-worker"

const PERU = {
  account: "pe",
  country: "PE",
  currency: "PEN",
  destination: { ...DESTINATION, ...CANARY.pe, bank: "BCP" },
} as const
const OPTIONS = { ...PAYOUT_OPTIONS, approvalAbove: { COP: 500_000, PEN: 500_000 } }
/** Nobody listens at the address of Peru's account. */
const PERU_IS_DOWN = {
  ...OPTIONS,
  accounts: [
    { id: "co", country: "CO" },
    { id: "pe", country: "PE", baseUrl: "http://127.0.0.1:9" },
  ],
}

withModules("payouts of two accounts", OPTIONS, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => {
    worker.fill(1_000_000)
    modules.sandbox.setWallet(CANARY.service.merchant_id, 1_000_000, "PEN")
  })

  /** The account is taken out of the options while something is done. */
  async function withoutPeru(work: () => Promise<void>): Promise<void> {
    const { options } = modules.gateway
    const { accounts } = options
    Object.assign(options, { accounts: accounts.filter(({ id }) => id !== "pe") })
    try {
      await work()
    } finally {
      Object.assign(options, { accounts })
    }
  }

  it("are claimed for their own account only", async () => {
    const [here, there] = [await worker.make(1_000), await worker.make(100, PERU)]
    const { submissions } = worker.payouts
    expect((await submissions.claim("pe", 50)).map(({ id }) => id)).toEqual([there.id])
    expect((await submissions.claim("co", 50)).map(({ id }) => id)).toEqual([here.id])
  })

  it("are looked up for their own account only", async () => {
    const [here, there] = [await worker.make(1_000), await worker.make(100, PERU)]
    await worker.run()
    await modules.advance(60)
    const { attempts } = worker.payouts
    expect(await attempts.claimLookups("pe", 50)).toMatchObject([{ payout_id: there.id }])
    expect(await attempts.claimLookups("co", 50)).toMatchObject([{ payout_id: here.id }])
  })

  it("count against the balance of their own account only while they are being sent", async () => {
    await worker.make(100, PERU)
    const seen: unknown[] = []
    modules.proxy.meet(async (path) => {
      if (path.includes("/payout")) {
        const { submissions } = worker.payouts
        seen.push(await submissions.underWay("pe"), await submissions.underWay("co"))
      }
    })
    await worker.run()
    expect(seen).toEqual([["100"], []])
  })

  it("are not limited by a balance in another currency", async () => {
    worker.fill(0)
    const [here, there] = [await worker.make(1_000), await worker.make(100, PERU)]
    await worker.run()
    expect(await worker.payout(here.id)).toMatchObject({ reason: "low_balance" })
    expect(await worker.payout(there.id)).toMatchObject({ status: "pending" })
  })

  it("wait with a reason while their account is not in the options, and are sent once it is", async () => {
    const [here, there] = [await worker.make(1_000), await worker.make(100, PERU)]
    await withoutPeru(async () => {
      await submitPayouts(modules.container)
      expect(await worker.payout(there.id)).toMatchObject({
        ...{ status: "queued", reason: "no_account" },
      })
      expect(await worker.payout(here.id)).toMatchObject({ status: "pending" })
    })
    await worker.runIn(61)
    expect(await worker.payout(there.id)).toMatchObject({ status: "pending", reason: null })
  })

  it("name each unconfigured account that has payouts under way", async () => {
    const made = [await worker.make(100, PERU), await worker.make(1_000), await worker.make(1_000)]
    await worker.run()
    const accounts = ["a_former_one", "pe", "co"]
    for (const [index, { id }] of made.entries()) {
      const account = accounts[index]
      await modules.pg("payin_payout_attempt").where({ payout_id: id }).update({ account })
    }
    const { unconfigured } = worker.payouts
    expect(await unconfigured.underWay(["co", "pe"])).toEqual(["a_former_one"])
    expect(await unconfigured.underWay(["co"])).toEqual(["a_former_one", "pe"])
    expect(await unconfigured.underWay(accounts)).toEqual([])
  })
})

withModules("payouts of an account beside one whose service is down", PERU_IS_DOWN, (modules) => {
  const worker = new PayoutWorker(modules)
  beforeEach(() => worker.fill(1_000_000))

  it("are sent and looked up", async () => {
    const [here, there] = [await worker.make(1_000), await worker.make(100, PERU)]
    await worker.run()
    expect(await worker.payout(there.id)).toMatchObject({
      ...{ status: "queued", reason: "service_down" },
    })
    const [{ reference }] = worker.taken(here.id)
    modules.sandbox.approvePayout(reference, { notify: false })
    await worker.runIn(11)
    expect(await worker.payout(here.id)).toMatchObject({ status: "approved" })
  })
})
