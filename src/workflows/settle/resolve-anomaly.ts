import type { MedusaContainer } from "@medusajs/framework/types"
import { actionsFor, UNALLOCATED_KINDS } from "../../domain/anomaly/resolution"
import { isAboveHold } from "../../domain/card/captured-amount"
import { excessAmount, isUnitSuspected } from "../../domain/payin/received-amount"
import { isPositive, sameAmount, type MajorAmount } from "../../domain/money/amount"
import { toldLateMoney } from "../../domain/payin/late-money"
import { isCardProvider } from "../../domain/options/provider-id"
import type { RefusalCode } from "../../domain/error/refusal-code"
import { sendable } from "../../domain/money/wire-decimals"
import type { Lease } from "../../modules/ledger/lease"
import type { Confirm, Consequence, Marks } from "../../modules/ledger/resolutions"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import type { BookedRefund } from "../../settlement/refund-payouts"
import { completed } from "../../settlement/kept-destination"
import type { ApplyDeps } from "./apply"
import { orderShowsMoney, refundsOfFailures } from "./booked"
import { confirmMoney, type Confirmation } from "./confirm"
import { isOfOtherCurrency } from "./owed"
import { findRefund } from "../refund/medusa-refund"
import { RefundOfDecision } from "./refund-of-decision"
import { refuseMoneyToRefund, refuseRefundedMoney } from "./refuse-refunded"
import { applyDeps, refundPayoutDeps } from "./index"
import { lastSnapshot } from "./last-snapshot"
import {
  closedBefore,
  moreThanHeld,
  notOffered,
  otherCurrency,
  refused,
  resolvedByAnother,
  unitSuspected,
  UNKNOWN_PERSON,
  type Resolution,
  type ResolveRequest,
} from "./resolution"
import { confirmation, confirmationOfPause, unconfirmed } from "./second-person"

/** Medusa may have authorized just before: by then its booking is visible. */
const LOOK_AGAIN_SECONDS = 60

/** The refund of a decision, see {@link RefundOfDecision.book}. */
interface Back {
  amount: MajorAmount | BookedRefund | null
  in_place_of?: readonly string[]
  as?: Partial<Transaction>
}

/** One decision of a person about one pay-in, under its lease. */
export class AnomalyResolver {
  private readonly deps: ApplyDeps
  private readonly row: Transaction

  constructor(
    private readonly container: MedusaContainer,
    private readonly lease: Lease,
    private readonly request: ResolveRequest,
    /** The hold that the money was captured of; null: it came by a link. */
    private readonly card: CardTransaction | null
  ) {
    this.deps = applyDeps(container)
    this.row = lease.transaction
  }

  /**
   * `apply`: decided, and Medusa has to be updated; `apply_and_see`: decided if that update works.
   */
  async run(): Promise<Resolution | "apply" | "apply_and_see"> {
    const anomaly = await this.deps.ledger.anomalies.find(this.request.anomaly_id)
    if (anomaly === null) {
      return refused("This anomaly is gone.", false)
    }
    const { action } = this.request
    const settledMeanwhile = anomaly.action === "settled" && this.row.settled_at !== null
    if (anomaly.status === "resolved" && !(action === "accept" && settledMeanwhile)) {
      return anomaly.action === action ? { outcome: "resolved", anomaly } : closedBefore(anomaly)
    }
    if (!actionsFor(anomaly.kind, this.row).includes(action)) {
      return notOffered(anomaly, action)
    }
    const { destination } = this.request
    const { sealer } = this.deps.ledger
    if (destination && completed(sealer, this.row, destination, "operator") === null) {
      return UNKNOWN_PERSON
    }
    if (UNALLOCATED_KINDS.includes(anomaly.kind) && (await this.isBooked())) {
      return this.settledMeanwhile(anomaly)
    }
    if (action === "ignore") {
      const undecided = UNALLOCATED_KINDS.includes(anomaly.kind) && this.row.status === "approved"
      return (undecided && !this.isOfExcess(anomaly)) || this.isOfLateMoney(anomaly)
        ? this.excluded(anomaly, null)
        : this.write(anomaly, null, null, confirmationOfPause(this.container, this.request))
    }
    const money = await confirmMoney(this.container, this.row)
    if (typeof money === "string") {
      return refused(money, true)
    }
    const unbelievable = this.unbelievable(money)
    if (unbelievable !== null) {
      return unbelievable
    }
    return action === "refund" ? this.refund(anomaly, money) : this.accept(anomaly, money)
  }

  /** The refusal of an amount by which nobody decides; null when it can be right. */
  private unbelievable(money: Confirmation): Resolution | null {
    if (this.card !== null) {
      // A part of a hold may be captured, also a tenth.
      return isAboveHold(this.card, money.amount) ? moreThanHeld(this.card, money.amount) : null
    }
    return isUnitSuspected(this.row, money) ? unitSuspected(this.row, money) : null
  }

