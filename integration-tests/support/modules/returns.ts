import { randomUUID } from "node:crypto"
import { majorAmount } from "../../../src/domain/money/amount"
import type { RefundDestination } from "../../../src/domain/refund/destination"
import type { Anomaly, Transaction } from "../../../src/modules/ledger/rows"
import { refundPayoutDeps } from "../../../src/workflows/settle"
import { RefundOfDecision } from "../../../src/workflows/settle/refund-of-decision"
import { DESTINATION, MAKER } from "../payout-worker"
import type { Modules } from "./modules"

const DECISION = { action: "refund", note: "Given back." } as const

/** Decisions of people to refund a pay-in, as the admin writes them. */
export class Returns {
  constructor(private readonly modules: Modules) {}

  /** A person is asked about the money of a pay-in. */
  async question(payIn: Transaction, subject = payIn.id): Promise<Anomaly> {
    const { anomaly } = await this.modules.ledger.anomalies.open({
      kind: "paid_without_order",
      subject,
      account: payIn.account,
      transaction_id: payIn.id,
      facts: { reason: "no order" },
    })
    return anomaly
  }

  /** Books the refund of a decision. */
  book(anomaly: Anomaly, pesos: number, destination: RefundDestination | null = DESTINATION) {
    return this.giving(anomaly, destination).book(majorAmount(pesos))
  }

  /** Decides to refund this amount. Also returns the newest payout of the pay-in. */
  async decide(
    anomaly: Anomaly,
    pesos: number,
    destination: RefundDestination | null = DESTINATION
  ) {
    const { ledger, payouts } = this.modules
    const lease = await ledger.leases.acquire(String(anomaly.transaction_id), randomUUID())
    if (lease === null) {
      throw new Error("somebody else is at this pay-in")
    }
    const giving = this.giving(anomaly, destination)
    const decision = { ...DECISION, resolved_by: MAKER.id }
    const { outcome } = await ledger.resolutions.write(anomaly, decision, {
      lease,
      marks: {},
      refund: giving.book(majorAmount(pesos)),
      also_decides: [],
    })
    await ledger.leases.release(lease)
    await giving.announce()
    const made = await payouts.payouts.ofTransaction(lease.transaction.id)
    return { outcome, payout: made[made.length - 1] }
  }

  private giving(anomaly: Anomaly, destination: RefundDestination | null): RefundOfDecision {
    return new RefundOfDecision(refundPayoutDeps(this.modules.container), anomaly, {
      ...DECISION,
      anomaly_id: anomaly.id,
      destination,
      actor: MAKER,
    })
  }
}
