import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { actionsFor, UNBOOKED_KINDS } from "../../domain/anomaly-resolution"
import { excessAmount } from "../../domain/approval"
import { computedAmount, sameAmount, type MajorAmount } from "../../domain/money"
import type { Lease } from "../../modules/ledger/lease"
import type { Consequence, Marks, Refund } from "../../modules/ledger/resolutions"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import type { ApplyDeps } from "./apply"
import { isHeld } from "./booked"
import { confirmMoney, type Confirmation } from "./confirm"
import { applyDeps } from "./index"
import {
  closedBefore,
  notOffered,
  refused,
  type Resolution,
  type ResolveRequest,
} from "./resolution"

/** Core may have been asked to authorize just before: what it then booked is seen by then. */
const LOOK_AGAIN_SECONDS = 60

const refundRow = z.object({ amount: z.custom<object | number | string>() })

/** One decision of a person about one pay-in, under its lease. */
export class ResolvePass {
  private readonly deps: ApplyDeps
  private readonly row: Transaction

  constructor(
    private readonly container: MedusaContainer,
    private readonly lease: Lease,
    private readonly request: ResolveRequest
  ) {
    this.deps = applyDeps(container)
    this.row = lease.transaction
  }

  /** `apply`: decided, Medusa is to be told; `apply_and_see`: decided if telling Medusa works. */
  async run(): Promise<Resolution | "apply" | "apply_and_see"> {
    const anomaly = await this.deps.ledger.anomalies.find(this.request.anomaly_id)
    if (anomaly === null) {
      return refused("This anomaly is gone.", false)
    }
    const { action } = this.request
    const settledByPass = anomaly.action === "settled" && this.row.settled_at !== null
    if (anomaly.status === "resolved" && !(action === "accept" && settledByPass)) {
      return anomaly.action === action ? { outcome: "resolved", anomaly } : closedBefore(anomaly)
    }
    if (!actionsFor(anomaly.kind, this.row).includes(action)) {
      return notOffered(anomaly, action)
    }
    if (this.row.settled_at !== null && UNBOOKED_KINDS.includes(anomaly.kind)) {
      return this.settledMeanwhile(anomaly)
    }
    if (action === "ignore") {
      return this.isUndecided(anomaly) ? this.setAside(anomaly, null) : this.write(anomaly, null)
    }
    const money = await confirmMoney(this.container, this.row)
    if (typeof money === "string") {
      return refused(money, true)
    }
    return action === "refund" ? this.refund(anomaly, money) : this.accept(anomaly, money)
  }

  /** Whether all of this money is what the decision is about. */
  private isUndecided(anomaly: Anomaly): boolean {
    return (
      UNBOOKED_KINDS.includes(anomaly.kind) &&
      this.row.status === "approved" &&
      this.row.settled_at === null
    )
  }

  /** Settled money is closed by its pass; what is open about it now is about the order, not the money. */
  private async settledMeanwhile(anomaly: Anomaly): Promise<Resolution> {
    return this.request.action === "refund"
      ? refused(
          `The money is booked on order ${this.row.order_id}: refund the order instead.`,
          false
        )
      : this.write(anomaly, null)
  }

  private async refund(anomaly: Anomaly, money: Confirmation): Promise<Resolution> {
    if (anomaly.kind === "refund_without_payout") {
      const amount = await this.refundedInMedusa(anomaly.subject)
      if (amount === null) {
        return refused("Medusa's refund is gone: there is nothing to give back.", false)
      }
      const refund = this.back(anomaly, amount, money.currency)
      return this.row.settled_at === null
        ? this.setAside(anomaly, refund)
        : this.write(anomaly, refund, { marks: {}, arrived: this.row.approved_amount })
    }
    const refund = this.back(anomaly, money.amount, money.currency)
    return anomaly.kind === "status_changed_after_final"
      ? this.write(anomaly, refund, {
          marks: { ...adoption(this.row, money), set_aside_at: "now", end_after: "now" },
          arrived: money.amount,
        })
      : this.setAside(anomaly, refund)
  }

  private async accept(
    anomaly: Anomaly,
    money: Confirmation
  ): Promise<Resolution | "apply" | "apply_and_see"> {
    const promised = await this.deps.ledger.anomalies.promisedBack(this.row.id)
    if (promised !== null) {
      return refused(`This money goes back to the shopper, as was decided on ${promised}.`, false)
    }
    const excess = anomaly.kind === "amount_mismatch" ? excessAmount(this.row) : null
    if (excess === null && this.request.destination !== null) {
      return refused("Nothing is given back: leave destination out.", false)
    }
    if (anomaly.kind === "status_changed_after_final") {
      return this.decided(anomaly, null, adoption(this.row, money), money.amount)
    }
    if (anomaly.kind !== "amount_mismatch") {
      await this.deps.ledger.leases.write(this.lease, { set_aside_at: null, apply_after: "now" })
      return "apply_and_see"
    }
    const obstacle = await this.obstacle()
    if (obstacle !== null) {
      return refused(obstacle, true)
    }
    const refund = excess === null ? null : this.back(anomaly, excess, money.currency)
    const marks = { accepted_at: "now", set_aside_at: null } as const
    return this.decided(anomaly, refund, marks, money.amount)
  }