  /**
   * Whether Medusa shows this money on an order. Of a link `settled_at` says so. Card money has that mark
   * from the start, so Medusa's rows are read.
   */
  private async isBooked(): Promise<boolean> {
    if (this.row.settled_at === null || !isCardProvider(this.row.provider_id)) {
      return this.row.settled_at !== null
    }
    const place = await this.deps.read.place(this.row.payment_collection_id)
    return place !== null && orderShowsMoney(place, this.row)
  }

  /** The money is booked. An anomaly that is still open asks about the order, or about the excess. */
  private async settledMeanwhile(anomaly: Anomaly): Promise<Resolution> {
    if (this.request.action === "refund") {
      const order = this.row.order_id
      return refused(
        `The money is booked on order ${order}: refund the order instead.`,
        false,
        "order_has_it"
      )
    }
    // This question came back because the payout of the excess was canceled. If it is ignored, the
    // excess stays unpaid.
    const accepts = this.request.action === "accept" && anomaly.kind === "amount_mismatch"
    const excess = accepts ? this.excess() : null
    return excess === null
      ? this.write(anomaly, null)
      : this.write(anomaly, { marks: {} }, { amount: excess })
  }

  /**
   * The order's part is already decided. Only the excess is still open.
   */
  private isOfExcess({ kind }: Anomaly): boolean {
    return kind === "amount_mismatch" && this.row.accepted_at !== null
  }

  /** The service may name the amount at any time, and then the row would be settled. */
  private isOfLateMoney(anomaly: Anomaly): boolean {
    const { settled_at, status_cause } = this.row
    const isDecided = settled_at !== null || status_cause === "accepted_by_operator"
    return toldLateMoney(anomaly, this.row) && !isDecided
  }

  /** The refundable part of the excess; null without one. */
  private excess(): MajorAmount | null {
    const beyond = excessAmount(this.row)
    const { options } = refundPayoutDeps(this.container)
    const excess = beyond && sendable(options, this.row.currency, beyond)
    return excess !== null && isPositive(excess) ? excess : null
  }

  private async refund(anomaly: Anomaly, money: Confirmation): Promise<Resolution> {
    if (anomaly.kind === "refund_without_payout") {
      const refund = await findRefund(this.container, anomaly.subject)
      if (refund === null) {
        return refused("Medusa's refund is gone: there is nothing to give back.", false)
      }
      return this.row.settled_at === null
        ? this.excluded(anomaly, refund)
        : this.write(anomaly, { marks: {} }, { amount: refund })
    }
    if (anomaly.kind !== "status_changed_after_final") {
      return this.excluded(anomaly, money.amount)
    }
    const { amount, currency } = money
    const marks = { ...adoption(this.row, money), excluded_at: "now", end_after: "now" } as const
    const as = { approved_amount: amount, approved_currency: currency }
    return this.write(anomaly, { marks }, { amount, as })
  }

  private async accept(
    anomaly: Anomaly,
    money: Confirmation
  ): Promise<Resolution | "apply" | "apply_and_see"> {
    const promised = await refuseMoneyToRefund(this.deps.ledger, this.row)
    if (promised !== null) {
      return promised
    }
    const order = (await this.deps.read.place(this.row.payment_collection_id))?.order ?? null
    if (order !== null && isOfOtherCurrency(order, this.row)) {
      return otherCurrency(this.row, order)
    }
    const excess = anomaly.kind === "amount_mismatch" ? this.excess() : null
    if (excess === null && this.request.destination !== null) {
      return refused("Nothing is given back: leave destination out.", false)
    }
    if (anomaly.kind === "status_changed_after_final") {
      return this.decided(anomaly, null, adoption(this.row, money), money)
    }
    const sent = await refuseRefundedMoney(this.container, this.row)
    if (sent !== null) {
      return sent
    }
    if (anomaly.kind !== "amount_mismatch") {
      const { lease } = this
      // What was asked about this very order is answered for it, and for no other.
      const answers =
        order !== null && anomaly.kind === "paid_after_replaced" && anomaly.order_id === order.id
      const marks = { excluded_at: null, ...(answers && { for_order_id: order.id }) }
      const begun = { lease, marks, look_again_seconds: 0 }
      const confirm = this.confirm(money)
      const stopped = await this.deps.ledger.resolutions.begin(anomaly, begun, confirm)
      switch (stopped?.outcome) {
        case "unconfirmed":
          return unconfirmed(stopped)
        case "closed":
          return resolvedByAnother()
        case undefined:
          return "apply_and_see"
      }
    }
    const obstacle = await this.obstacle()
    if (obstacle !== null) {
      return refused(obstacle.message, true, obstacle.code)
    }
    return this.decided(anomaly, excess, { accepted_at: "now", excluded_at: null }, money)
  }

  /** Money is booked: above the limit another person has to say the same. */
  private confirm({ amount, currency }: Confirmation): Confirm {
    const { requested_amount, currency: asked } = this.row
    return confirmation(this.container, this.request, () => ({
      arrived: { amount, currency },
      asked: { amount: requested_amount, currency: asked },
      card: null,
    }))
  }

