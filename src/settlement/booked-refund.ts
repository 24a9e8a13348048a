import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { anomalyReason } from "../domain/anomaly/reason"
import { reasonOf } from "../domain/error/reason"
import { computedAmount, isPositive, majorAmount, type AmountInput } from "../domain/money/amount"
import type { PayInAccount, PayInOptions } from "../domain/options/options"
import type { Reference } from "../domain/row/reference"
import type { Transaction } from "../modules/ledger/rows"
import type { PayInLedgerService } from "../modules/ledger/service"
import type { PayInPayoutsService } from "../modules/payouts/service"
import { bookRefund } from "./refund-payouts"

/** Dependencies for booking a refund from inside a payment provider. */
export interface RefundDeps {
  ledger: PayInLedgerService
  payouts: PayInPayoutsService
  logger: Logger
  options: PayInOptions
  /** Finds the ledger's money by a payment's reference; null when there is none. */
  find: (reference: Reference) => Promise<Transaction | null>
}

/** A refund as Medusa books it: its row exists before the provider is called. */
interface WantedRefund {
  refund_id: string
  /** Major units, unrounded. */
  amount: AmountInput
  reference: Reference | null
}

/**
 * Books refunds of a provider's payments: each ends in a payout, in an open anomaly, or in both.
 */
export class Refunds {
  constructor(
    private readonly deps: () => RefundDeps,
    private readonly account: PayInAccount
  ) {}

  /**
   * Books the payout, or leaves it to the sweep that books Refunds without a payout. Throws for one
   * reason only: otherwise Medusa would book a refund that never happens
   * (docs/medusa.md#refunds-that-never-happen).
   *
   * @throws MedusaError conflict for a second Refund of one request of an operator: Medusa deletes
   * it, and `refundOrder` answers with the first one
   */
  async bookQuietly({
    refund_id,
    ...wanted
  }: Omit<WantedRefund, "refund_id"> & { refund_id: string | null }): Promise<void> {
    if (refund_id === null) {
      this.deps().logger.error("payin: a refund came without its id: use Medusa 2.18 or later.")
      return
    }
    let carriedOutBy: string | null
    try {
      carriedOutBy = await this.book({ refund_id, ...wanted })
    } catch (error) {
      carriedOutBy = null
      this.deps().logger.error(`payin: refund ${refund_id} was not noted: ${reasonOf(error)}`)
    }
    if (carriedOutBy !== null) {
      const message = `This request was carried out by refund ${carriedOutBy}: it is not refunded twice.`
      throw new MedusaError(MedusaError.Types.CONFLICT, message)
    }
  }

  /**
   * Books the payout. The part that cannot be paid, for whatever reason, is shown to a person: a
   * Refund without payout and anomaly would be money that nobody gets and nobody sees.
   *
   * @returns the Refund that carried the same request out before; null as a rule
   */
  private async book(wanted: WantedRefund): Promise<string | null> {
    const { ledger, payouts, logger, options, find } = this.deps()
    const payIn = wanted.reference && (await find(wanted.reference))
    if (!payIn) {
      await this.report(wanted, null, readable(wanted.amount))
      return null
    }
    try {
      const amount = computedAmount(wanted.amount)
      const refund = { refund_id: wanted.refund_id, amount }
      const booked = await bookRefund({ ledger, payouts, options }, payIn.id, refund)
      if (booked !== null && booked.carried_out_by !== null) {
        return booked.carried_out_by
      }
      if (booked === null) {
        await this.report(wanted, payIn, amount)
      } else if (isPositive(booked.missing)) {
        await this.report(wanted, payIn, booked.missing, booked.paid_by_payout)
      }
    } catch (error) {
      logger.error(`payin: no payout of refund ${wanted.refund_id}: ${reasonOf(error)}`)
      await this.report(wanted, payIn, readable(wanted.amount))
    }
    return null
  }

  private async report(
    { refund_id }: WantedRefund,
    payIn: Transaction | null,
    amount: string,
    paidBy: string | null = null
  ): Promise<void> {
    await this.deps().ledger.anomalies.open({
      kind: "refund_without_payout",
      subject: refund_id,
      account: this.account.id,
      transaction_id: payIn?.id ?? null,
      order_id: payIn?.order_id ?? null,
      facts: {
        refund_id,
        reference: payIn?.reference ?? null,
        amount,
        currency: payIn?.currency ?? this.account.currency,
        ...(paidBy !== null && {
          reason: anomalyReason("paid_for_taken_back", { payout: paidBy }),
        }),
      },
    })
  }
}

/** An unreadable amount must not keep the refund from being reported. */
function readable(amount: AmountInput): string {
  try {
    return majorAmount(amount)
  } catch {
    return "unreadable"
  }
}
