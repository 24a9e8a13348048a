import { anomalyReason } from "../../domain/anomaly-reason"
import { isFirstToRead } from "../../domain/anomaly-resolution"
import type { AnomalyKind } from "../../domain/anomaly"
import { systemNote } from "../../domain/system-note"
import type { AnomalyReport } from "../../modules/ledger/anomalies"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"

/** What can be said of taken money that Medusa does not show; none of it once it does. */
const UNBOOKED: readonly AnomalyKind[] = ["captured_without_order", "settled_incompletely"]

/** Card payments that need a person's eye. Each is about the card transaction: its id is the subject. */
export class CardAnomalies {
  constructor(private readonly ledger: Pick<PayInLedgerService, "anomalies" | "transactions">) {}

  /** Nobody could say for a day what became of a call. */
  async unknown(row: CardTransaction): Promise<void> {
    await this.open("card_unknown", row, {
      reason:
        row.status === "unknown"
          ? anomalyReason("hold_never_told")
          : anomalyReason("capture_never_told"),
      since: row.sent_at?.toISOString() ?? null,
      ...(row.capture_amount !== null && { to_capture: row.capture_amount }),
    })
  }

  /**
   * What a webhook says cannot be, or is not what was asked for. Nothing is booked by it. Webhooks come in any order,
   * and at once: what a person has to read first stays until they have.
   */
  async contradicted(
    kind: Extract<
      AnomalyKind,
      "status_changed_after_final" | "amount_mismatch" | "currency_mismatch" | "unknown_status"
    >,
    row: CardTransaction,
    facts: Record<string, unknown>
  ): Promise<void> {
    const report = reportOf(kind, row, facts)
    await this.ledger.anomalies.open(
      report,
      (told) => isFirstToRead(kind, row, told) && !isFirstToRead(kind, row, facts)
    )
  }

  async notReleased(row: CardTransaction, reason: string): Promise<void> {
    await this.open("hold_not_released", row, { reason })
  }

  /** Money was taken, and Medusa does not show it: the ledger's row of it can be given back. */
  async unbooked(row: CardTransaction, reason: string): Promise<void> {
    const booked = await this.ledger.transactions.findByReference(row.reference)
    const kind = row.order_id === null ? "captured_without_order" : "settled_incompletely"
    await this.open(kind, row, { reason }, booked?.id ?? null)
    await this.settle(
      row,
      UNBOOKED.filter((other) => other !== kind),
      systemNote("became", { kind })
    )
  }

  /** An order stands on a hold that is gone; asked about until it owes nothing (`settleOrphans`). */
  async unpaid({ id, account, reference }: CardTransaction, order_id: string): Promise<void> {
    await this.ledger.anomalies.open({
      kind: "orphan_order",
      subject: order_id,
      account,
      order_id,
      facts: {
        reason: anomalyReason("hold_gone"),
        card_transaction_id: id,
        reference,
        payment_method: "CARD",
      },
    })
  }

  /** Medusa could not be told for a while of what is held or over; it is tried on. */
  async untold(row: CardTransaction, reason: string): Promise<void> {
    await this.open("settled_incompletely", row, { reason })
  }

  /** Medusa was told after all. */
  async told(row: CardTransaction): Promise<void> {
    await this.settle(row, ["settled_incompletely"], systemNote("shown"))
  }

  /** The order that the money was taken for stands no more. */
  async withoutOrder(row: CardTransaction, reason: string): Promise<void> {
    const booked = await this.ledger.transactions.findByReference(row.reference)
    await this.open("captured_without_order", row, { reason }, booked?.id ?? null)
    await this.settle(
      row,
      ["settled_incompletely"],
      systemNote("became", { kind: "captured_without_order" })
    )
  }

  async booked(row: CardTransaction, orderId: string): Promise<void> {
    await this.settle(row, [...UNBOOKED, "card_unknown"], systemNote("booked", { order: orderId }))
  }

  /** The service said after all what became of it. */
  async answered({ id, status }: CardTransaction): Promise<void> {
    await this.settle({ id }, ["card_unknown"], systemNote("service_says", { status }))
  }

  async released(row: CardTransaction): Promise<void> {
    await this.settle(row, ["hold_not_released"], systemNote("nothing_held"))
  }

  private async settle(
    { id }: Pick<CardTransaction, "id">,
    kinds: readonly AnomalyKind[],
    note: string
  ): Promise<void> {
    await this.ledger.anomalies.settleAbout(id, kinds, note)
  }

  private async open(
    kind: AnomalyKind,
    row: CardTransaction,
    facts: Record<string, unknown>,
    transaction_id: string | null = null
  ): Promise<void> {
    await this.ledger.anomalies.open({ ...reportOf(kind, row, facts), transaction_id })
  }
}

function reportOf(
  kind: AnomalyKind,
  row: CardTransaction,
  facts: Record<string, unknown>
): AnomalyReport {
  const { id, account, order_id, reference, amount, currency, captured_amount, status } = row
  return {
    kind,
    subject: id,
    account,
    order_id,
    facts: {
      card_transaction_id: id,
      reference,
      payment_method: "CARD",
      asked: { amount, currency },
      arrived: captured_amount === null ? null : { amount: captured_amount, currency },
      status,
      ...facts,
    },
  }
}
