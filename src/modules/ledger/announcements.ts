import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import type { PayInStatus } from "../../domain/payin-state"
import type { Anomaly, Transaction } from "./rows"

const EVENT_FOR: Record<PayInStatus, string | null> = {
  creating: null,
  pending: "payin.payment_pending",
  approved: "payin.payment_approved",
  rejected: "payin.payment_failed",
  failed: "payin.payment_failed",
  expired: "payin.payment_expired",
}

/**
 * Tells Medusa's bus and the log of each state change, whoever caused it. Ids and states only
 * (design.md 3.6); a bus that fails never undoes what was written.
 */
export class Announcements {
  constructor(
    private readonly bus: () => IEventBusModuleService | undefined,
    private readonly logger: () => Logger | undefined
  ) {}

  async moved(transaction: Transaction): Promise<void> {
    const { id, status, order_id, session_id } = transaction
    this.logger()?.info(`payin ${transaction.reference}: ${status} (${transaction.status_cause})`)
    const name = EVENT_FOR[status]
    if (name !== null) {
      await this.emit(name, { id, status, order_id, session_id })
    }
  }

  async anomalyOpened(anomaly: Anomaly): Promise<void> {
    const { id, kind, transaction_id, order_id } = anomaly
    this.logger()?.error(`payin anomaly ${kind} ${id} (pay-in ${transaction_id ?? "none"})`)
    await this.emit("payin.anomaly_opened", { id, kind, transaction_id, order_id })
  }

  private async emit(name: string, data: Record<string, string | null>): Promise<void> {
    try {
      await this.bus()?.emit({ name, data })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.logger()?.error(`payin: event ${name} was not emitted: ${message}`)
    }
  }
}