  /** Written first, then applied in Medusa: a failure there has its own schedule and anomaly. */
  private async decided(
    anomaly: Anomaly,
    amount: MajorAmount | null,
    marks: Marks,
    money: Confirmation
  ): Promise<Resolution | "apply"> {
    const back = amount === null ? null : { amount }
    const meaning = { marks, look_again_seconds: 0 }
    const written = await this.write(anomaly, meaning, back, this.confirm(money))
    return written.outcome === "resolved" ? "apply" : written
  }

  /** Why accepted money could not pay an order; null when it can. */
  private async obstacle(): Promise<{ message: string; code: RefusalCode } | null> {
    const place = await this.deps.read.place(this.row.payment_collection_id)
    if (place?.order) {
      const message = `Order ${place.order.id} is canceled: refund the money.`
      return place.order.status === "canceled" ? { message, code: "order_canceled" } : null
    }
    const cart = place?.cart_id ? await this.deps.read.cartTotal(place.cart_id) : null
    if (cart === null) {
      const message = "The cart is gone and there is no order: refund the money."
      return { message, code: "cart_gone" }
    }
    const fits =
      sameAmount(cart.total, this.row.order_amount) && cart.currency === this.row.currency
    const message =
      `The cart costs ${cart.total} ${cart.currency} now, not ${this.row.order_amount} ` +
      `${this.row.currency}: the money was paid for something else.`
    return fits ? null : { message, code: "cart_changed" }
  }

  /**
   * Excludes the money from settlement. Marked first: a running completion may have called our
   * provider just before, so it is waited for, and its booking goes before the decision.
   */
  private async excluded(
    anomaly: Anomaly,
    amount: MajorAmount | BookedRefund | null
  ): Promise<Resolution> {
    const { leases } = this.deps.ledger
    await leases.write(this.lease, { excluded_at: "now" })
    const place = await lastSnapshot(this.deps, this.row).catch(async (error: unknown) => {
      await this.takeBackMark()
      throw error
    })
    const held = place !== null && orderShowsMoney(place, this.row)
    if (held && !(amount === null && anomaly.kind === "settled_incompletely")) {
      await this.takeBackMark()
      return refused(
        "Medusa shows this money on an order: refund the order instead.",
        true,
        "order_has_it"
      )
    }
    const isLate = this.isOfLateMoney(anomaly)
    const ends = { end_after: "now" } as const
    return this.write(
      anomaly,
      {
        marks: {
          excluded_at: "now",
          // An order stops waiting for money that is refunded.
          ...(amount !== null && ends),
          // So it does for money that a person dealt with, and its link is offered to nobody.
          ...(isLate && { ...ends, superseded_at: "now" }),
        },
        look_again_seconds: LOOK_AGAIN_SECONDS,
      },
      { amount, in_place_of: place === null ? [] : refundsOfFailures(place, this.row) }
    )
  }

  /** An earlier decision that excluded this money still holds. */
  private async takeBackMark(): Promise<void> {
    if (this.row.excluded_at === null) {
      await this.deps.ledger.leases.write(this.lease, { excluded_at: null, apply_after: "now" })
    }
  }

  private async write(
    anomaly: Anomaly,
    meaning: Pick<Consequence, "marks" | "look_again_seconds"> | null,
    back: Back | null = null,
    confirm: Confirm | null = null
  ): Promise<Resolution> {
    const { action, note, actor } = this.request
    const refund = new RefundOfDecision(refundPayoutDeps(this.container), anomaly, this.request)
    const consequence = meaning && {
      ...meaning,
      ...(back && { refund: refund.book(back.amount, back) }),
      lease: this.lease,
      also_decides:
        meaning.marks.excluded_at === "now"
          ? [...UNALLOCATED_KINDS, "refund_without_payout" as const]
          : [],
    }
    const decision = { action, note, resolved_by: actor.id }
    const { resolutions } = this.deps.ledger
    const written = await resolutions.write(anomaly, decision, consequence, confirm)
    switch (written.outcome) {
      case "resolved":
        await refund.announce()
        return written
      case "unconfirmed":
        return unconfirmed(written)
      case "closed":
        return resolvedByAnother()
      case "nothing_left":
        return refused("All that arrived is given back already.", false, "all_given_back")
      case "unknown_person":
        return UNKNOWN_PERSON
      case "no_way":
        return refused(
          "The payment service sends no money to this country: return it by other means and ignore this.",
          false
        )
    }
  }
}

/** Adopts the late approval as if it had come in time, also where a person set it aside before. */
function adoption(row: Transaction, money: Confirmation): Marks {
  return {
    status: "approved",
    status_cause: "accepted_by_operator",
    status_changed_at: "now",
    approved_amount: money.amount,
    approved_currency: money.currency,
    ticket: row.ticket ?? money.ticket,
    service_status: money.service_status,
    lookup_after: null,
    end_after: null,
    excluded_at: null,
  }
}
