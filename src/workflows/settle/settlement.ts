import { anomalyReason } from "../../domain/anomaly/reason"
import { bookableAmount } from "../../domain/payin/received-amount"
import {
  decideSettlement,
  decideWithoutEffect,
  type SettlementStep,
} from "../../domain/settlement/decide"
import { stateLine } from "../../domain/text/state-line"
import { systemNote } from "../../domain/operator/system-note"
import type { Lease } from "../../modules/ledger/lease"
import type { Applied, ApplyDeps } from "./apply"
import { isSummed } from "./booked"
import { acquireOrderLock, type HeldOrderLock } from "./order-lock"
import { openOwnSession } from "./own-session"
import { postpone, report, SETTLEMENT_ANOMALIES } from "./postpone"
import { readFacts, type Seen } from "./read-facts"
import { removeLeftovers } from "./undo"

/**
 * Wait for an operator's link or another booking on the same order; longer work is left to the next
 * try.
 */
const LOCK_WAIT_MS = 5_000

/** Against a loop: no settlement needs so many. */
const MOST_STEPS = 12

/** Ends the settlement of a pay-in for now. */
type LastStep = Extract<SettlementStep, { act: "end" | "park" | "ask" | "exclude" | "wait" }>
type Act = Exclude<SettlementStep, LastStep>

/**
 * Settles one approved pay-in, under its lease: reads the facts, decides one step, takes it, and
 * begins again (docs/decisions/0043-settlement-is-a-decision.md). Only the lock of an order is kept
 * from one step to the next.
 */
export class Settlement {
  /** The order of this money, once it was found. */
  orderId: string | null = null
  private orderLock: { order_id: string; release: HeldOrderLock } | null = null

  constructor(
    private readonly deps: ApplyDeps,
    private readonly lease: Lease
  ) {}

  async run(): Promise<Applied> {
    try {
      return await this.takeSteps()
    } finally {
      await this.orderLock?.release()
    }
  }

  private async takeSteps(): Promise<Applied> {
    let before = ""
    let last = "none"
    for (let count = 0; count < MOST_STEPS; count += 1) {
      const seen = await readFacts(
        this.deps,
        this.lease.transaction,
        this.orderLock?.order_id ?? null,
        (orderId) => {
          this.orderId = orderId
        }
      )
      this.orderId = seen.facts.order?.id ?? null
      const decided = decideSettlement(seen.facts)
      const now = JSON.stringify(decided)
      const step = now === before ? decideWithoutEffect(decided, seen.facts) : decided
      before = now
      if (isLast(step)) {
        return this.end(step, seen)
      }
      if (!(await this.keepsOrderLock())) {
        before = ""
        continue
      }
      await this.act(step, seen)
      last = step.act
      if (step.act === "settle") {
        return "settled"
      }
    }
    return this.wait(anomalyReason("step_without_effect", { step: last }))
  }

  private async end(step: LastStep, { row }: Seen): Promise<Applied> {
    const { transaction } = this.lease
    const { application, leases } = this.deps.ledger
    switch (step.act) {
      case "end":
        return step.outcome
      case "park":
        await application.park(transaction)
        return "nothing"
      case "wait":
        return this.wait(step.reason)
      case "exclude": {
        await leases.write(this.lease, { excluded_at: "now" })
        const reason = anomalyReason("went_back", { payout: step.payout_id })
        const facts = { reason, payout_id: step.payout_id }
        const reported = await report(this.deps, transaction, step.kind, facts, this.orderId)
        await application.park(transaction)
        return reported
      }
      case "ask": {
        const order = this.orderId ?? row.order_id
        const reported = await report(this.deps, transaction, step.kind, step.facts, order)
        // A lasting reason is left to the person.
        await (step.later
          ? application.postpone(transaction, step.kind)
          : application.park(transaction))
        return reported
      }
    }
  }

  private async wait(reason: string): Promise<Applied> {
    const { transaction } = this.lease
    this.deps.logger.info(`payin ${transaction.reference}: ${reason}`)
    return postpone(this.deps, transaction, this.orderId, { reason, passing: true })
  }

  private async act(step: Act, seen: Seen): Promise<void> {
    const { medusa, ledger } = this.deps
    const { row, place } = seen
    if (place === null) {
      return
    }
    switch (step.act) {
      case "restore_links":
        await medusa.restoreLinks(place, step.order_id)
        await ledger.anomalies.closeOfPayIn(
          { transaction_id: row.id, kinds: ["orphan_order"], subjects: [step.order_id] },
          systemNote("links_back")
        )
        return
      case "lock_order":
        return this.lockOrder(step.order_id)
      case "remove_leftovers":
        return removeLeftovers(this.deps, row, place, seen.leftovers, seen.booked)
      case "open_session":
        await openOwnSession(medusa, place, row, bookableAmount(row))
        return
      case "reset_session": {
        const ended = place.collection.payment_sessions.find(({ id }) => id === step.session_id)
        await (ended && medusa.resetSession(ended))
        return
      }
      case "complete_cart":
        return medusa.completeCart(step.cart_id)
      case "book_on_order":
        await this.markCaptured(step.order_id)
        return medusa.bookOnOrder(step.session_id, bookableAmount(row))
      case "repair_capture":
        await this.markCaptured(step.order_id)
        return medusa.repairCapture({ id: step.payment_id })
      case "settle":
        return this.settle(step, seen)
    }
  }

  /** The payments are counted under the lock: what the order owes is read next. */
  private async lockOrder(order_id: string): Promise<void> {
    await this.orderLock?.release()
    this.orderLock = null
    const release = await acquireOrderLock(this.deps.ledger, order_id, LOCK_WAIT_MS)
    if (release !== null) {
      this.orderLock = { order_id, release }
      await this.deps.medusa.recountOrder(order_id)
    }
  }

  /**
   * Whether the order's lock, if we took it, is still ours. A process that froze for minutes has lost
   * it, and whoever got it may have booked since: the facts are read anew.
   */
  private async keepsOrderLock(): Promise<boolean> {
    if (this.orderLock === null || (await this.orderLock.release.renew())) {
      return true
    }
    this.orderLock = null
    return false
  }

  private async settle(
    { order_id, payment_id }: { order_id: string; payment_id: string },
    { row, place }: Seen
  ): Promise<void> {
    const { medusa, ledger, logger } = this.deps
    if (await this.markCaptured()) {
      await medusa.emitCaptured(payment_id)
    }
    if (place?.order && !isSummed(place.order)) {
      await medusa.recountOrder(order_id)
    }
    // Before the mark: a settled row is never settled again.
    await ledger.anomalies.closeOfPayIn(
      { transaction_id: row.id, kinds: SETTLEMENT_ANOMALIES },
      systemNote("booked", { order: order_id })
    )
    await ledger.leases.write(this.lease, { settled_at: "now", order_id, apply_error: null })
    const { id, reference, account } = row
    logger.info(
      stateLine("payin.settlement", { id, reference, to: "settled", account, order: order_id })
    )
  }

  /** Marked before Medusa may publish the capture: false when it was marked already. */
  private markCaptured(order_id?: string): Promise<boolean> {
    const write = { captured_event_at: "now", ...(order_id !== undefined && { order_id }) } as const
    return this.deps.ledger.leases.write(this.lease, write, "captured_event_at")
  }
}

function isLast(step: SettlementStep): step is LastStep {
  return ["end", "park", "ask", "exclude", "wait"].includes(step.act)
}
