import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "zod"
import { shiftedNow } from "../../domain/time/clock"
import { bookableAmount, receivedFits } from "../../domain/payin/received-amount"
import { reasonOf } from "../../domain/error/reason"
import { sameAmount } from "../../domain/money/amount"
import { methodPlacesOrderWhilePending, type PayInOptions } from "../../domain/options/options"
import { isFinal } from "../../domain/payin/state"
import type { SessionData } from "../../domain/session/data"
import { sessionView } from "../../domain/session/view"
import type { Transaction } from "../../modules/ledger/rows"
import { fetchStatus } from "../../settlement/fetch-status"
import type { ProviderCradle } from "./dependencies"
import { findSessionAmount } from "../../medusa/checkout-context"

/** Our own session data as Medusa stored it; only `fields` is read, to name the missing fields. */
const askedFields = z.object({ fields: z.array(z.object({ name: z.string() })).nullish() })

/**
 * Answers Medusa's question "is it paid?" from the row bound to the session, after a lookup when
 * the row is not final. Session data from a storefront is not believed.
 */
export class Authorization {
  constructor(
    private readonly cradle: ProviderCradle,
    private readonly options: PayInOptions
  ) {}

  /**
   * @throws MedusaError invalid_data naming the fields, for a session that still needs input; a
   * plain Error when the service gave no answer (Medusa then answers 200 `type: "cart"`,
   * retryable).
   */
  async decide(
    sessionId: string,
    data: Record<string, unknown>
  ): Promise<{ status: PaymentSessionStatus; data: SessionData }> {
    const bound = await this.cradle.payinLedger.transactions.findBySession(sessionId)
    if (bound === null) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, needsInput(data))
    }
    const transaction = await this.current(bound)
    const status = this.statusOf(transaction)
    const books =
      status !== PaymentSessionStatus.CAPTURED || (await this.fits(sessionId, transaction))
    return {
      status: books ? status : PaymentSessionStatus.PENDING,
      data: sessionView(sessionId, transaction, shiftedNow()),
    }
  }

  /**
   * Whether Medusa would capture the right amount. Medusa captures the session's amount, whatever
   * arrived: a session made before a person accepted a smaller amount must not capture the larger
   * one.
   */
  private async fits(sessionId: string, transaction: Transaction): Promise<boolean> {
    const amount = bookableAmount(transaction)
    return (
      sameAmount(amount, transaction.order_amount) ||
      sameAmount(amount, await findSessionAmount(this.cradle.query, sessionId))
    )
  }

  /** The row after a lookup; final rows are not looked up again. */
  async current(transaction: Transaction): Promise<Transaction> {
    if (isFinal(transaction.status)) {
      return transaction
    }
    try {
      const { transaction: observed } = await fetchStatus(
        { ledger: this.cradle.payinLedger, gateway: this.cradle.payinGateway },
        transaction
      )
      return observed
    } catch (error) {
      this.cradle.logger.warn(`payin ${transaction.reference}: ${reasonOf(error)}`)
      // Plain on purpose: Medusa then answers 200 `type: "cart"`, and the shopper can try again
      // (docs/medusa.md#authorization-answers).
      // eslint-disable-next-line @medusajs/use-medusa-error-not-generic-error
      throw new Error(
        "The payment service did not answer: the payment can be completed again later."
      )
    }
  }

  statusOf(transaction: Transaction): PaymentSessionStatus {
    switch (transaction.status) {
      case "approved":
        // A different amount is an operator's decision: the session stays as it is.
        return receivedFits(transaction)
          ? PaymentSessionStatus.CAPTURED
          : PaymentSessionStatus.PENDING
      case "creating":
      case "pending":
        // Medusa then requests a new session, and this link is not offered any more.
        if (transaction.lapsed_at !== null || transaction.excluded_at !== null) {
          return PaymentSessionStatus.ERROR
        }
        return methodPlacesOrderWhilePending(this.options, transaction.payment_method) &&
          (transaction.payment_url ?? transaction.instructions) !== null
          ? PaymentSessionStatus.PENDING_AUTHORIZATION
          : PaymentSessionStatus.PENDING
      case "rejected":
      case "expired":
      case "failed":
        return PaymentSessionStatus.ERROR
    }
  }
}

function needsInput(data: Record<string, unknown>): string {
  const parsed = askedFields.safeParse(data)
  const names = parsed.success ? (parsed.data.fields ?? []).map((field) => field.name) : []
  return names.length === 0
    ? "This payment session has no payment link: start the payment again."
    : `The payment needs more input: ${names.join(", ")}. Post the payment session again with them.`
}
