import { randomUUID } from "node:crypto"
import { anomalyReason } from "../../domain/anomaly/reason"
import { decideCard, decideCardWithoutEffect, type CardStep } from "../../domain/card/decide"
import { reasonOf } from "../../domain/error/reason"
import { capturedFor } from "../../domain/card/capturable-amount"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { isSummed, paymentOf } from "../settle/booked"
import { acquireOrderLock, type HeldOrderLock } from "../settle/order-lock"
import { openOwnSession } from "../settle/own-session"
import type { Payment, PaymentSnapshot } from "../../medusa/payment-snapshot"
import { CardAnomalies } from "./anomalies"
import { APPLIED, type CardApplied, type CardApplyDeps, later, WAITING } from "./applied"
import { cancelInMedusa, endPayment, voidUnlessPlaced, reopenSession } from "./ended"
import { readCardFacts, type CardRun, type CardSeen } from "./read-facts"

/**
 * Wait for an operator or another payment of the same order; longer work is left to the next try.
 */
const LOCK_WAIT_MS = 5_000

/** Against a loop: no card payment needs so many. */
const MOST_STEPS = 12

/** How long a capture is retried that the service had no time for. */
const TAKING_MS = 3_600_000

/** The result of a step: the end of the run, its next step, or that another process has the lock. */
type Done = CardApplied | "next" | "no_effect"

type Act<Name extends CardStep["act"]> = Extract<CardStep, { act: Name }>
type PlacedAct = Act<
  | "restore_links"
  | "open_session"
  | "reopen_session"
  | "drop_dead_captures"
  | "complete_cart"
  | "book_on_order"
>
type PaymentAct = Act<"book_capture" | "repair_capture" | "settle">

/**
 * Settles one claimed card payment: reads the facts, decides one step, takes it, and begins again
 * (docs/decisions/0049-a-card-is-a-decision.md). From one step to the next it keeps the lock of the
 * order, the lease of the money, and that it ended the payment.
 */
export class CardSettlement {
  /** Whether a person excluded the captured money. */
  excluded = false
  private readonly kept: CardRun = { order_id: null, money: null, ended: false }
  private orderLock: HeldOrderLock | null = null
  private readonly anomalies: CardAnomalies

  constructor(
    private readonly deps: CardApplyDeps,
    private readonly claimed: CardTransaction
  ) {
    this.anomalies = new CardAnomalies(deps.ledger)
  }

  async run(): Promise<CardApplied> {
    try {
      return await this.takeSteps()
    } finally {
      await this.release()
    }
  }

  private async release(): Promise<void> {
    try {
      await this.orderLock?.()
    } finally {
      if (this.kept.money !== null) {
        await this.deps.ledger.leases.release(this.kept.money)
      }
    }
  }

  private async takeSteps(): Promise<CardApplied> {
    let before: CardStep["act"] | null = null
    // The claim returned the row a moment ago.
    let row = this.claimed
    for (let count = 0; count < MOST_STEPS; count += 1) {
      const seen = await readCardFacts(this.deps, this.claimed, row, this.kept)
      const decided = decideCard(seen.facts)
      if (!(await this.keepsLocks())) {
        before = null
        row = await this.deps.subscriptions.cardTransactions.present(row.id)
        continue
      }
      const taken = decided.act === before ? "no_effect" : await this.act(decided, seen)
      const done =
        taken === "no_effect"
          ? await this.act(decideCardWithoutEffect(decided, seen.facts), seen)
          : taken
      if (typeof done !== "string") {
        return done
      }
      before = decided.act
      row = await this.deps.subscriptions.cardTransactions.present(row.id)
    }
    return later(anomalyReason("step_without_effect", { step: before ?? "" }))
  }

