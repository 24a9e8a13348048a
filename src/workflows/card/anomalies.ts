import { anomalyReason } from "../../domain/anomaly/reason"
import { isFirstToRead, toldTaken } from "../../domain/anomaly/resolution"
import type { AnomalyKind } from "../../domain/anomaly/kinds"
import { systemNote } from "../../domain/operator/system-note"
import type { AnomalyReport } from "../../modules/ledger/anomalies"
import type { PayInLedgerService } from "../../modules/ledger/service"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"

/** Anomalies of captured money that Medusa does not show; none stays open once it does. */
const UNBOOKED: readonly AnomalyKind[] = ["captured_without_order", "settled_incompletely"]

/** Anomalies of card payments. The subject is the id of the card transaction. */
export class CardAnomalies {
  constructor(private readonly ledger: Pick<PayInLedgerService, "anomalies" | "transactions">) {}

  /** A call whose outcome has been unknown for a day. */
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
   * A webhook that contradicts the row or does not fit the request. It books nothing. Webhooks come
   * in any order and at once: the facts that must be read first stay until they were read.
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

  /**
   * A webhook about a payment that no row of ours has. The subject is its reference. What tells of a
   * capture stays until it was read.
   */
  async unmatched(
    { account, reference }: { account: string | null; reference: string },
    facts: Record<string, unknown>
  ): Promise<void> {
    const report: AnomalyReport = {
      kind: "webhook_unmatched",
      subject: reference,
      account,
      facts: { reference, payment_method: "CARD", ...facts },
    }
    await this.ledger.anomalies.open(
      report,
      (told) => toldTaken(told) !== null && toldTaken(facts) === null
    )
  }

  async notReleased(row: CardTransaction, reason: string): Promise<void> {
    await this.open("hold_not_released", row, { reason })
  }

  /** Captured money that Medusa does not show. It can be refunded from the ledger's row. */
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

  /** An order whose hold is gone. Open until the order owes nothing (`closeOrphans`). */
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

  /** Medusa could not be updated for a while about a hold or its end; the tries go on. */
  async untold(row: CardTransaction, reason: string): Promise<void> {
    await this.open("settled_incompletely", row, { reason })
  }

  /**
   * Closes {@link untold} once Medusa was updated. Another worker may have captured the card since, and
   * asked a person about its money: that stays.
   */
  async told({ id, status }: Pick<CardTransaction, "id" | "status">): Promise<void> {
    const besides = status === "captured" ? null : "captured"
    await this.ledger.anomalies.closeAbout(
      id,
      ["settled_incompletely"],
      systemNote("shown"),
      besides
    )
  }

  /** Captured money whose order no longer exists. */
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

  /** Closes the question about an unknown outcome once the service reported it. */
  async answered({ id, status }: CardTransaction): Promise<void> {
    await this.settle({ id }, ["card_unknown"], systemNote("service_says", { status }))
  }

  /** Closes the question about a hold that is older than any hold lives. */
  async lapsed(row: CardTransaction, days: number): Promise<void> {
    await this.settle(row, ["card_unknown"], systemNote("hold_lapsed", { days: String(days) }))
  }

  async released(row: CardTransaction): Promise<void> {
    await this.settle(row, ["hold_not_released"], systemNote("nothing_held"))
  }

  private async settle(
    { id }: Pick<CardTransaction, "id">,
    kinds: readonly AnomalyKind[],
    note: string
  ): Promise<void> {
    await this.ledger.anomalies.closeAbout(id, kinds, note)
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
