import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bulkhead } from "cockatiel"
import { anomalyReason } from "../../domain/anomaly/reason"
import { tellsOfPaid } from "../../domain/anomaly/kinds"
import { reasonOf } from "../../domain/error/reason"
import { addAmounts, compareAmounts, majorAmount } from "../../domain/money/amount"
import { HELD_SECONDS, LOW_BALANCE_SECONDS } from "../../domain/time/schedule"
import { GatewayError } from "../../modules/gateway/errors"
import type { Payout } from "../../modules/payouts/rows"
import { DOWN, type Begun, type PutBack, type Send } from "../../modules/payouts/submissions"
import { AccountRuns, callSlotsOfJob } from "../reconcile/account-runs"
import { servicesOf } from "../settle"
import { balanceOf } from "./balance"
import { followOwed } from "./follow"
import { leave } from "./leave"
import { coverShare } from "./rule"
import { send, type Queue } from "./send"

/** Payouts per claim: few enough that a crash delays few, enough to keep the call slots busy. */
const BATCH = 50

const runs = new AccountRuns()

/**
 * Sends every due payout, whatever its source. The steps are: claim, balance, attempt row, send
 * (docs/decisions/0001-write-before-send.md). Safe to run twice at once, in one process or several.
 *
 * @param budgetMs how long new batches are begun
 */
export async function submitPayouts(
  container: MedusaContainer,
  budgetMs = 20_000
): Promise<{ sent: number }> {
  const until = performance.now() + budgetMs
  const { gateway, payouts } = servicesOf(container)
  const { accounts } = gateway.options
  await payouts.unconfigured.strand(accounts.map(({ id }) => id))
  return { sent: await runs.each(accounts, (id) => submitAccount(container, id, until)) }
}

/** Sends the due payouts of one account. Two instances may do it at once. */
export function submitAccount(
  container: MedusaContainer,
  account: string,
  until: number
): Promise<number> {
  return new AccountSender(container, account).run(until)
}

/** Sends one account's payouts in one run. */
class AccountSender {
  private sent = 0
  /** Set while the service is down or asked for a pause. */
  private pause: PutBack | null = null
  /** Call slots: the calls to the service under way. */
  private readonly calls
  /** Payouts being written, sent or recorded: twice as many, so that no call slot is idle. */
  private readonly preparing

  constructor(
    private readonly container: MedusaContainer,
    private readonly account: string
  ) {
    const slots = callSlotsOfJob(servicesOf(container).gateway.options)
    this.calls = bulkhead(slots, BATCH)
    this.preparing = bulkhead(2 * slots, BATCH)
  }

  async run(until: number): Promise<number> {
    const { payouts, ledger } = servicesOf(this.container)
    const { submissions } = payouts
    // Nothing is claimed, because the living installation may share this database.
    if (await ledger.installations.isHeld()) {
      await submissions.hold(this.account)
      return 0
    }
    while (this.pause === null && performance.now() < until && (await this.takeBatch()));
    return this.sent
  }

  /** False: nothing is due, or the payouts wait until the service answers again. */
  private async takeBatch(): Promise<boolean> {
    const { payouts, gateway } = servicesOf(this.container)
    const permit = gateway.background.enter(this.account, "payouts")
    if (permit === null) {
      return false
    }
    try {
      const claimed = await payouts.submissions.claim(this.account, permit.alone ? 1 : BATCH)
      await this.takeAll(claimed)
      return claimed.length > 0
    } finally {
      permit.leave()
    }
  }

  private async takeAll(claimed: Payout[]): Promise<void> {
    if (claimed.length === 0) {
      return
    }
    const { payouts, gateway } = servicesOf(this.container)
    const putAllBack = (why: PutBack) =>
      Promise.all(claimed.map((one) => payouts.submissions.putBack(one, why)))
    if (!gateway.options.payouts.enabled) {
      await putAllBack({ reason: "payouts_off", seconds: HELD_SECONDS })
      return
    }
    const balance = await balanceOf(this.container, this.account)
    if ("reason" in balance) {
      this.pause = balance
      await putAllBack(balance)
      return
    }
    const { left } = balance
    let spent = majorAmount(0)
    const affordable: Payout[] = []
    for (const payout of claimed) {
      const needed = addAmounts(spent, payout.amount)
      if (left !== null && compareAmounts(needed, left) > 0) {
        const facts = { balance: left, needed }
        const low = { reason: "low_balance", facts, seconds: LOW_BALANCE_SECONDS } as const
        await payouts.submissions.putBack(payout, low)
      } else {
        spent = needed
        affordable.push(payout)
      }
    }
    await Promise.all(affordable.map((payout) => this.preparing.execute(() => this.take(payout))))
  }

  private async take(claimed: Payout): Promise<void> {
    const { payouts, gateway } = servicesOf(this.container)
    const { submissions } = payouts
    try {
      if (this.pause === null && gateway.background.isPaused(this.account, "payouts")) {
        this.pause = DOWN
      }
      if (this.pause !== null) {
        await submissions.putBack(claimed, this.pause)
        return
      }
      const written = await this.write(claimed)
      if (written !== null) {
        this.sent++
        const queue: Queue = (call) => this.calls.execute(call)
        const isPaused = () => gateway.background.isPaused(this.account, "payouts")
        this.pause = (await send(this.container, written, queue, isPaused)) ?? this.pause
      }
    } catch (error) {
      if (error instanceof GatewayError) {
        await submissions.putBack(claimed, DOWN)
      }
      const logger = this.container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.error(`payin: payout ${claimed.id} was not sent: ${reasonOf(error)}`)
    }
  }

  /** Writes that it is being sent, if it still should be and may be; null otherwise. */
  private async write(claimed: Payout): Promise<Send | null> {
    const { payouts } = servicesOf(this.container)
    const left = await leave(
      this.container,
      claimed,
      { resends: false, balance: null },
      (trx, look) => payouts.submissions.begin(trx, claimed, look)
    )
    switch (left.outcome) {
      case "gone":
      case "changed":
        await followOwed(this.container, claimed, left)
        return null
      case "covered":
        await coverShare(this.container, claimed)
        return null
      case "wait":
        await (left.reason === "over_bound"
          ? this.refuseOverBound(claimed)
          : payouts.submissions.putBack(claimed, left))
        return null
      case "written":
        return this.begun(claimed, left.written)
    }
  }

  private async begun(claimed: Payout, begun: Begun | "over_bound" | null): Promise<Send | null> {
    if (begun === "over_bound") {
      await this.refuseOverBound(claimed)
      return null
    }
    if (begun === null) {
      return null
    }
    await servicesOf(this.container).payouts.moves.announce(begun.made)
    return begun.send
  }

  /**
   * Refund limit: never more than was approved, whatever the source, and no decision twice
   * (docs/decisions/0003-refund-is-a-payout.md).
   */
  private async refuseOverBound(payout: Payout): Promise<void> {
    const { payouts, ledger } = servicesOf(this.container)
    const { id, account, order_id, transaction_id, amount, currency } = payout
    await payouts.submissions.putBack(payout, { reason: "over_bound", seconds: HELD_SECONDS })
    const report = {
      kind: "payout_amount_mismatch" as const,
      subject: id,
      account,
      payout_id: id,
      transaction_id,
      order_id,
      facts: { reason: anomalyReason("more_than_approved"), payout: { amount, currency } },
    }
    // What was paid wrongly stays told: it pauses the account.
    await ledger.anomalies.open(report, tellsOfPaid)
  }
}
