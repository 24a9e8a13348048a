import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import type { InstallationReason } from "../../domain/installation/installation"
import type { PayInStatus } from "../../domain/payin/state"
import { stateLine } from "../../domain/text/state-line"
import { emit } from "../../tables/emit"
import type { Anomaly, Transaction } from "./rows"

const EXPIRED = "payin.payment_expired"

const EVENT_FOR: Record<PayInStatus, string | null> = {
  creating: null,
  pending: "payin.payment_pending",
  approved: "payin.payment_approved",
  rejected: "payin.payment_failed",
  failed: "payin.payment_failed",
  expired: EXPIRED,
}

/**
 * Publishes each state change on Medusa's bus and in the log, whatever its cause. Events carry ids
 * and states only (docs/decisions/0026-events-carry-ids.md). A failing bus never undoes a write.
 * Log lines: see `stateLine`.
 */
export class Announcements {
  constructor(
    private readonly bus: () => IEventBusModuleService | undefined,
    private readonly logger: () => Logger | undefined
  ) {}

  /** Announces a move of a pay-in. The writer calls it once per move. */
  async moved(transaction: Transaction, from: PayInStatus): Promise<void> {
    const { status, status_cause, lapsed_at } = transaction
    this.logger()?.info(lineOf(transaction, { from, to: status, cause: status_cause }))
    const name = EVENT_FOR[status]
    // At the lapse the shopper was already notified that the link can no longer be paid.
    if (name !== null && !(name === EXPIRED && lapsed_at !== null)) {
      await this.emit(name, idsOf(transaction))
    }
  }

  /** A link lapsed unpaid. Its state stays: it may still be paid. */
  async lapsed(transaction: Transaction): Promise<void> {
    const from = transaction.status
    this.logger()?.info(lineOf(transaction, { from, to: "lapsed", cause: "clock" }))
    await this.emit(EXPIRED, idsOf(transaction))
  }

  async anomalyOpened(anomaly: Anomaly): Promise<void> {
    const { id, kind, transaction_id, order_id } = anomaly
    this.logger()?.error(anomalyLine(anomaly))
    await this.emit("payin.anomaly_opened", { id, kind, transaction_id, order_id })
  }

  /** This installation is not the one that moves money. */
  async installationHeld(reason: InstallationReason, since: Date): Promise<void> {
    this.logger()?.error(stateLine("payin.installation", { to: "held", reason, by: null }))
    const data = { reason, since: since.toISOString() }
    await this.emit("payin.installation_held", data)
  }

  /** A person said that this installation moves money from now on. */
  installationTaken(by: string): void {
    this.logger()?.info(stateLine("payin.installation", { to: "live", reason: "taken_over", by }))
  }

  /** A person proposed a decision that another person has to confirm. */
  async anomalyProposed({ proposed, ...anomaly }: Anomaly): Promise<void> {
    const { id, kind, transaction_id, order_id } = anomaly
    const { action = null, by = null } = proposed ?? {}
    this.logger()?.info(
      stateLine("payin.anomaly", {
        ...{ id, kind, to: "proposed", action, by },
        ...{ transaction: transaction_id, order: order_id },
      })
    )
    await this.emit("payin.anomaly_proposed", { id, kind, action, transaction_id, order_id })
  }

  /** A person decided, or settling closed it (`action=settled`). */
  anomalyResolved(anomaly: Anomaly): void {
    this.logger()?.info(anomalyLine(anomaly))
  }

  private async emit(name: string, data: Record<string, string | null>): Promise<void> {
    await emit(this.bus(), this.logger(), { name, data })
  }
}

function idsOf({ id, status, order_id, session_id }: Transaction): Record<string, string | null> {
  return { id, status, order_id, session_id }
}

function lineOf(
  { id, reference, account, order_id: order }: Transaction,
  move: { from: string; to: string; cause: string }
): string {
  return stateLine("payin.transaction", { id, reference, ...move, account, order })
}

function anomalyLine({ id, kind, status, action, ...about }: Anomaly): string {
  return stateLine("payin.anomaly", {
    id,
    kind,
    to: status,
    action,
    by: about.resolved_by,
    transaction: about.transaction_id,
    order: about.order_id,
  })
}