  private async act(step: CardStep, seen: CardSeen): Promise<Done> {
    const { row, place, payment } = seen
    switch (step.act) {
      case "end":
        return step.waiting ? WAITING : APPLIED
      case "leave":
        return { outcome: "anomaly" }
      case "reschedule":
        return { outcome: "rescheduled" }
      case "wait":
        return later(step.reason)
      case "ask_outcome":
        await this.anomalies.unknown(row)
        return { outcome: "anomaly" }
      case "ask":
        await (step.kind === "captured_without_order"
          ? this.anomalies.withoutOrder(row, step.reason)
          : this.anomalies.unbooked(row, step.reason))
        return { outcome: "anomaly" }
      case "abandon":
        return this.abandon()
      case "book_in_ledger":
        await bookCardCapture(this.deps, row)
        return "next"
      case "lease_money":
        return this.leaseMoney(row)
      case "cancel_payments":
        await cancelInMedusa(this.deps, place, row)
        return APPLIED
      case "end_payment":
        await endPayment(this.deps, place, row)
        this.kept.ended = true
        return step.last ? APPLIED : "next"
      case "requeue_renewal":
        await this.deps.subscriptions.subscriptions.requeueOfCycle(step.period_id)
        return step.waits ? later(anomalyReason("renewal_makes_order")) : APPLIED
      case "void_hold":
        return (await voidUnlessPlaced(this.deps, row, step.reason, step.order_id))
          ? APPLIED
          : orderBusy()
      case "take_back":
        return this.takeBack(step, row)
      case "lock_order":
        return this.lockOrder(step.order_id)
      case "cancel_order":
        return this.cancelOrder(step.order_id)
      case "show_unpaid":
        await this.anomalies.unpaid(row, step.order_id)
        return APPLIED
      case "capture_hold":
        return this.takeHold(step, row)
      case "book_capture":
      case "repair_capture":
      case "settle":
        return place === null || payment === null
          ? "next"
          : this.settlePayment(step, row, { place, payment })
      default:
        return place === null ? "next" : this.write(step, row, place)
    }
  }

  private async write(
    step: PlacedAct,
    row: CardTransaction,
    place: PaymentSnapshot
  ): Promise<Done> {
    const { medusa } = this.deps
    switch (step.act) {
      case "restore_links":
        await medusa.restoreLinks(place, step.order_id)
        return "next"
      case "open_session":
        await openOwnSession(medusa, place, row, row.order_amount)
        return "next"
      case "reopen_session":
        await reopenSession(this.deps, place, row)
        return "next"
      case "drop_dead_captures":
        await medusa.dropCaptures(step.capture_ids, place)
        return "next"
      case "complete_cart":
        await this.resetSession(step, place)
        await medusa.completeCart(step.cart_id)
        return "next"
      case "book_on_order":
        return this.bookOnOrder(step, row, place)
    }
  }

  /** Only the payment: a capture follows with the captured amount, which may be a part. */
  private async bookOnOrder(
    step: Act<"book_on_order">,
    row: CardTransaction,
    place: PaymentSnapshot
  ): Promise<Done> {
    const { medusa, read } = this.deps
    await this.resetSession(step, place)
    await medusa.authorizeOnOrder(step.session_id)
    if (step.announces) {
      const after = await read.place(row.payment_collection_id)
      if (after && paymentOf(after, row) !== null) {
        await medusa.emitPlaced(step.order_id)
      }
    }
    return "next"
  }

  private async resetSession(
    { session_id, reset }: { session_id: string; reset: boolean },
    { collection }: PaymentSnapshot
  ): Promise<void> {
    const ended = collection.payment_sessions.find(({ id }) => id === session_id)
    if (reset && ended !== undefined) {
      await this.deps.medusa.resetSession(ended)
    }
  }

  private async settlePayment(
    step: PaymentAct,
    row: CardTransaction,
    { place, payment }: { place: PaymentSnapshot; payment: Payment }
  ): Promise<Done> {
    const { medusa, ledger } = this.deps
    switch (step.act) {
      case "book_capture":
        // Its Capture was removed as dead while it was being written: Medusa makes none for a
        // payment marked as captured.
        await medusa.unmarkCaptured(payment)
        await medusa.captureOnOrder(payment.id, capturedFor(row, row.captured_amount ?? row.amount))
        // Medusa published it.
        await ledger.cardPayments.markTold(row.reference)
        return "next"
      case "repair_capture":
        await ledger.cardPayments.markTold(row.reference)
        await medusa.repairCapture(payment)
        return "next"
      case "settle": {
        const isFirst = await ledger.cardPayments.markTold(row.reference)
        if (isFirst && wasTakenFirst(payment, row)) {
          await medusa.emitCaptured(payment.id)
        }
        if (place.order && !isSummed(place.order)) {
          await medusa.recountOrder(step.order_id)
        }
        const placed = { id: step.order_id, customer_id: null }
        await ledger.application.placedSeen(placed, [row.payment_collection_id])
        await this.anomalies.booked(row, step.order_id)
        return APPLIED
      }
    }
  }

  /**
   * Abandons a card that was never charged: its cart was not completed in time, or Medusa died
   * before asking. It ends like a refusal.
   */
  private async abandon(): Promise<Done> {
    const { cardMoves, cardTransactions } = this.deps.subscriptions
    const moved = await cardMoves.decide(this.claimed.id, async ({ id, sent_at, status }, trx) =>
      // A call that may have left is found by `settleSilent`.
      status === "creating" && sent_at === null && (await cardTransactions.isFree(id, trx))
        ? { to: "error", cause: "not_sent", apply_in: 0 }
        : null
    )
    return moved === null ? later(anomalyReason("card_being_asked")) : APPLIED
  }