  /** Written first, told to Medusa afterwards: what telling fails for has its own schedule and anomaly. */
  private async decided(
    anomaly: Anomaly,
    refund: Refund | null,
    marks: Marks,
    arrived: MajorAmount
  ): Promise<Resolution | "apply"> {
    const meaning = { marks, arrived, look_again_seconds: 0 }
    const written = await this.write(anomaly, refund, meaning)
    return written.outcome === "resolved" ? "apply" : written
  }

  /** Why accepted money could not be put to an order; null when it can. */
  private async obstacle(): Promise<string | null> {
    const place = await this.deps.read.place(this.row.payment_collection_id)
    if (place?.order) {
      return place.order.status === "canceled"
        ? `Order ${place.order.id} is canceled: refund the money.`
        : null
    }
    const cart = place?.cart_id ? await this.deps.read.cartTotal(place.cart_id) : null
    if (cart === null) {
      return "The cart is gone and there is no order: refund the money."
    }
    const fits =
      sameAmount(cart.total, this.row.exact_amount) && cart.currency === this.row.currency
    return fits
      ? null
      : `The cart costs ${cart.total} ${cart.currency} now, not ${this.row.exact_amount} ` +
          `${this.row.currency}: the money was paid for something else.`
  }

  /**
   * From now on nobody books this money. Marked first: a completion that is under way may have asked us
   * just before, so it is waited for, and what it booked goes before the decision.
   */
  private async setAside(anomaly: Anomaly, refund: Refund | null): Promise<Resolution> {
    const { leases } = this.deps.ledger
    await leases.write(this.lease, { set_aside_at: "now" })
    const held = await this.heldAfterAll().catch(async (error: unknown) => {
      await this.takeBackMark()
      throw error
    })
    if (held && !(refund === null && anomaly.kind === "settled_incompletely")) {
      await this.takeBackMark()
      return refused("Medusa shows this money on an order: refund the order instead.", true)
    }
    return this.write(anomaly, refund, {
      // An order that waited for money which goes back waits for nothing.
      marks: { set_aside_at: "now", ...(refund !== null && { end_after: "now" as const }) },
      look_again_seconds: LOOK_AGAIN_SECONDS,
      arrived: this.row.approved_amount,
    })
  }

  /** An earlier decision that set this money aside still holds. */
  private async takeBackMark(): Promise<void> {
    if (this.row.set_aside_at === null) {
      await this.deps.ledger.leases.write(this.lease, { set_aside_at: null, apply_after: "now" })
    }
  }

  private async heldAfterAll(): Promise<boolean> {
    const { cart_id, payment_collection_id } = this.row
    if (cart_id !== null) {
      await this.deps.core.afterCompletion(cart_id)
    }
    const place = await this.deps.read.place(payment_collection_id)
    return place !== null && isHeld(place, this.row)
  }

  private async write(
    anomaly: Anomaly,
    refund: Refund | null,
    meaning: Omit<Consequence, "lease" | "also_decides"> | null = null
  ): Promise<Resolution> {
    const { action, note, actor_id } = this.request
    const consequence = meaning && {
      ...meaning,
      lease: this.lease,
      also_decides:
        meaning.marks.set_aside_at === "now"
          ? [...UNBOOKED_KINDS, "refund_without_payout" as const]
          : [],
    }
    const decision = { action, note, resolved_by: actor_id, refund }
    const written = await this.deps.ledger.resolutions.write(anomaly, decision, consequence)
    switch (written.outcome) {
      case "resolved":
        return written
      case "closed":
        return refused("Somebody else resolved it.", false)
      case "nothing_left":
        return refused("All that arrived is given back already.", false)
    }
  }

  private back(anomaly: Anomaly, amount: MajorAmount, currency: string): Refund {
    const { destination } = this.request
    const { sealer } = this.deps.ledger
    const context = { table: "payin_anomaly", row: anomaly.id, column: "destination_sealed" }
    return {
      amount,
      currency,
      destination_sealed: destination && sealer.seal(JSON.stringify(destination), context),
      sealed_with: destination && sealer.key_ids[0],
    }
  }

  private async refundedInMedusa(refundId: string): Promise<MajorAmount | null> {
    const { data } = await this.container.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "refund",
      fields: ["amount", "raw_amount"],
      filters: { id: refundId },
    })
    return data.length === 0 ? null : computedAmount(refundRow.parse(data[0]).amount)
  }
}

/** The approval that came after the end, as if it had come in time. */
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
  }
}
