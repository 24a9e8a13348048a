import { captureOnCard } from "../../src/settlement/card-capture"
import { holdOnCard } from "../../src/settlement/card-hold"
import type { Cycle, Subscription } from "../../src/modules/subscriptions/subscription-rows"
import { lapseUnknown } from "../../src/workflows/card/lapse"
import { takeOver } from "../../src/workflows/installation/take-over"
import { CardTill, there } from "../support/modules/cards"
import { withModules } from "../support/modules/modules"
import { openPeriod, preparedHold } from "../support/modules/subscriptions"
import { CHECKER } from "../support/payout-worker"

const HOLDS = "payin_card_transaction"

/** Periods that a store charged after the backup with which it goes on. */
withModules("the periods of a restored backup", {}, (modules) => {
  const till = new CardTill(modules)
  const holds = () => modules.subscriptions.renewalHolds
  const { sandbox } = modules
  beforeEach(() => {
    sandbox.configure({ cards: { duplicateReference: "refuse" } })
  })

  interface Period {
    subscription: Subscription
    cycle: Cycle
  }

  async function period(): Promise<Period> {
    const first = await till.taken({ customer_id: "cus_1" })
    const { subscription_id } = await till.card(first.card_id)
    return openPeriod(modules, {
      ...{ card_id: first.card_id, subscription_id: subscription_id ?? "", customer_id: "cus_1" },
      latest_transaction_id: first.id,
    })
  }

  const prepare = async ({ cycle, subscription }: Period) =>
    till.row(there(await holds().prepare(cycle, subscription, preparedHold())).id)

  /** Asks the card for a period. */
  async function hold(due: Period) {
    const { transaction } = await holdOnCard(till.deps, await prepare(due))
    return transaction
  }

  async function charge(due: Period) {
    const held = await hold(due)
    const { outcome } = await captureOnCard(till.deps, held.id, held.amount)
    expect(outcome).toBe("captured")
    return held
  }

  /** The backup knows nothing of the holds of a period. */
  const restore = ({ cycle }: Period) => modules.pg(HOLDS).where({ cycle_id: cycle.id }).delete()

  function refuseHolds(status: number, code: string) {
    modules.proxy.meet((path, response) => {
      if (path.endsWith("/authorize")) {
        response.status(status).json({ code, status: false, message: "no" })
      }
    })
  }

  async function takeOverHere() {
    await modules.ledger.installations.standing()
    await modules.pg("payin_installation").update({ database: "1" })
    const asked = { note: "the other one is gone", request: "request_1" }
    expect(await takeOver(modules.container, CHECKER, asked)).toMatchObject({ live: true })
  }

  it("wait, where the service refuses the reference of the charge: nobody knows of a refusal that is no proof", async () => {
    const due = await period()
    const { reference } = await charge(due)
    await restore(due)
    await takeOverHere()
    expect(await hold(due)).toMatchObject({ reference, status: "unknown" })
    expect(sandbox.cards.captures({ limit: 10 })).toHaveLength(2)
  })

  it("wait for a person however old the unknown hold becomes: the other installation may have charged it", async () => {
    const due = await period()
    await charge(due)
    await restore(due)
    await takeOverHere()
    const { id } = await hold(due)
    await modules.advance(30 * 86_400)
    await lapseUnknown(modules.container, 10)
    expect(await till.row(id)).toMatchObject({ status: "unknown" })
  })

  describe.each([
    ["the first installation", true, false],
    ["the restored one", false, true],
    ["both", true, true],
  ])("are not charged again under another reference, where %s", (_who, living, restored) => {
    /** Nothing leaves: the price changed before the card was asked. */
    async function dropOne(due: Period) {
      const { id } = await prepare(due)
      expect(await holds().drop(id, "it costs less")).toBe(true)
    }

    it("dropped a hold that it had not asked for", async () => {
      const due = await period()
      if (living) await dropOne(due)
      const { reference } = await charge(due)
      await restore(due)
      await takeOverHere()
      if (restored) await dropOne(due)
      expect(await hold(due)).toMatchObject({ reference, status: "unknown" })
      expect(sandbox.cards.captures({ limit: 10 })).toHaveLength(2)
    })
  })

  it("are asked under a reference of their own after a hold that may have left", async () => {
    const due = await period()
    refuseHolds(422, "VALIDATION_ERROR")
    const refused = await hold(due)
    const dropped = await prepare(due)
    await holds().drop(dropped.id, "it costs less")
    const next = await prepare(due)
    expect(next.reference).toBe(dropped.reference)
    expect(next.reference).not.toBe(refused.reference)
    expect(await till.row(refused.id)).toMatchObject({ reference: refused.reference })
  })

  it("wait, where the hold that the backup knows was taken already", async () => {
    const due = await period()
    const held = await hold(due)
    const kept: Record<string, unknown> = await modules.pg(HOLDS).where({ id: held.id }).first()
    await captureOnCard(till.deps, held.id, held.amount)
    await modules.pg(HOLDS).where({ id: held.id }).delete()
    await modules.pg(HOLDS).insert(kept)
    await takeOverHere()
    expect(await captureOnCard(till.deps, held.id, held.amount)).toMatchObject({
      outcome: "unknown",
      transaction: { status: "capture_unknown" },
    })
  })

  it.each(["UNAUTHORIZED", "ACCESS_DENIED"])(
    "are refused as always where the service refuses the account: %s",
    async (code) => {
      const due = await period()
      await takeOverHere()
      refuseHolds(code === "UNAUTHORIZED" ? 401 : 403, code)
      expect(await hold(due)).toMatchObject({ status: "error", refusal_code: code })
    }
  )

  it("are refused as always where the subscription was charged since", async () => {
    const due = await period()
    await takeOverHere()
    await charge(due)
    await modules.pg(HOLDS).where({ cycle_id: due.cycle.id }).update({ status: "error" })
    refuseHolds(422, "VALIDATION_ERROR")
    expect(await hold(due)).toMatchObject({ status: "error", refusal_code: "VALIDATION_ERROR" })
  })

  it("are refused as always where nobody took over", async () => {
    const due = await period()
    await charge(due)
    await restore(due)
    expect(await hold(due)).toMatchObject({ status: "error" })
  })
})
