import type { MajorAmount } from "../../domain/money/amount"
import type { Consequence } from "../../modules/ledger/resolutions"
import type { Anomaly, Transaction } from "../../modules/ledger/rows"
import type { PayoutChange } from "../../modules/payouts/moves"
import {
  announce,
  bookDecidedRefund,
  withdrawRefunds,
  type BookedRefund,
  type RefundPayoutDeps,
} from "../../settlement/refund-payouts"
import type { ResolveRequest } from "./resolution"

/**
 * The refund of one decision about an anomaly: booked with the decision, announced once both are
 * written.
 */
export class RefundOfDecision {
  private changes: readonly PayoutChange[] = []

  constructor(
    private readonly deps: RefundPayoutDeps,
    private readonly anomaly: Anomaly,
    private readonly request: ResolveRequest
  ) {}

  /**
   * @param amount null: no refund, and payouts of Medusa's refunds `in_place_of` are canceled
   * @param as columns that the decision itself writes into the pay-in
   * @returns writes the refund inside the transaction of the decision
   */
  book(
    amount: MajorAmount | BookedRefund | null,
    {
      in_place_of = [],
      as = {},
    }: { in_place_of?: readonly string[]; as?: Partial<Transaction> } = {}
  ): NonNullable<Consequence["refund"]> {
    return async (payIn, trx) => {
      const { anomaly, deps, request } = this
      if (amount === null) {
        const payouts = await deps.payouts.payouts.ofTransaction(payIn.id, trx)
        this.changes = await withdrawRefunds(deps, trx, payouts, in_place_of)
        return null
      }
      const { destination, actor } = request
      const given = await bookDecidedRefund(
        deps,
        trx,
        { ...payIn, ...as },
        {
          anomaly_id: anomaly.id,
          amount,
          order_id: anomaly.order_id,
          destination,
          in_place_of,
        },
        actor
      )
      if (typeof given === "string") {
        return given
      }
      this.changes = given.changes
      const { sealer } = deps.ledger
      const context = { table: "payin_anomaly", row: anomaly.id, column: "destination_sealed" }
      return {
        amount: given.payout.amount,
        currency: given.payout.currency,
        payout_id: given.payout.id,
        destination_sealed: destination && sealer.seal(JSON.stringify(destination), context),
        sealed_with: destination && sealer.key_ids[0],
      }
    }
  }

  async announce(): Promise<void> {
    await announce(this.deps, this.changes)
  }
}