  private async leaseMoney({ reference }: CardTransaction): Promise<Done> {
    const { leases, transactions } = this.deps.ledger
    const booked = await transactions.findByReference(reference)
    this.kept.money = booked && (await leases.acquire(booked.id, randomUUID()))
    this.excluded = this.kept.money !== null && this.kept.money.transaction.excluded_at !== null
    return this.kept.money === null ? "no_effect" : "next"
  }

  /** The payments are counted under the lock: what the order owes is read next. */
  private async lockOrder(order_id: string): Promise<Done> {
    await this.orderLock?.()
    this.orderLock = null
    this.kept.order_id = null
    this.orderLock = await acquireOrderLock(this.deps.ledger, order_id, LOCK_WAIT_MS)
    if (this.orderLock === null) {
      return "no_effect"
    }
    this.kept.order_id = order_id
    await this.deps.medusa.recountOrder(order_id)
    return "next"
  }

  /**
   * Whether the order's lock and the money's lease, if we took them, are still ours. A run that took
   * minutes has lost them, and whoever got them may have booked since: the facts are read anew.
   */
  private async keepsLocks(): Promise<boolean> {
    const { money } = this.kept
    const isLocked = this.orderLock === null || (await this.orderLock.renew())
    if (!isLocked) {
      this.orderLock = null
      this.kept.order_id = null
    }
    const isLeased =
      money === null ||
      (await this.deps.ledger.transactions.find(money.transaction.id))?.fence === money.fence
    if (!isLeased) {
      this.kept.money = null
    }
    return isLocked && isLeased
  }

  private async cancelOrder(order_id: string): Promise<Done> {
    const { medusa, logger } = this.deps
    await medusa.cancelOrder(order_id)
    const { reference } = this.claimed
    logger.info(`payin ${reference}: order ${order_id} was canceled: its card pays nothing`)
    return APPLIED
  }

  /** Between completions: one that runs may take its payment back by itself. */
  private async takeBack(
    { reason, cart_id }: Act<"take_back">,
    { id, payment_collection_id }: CardTransaction
  ): Promise<Done> {
    const { medusa, read, subscriptions } = this.deps
    const end = async () => {
      const row = await subscriptions.cardTransactions.present(id)
      const isHeld = row.status === "authorized" && row.release_wanted_at === null
      return isHeld && (await voidUnlessPlaced(this.deps, row, reason, null)) ? row : null
    }
    const ended = cart_id === null ? await end() : await medusa.betweenCompletions(cart_id, end)
    if (ended === null) {
      return orderBusy()
    }
    await cancelInMedusa(this.deps, await read.place(payment_collection_id), ended)
    return APPLIED
  }

  private async takeHold(
    { payment_id, take }: Act<"capture_hold">,
    row: CardTransaction
  ): Promise<Done> {
    const { medusa } = this.deps
    try {
      await (take === "whole"
        ? medusa.repairCapture({ id: payment_id })
        : medusa.captureOnOrder(payment_id, take))
      return "next"
    } catch (error) {
      return this.turnedAway(row, error)
    }
  }

  /**
   * Retries a capture that the service had no time for on the row's own schedule, for an hour; then
   * a person is notified.
   */
  private async turnedAway(row: CardTransaction, error: unknown): Promise<Done> {
    const { cardTransactions, cardWatch, subscriptions } = this.deps.subscriptions
    const present = await cardTransactions.present(row.id)
    const { status, status_cause, authorized_at } = present
    if (status !== "authorized" || status_cause !== "not_sent" || authorized_at === null) {
      throw error
    }
    const now = await subscriptions.now()
    if (now.getTime() - authorized_at.getTime() < TAKING_MS) {
      return { outcome: "rescheduled" }
    }
    await this.anomalies.untold(row, reasonOf(error))
    // The try itself scheduled the next one.
    await cardWatch.park(present)
    return { outcome: "anomaly" }
  }
}

/**
 * Whether the money was captured before Medusa had a payment of it. Medusa emits no
 * `payment.captured` for a payment that is already captured when it authorizes
 * (docs/medusa.md#missing-captured-event), and emits it for every other capture.
 */
function wasTakenFirst({ created_at }: Payment, { captured_at }: CardTransaction): boolean {
  return created_at != null && captured_at !== null && captured_at <= created_at
}

function orderBusy(): CardApplied {
  return later(anomalyReason("order_busy"))
}
