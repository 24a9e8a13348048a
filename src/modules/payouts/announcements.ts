import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import type { Actor } from "../../domain/payout/actor"
import type { PayoutStatus } from "../../domain/payout/state"
import { hasForm } from "../../domain/payout/way"
import { stateLine } from "../../domain/text/state-line"
import { emit } from "../../tables/emit"
import type { Payout } from "./rows"

/**
 * Publishes each move of a payout on Medusa's bus and in the log, whoever caused it. Events carry
 * ids and states only (docs/decisions/0026-events-carry-ids.md). A failing bus never undoes a
 * write.
 */
export class Announcements {
  constructor(
    private readonly bus: () => IEventBusModuleService | undefined,
    private readonly logger: () => Logger | undefined
  ) {}

  /** Announces a written or moved payout. Called after the commit, once for each move. */
  async moved(payout: Payout, from: PayoutStatus | null): Promise<void> {
    const { id, reference, status, status_cause: cause, account, order_id: order, source } = payout
    this.logger()?.info(
      stateLine("payin.payout", { id, reference, from, to: status, cause, source, account, order })
    )
    const data = { id, status, order_id: order, refund_id: payout.refund_id }
    for (const name of eventsOf(payout)) {
      await emit(this.bus(), this.logger(), { name, data })
    }
  }

  /** Announces that one person was shown so many whole account numbers lately. */
  async manyReveals(id: string, actor: Actor, count: number): Promise<void> {
    this.logger()?.warn(stateLine("payin.reveals", { id, user: actor.id, count }))
    await emit(this.bus(), this.logger(), {
      name: "payin.many_reveals",
      data: { id, user_id: actor.id },
    })
  }
}

/**
 * `refund_*` events are for the shopper who waits for money, whether a refund or an anomaly pays
 * it.
 */
function eventsOf({ status, reason, transaction_id }: Payout): string[] {
  const returns = transaction_id !== null
  switch (status) {
    case "approved":
      return ["payin.payout_approved", ...(returns ? ["payin.refund_paid"] : [])]
    case "paid_elsewhere":
      return returns ? ["payin.refund_paid"] : []
    case "rejected":
      return ["payin.payout_rejected"]
    case "unknown":
      return ["payin.payout_unknown"]
    case "pending":
      return hasForm({ status, reason }) ? ["payin.payout_form_ready"] : []
    case "awaiting_destination":
      return ["payin.refund_destination_needed"]
    default:
      return []
  }
}
