import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaAmount, medusaRows } from "../../domain/row/medusa-row"
import { reasonOf } from "../../domain/error/reason"
import { takenFor } from "../../domain/card/capturable-amount"
import {
  compareAmounts,
  type MajorAmount,
  sameAmount,
  subtractAmounts,
  sumAmounts,
  ZERO,
} from "../../domain/money/amount"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { captureOnCard } from "../../settlement/card-capture"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { isExcluded } from "../../settlement/card-unbooked"
import { findCheckoutContext } from "../../medusa/checkout-context"
import { cardDeps, type CardCradle, type CardSetup } from "./dependencies"

const captureSchema = z.object({ amount: medusaAmount, payment: z.object({ id: z.string() }) })
const paymentSchema = z.object({
  captures: medusaRows(z.object({ id: z.string(), amount: medusaAmount })),
})

/**
 * A capture as Medusa wrote it before it called us, and Medusa's earlier captures of the payment.
 */
interface Asked {
  amount: MajorAmount
  booked: MajorAmount
}

/** Captures a hold once, in full or in part. */
export class CardCapture {
  constructor(
    private readonly cradle: CardCradle,
    private readonly setup: CardSetup
  ) {}

  /**
   * Medusa passes no amount, only the id of its Capture (docs/medusa.md#capture-without-amount),
   * and repeats under a new id (docs/medusa.md#new-key-per-retry). The card's row knows whether it
   * was captured.
   *
   * @throws MedusaError not_allowed when it is not captured now; Medusa then deletes its Capture
   */
  async capture(transaction: CardTransaction, captureId: string): Promise<CardTransaction> {
    const asked = await this.asked(captureId)
    const amount = takenFor(transaction, asked.amount)
    this.assertNotBooked(transaction, asked)
    if (await isExcluded(this.cradle.payinLedger, transaction)) {
      throw refused(
        `What was captured of payment ${transaction.reference} goes back, or was dealt with elsewhere: it pays ` +
          "nothing here any more."
      )
    }
    const deps = cardDeps(this.cradle, this.setup)
    const done = await captureOnCard(deps, transaction.id, amount)
    switch (done.outcome) {
      case "captured":
        await this.book(done.transaction)
        return done.transaction
      case "refused":
        throw refused(done.message)
      case "unknown":
        throw refused(
          "The payment service did not say whether it captured this payment. Wait for its answer: it is " +
            "never asked twice."
        )
      case "later":
        throw refused("The payment service could not be reached; nothing was captured: try again.")
    }
  }

  /** A second capture of the same amount does not repeat a first one that Medusa has booked. */
  private assertNotBooked(transaction: CardTransaction, { booked }: Asked): void {
    const taken = transaction.captured_amount
    if (transaction.status === "captured" && taken !== null && !sameAmount(booked, ZERO)) {
      const left = subtractAmounts(taken, takenFor(transaction, booked))
      if (compareAmounts(left, ZERO) <= 0) {
        throw refused(
          `${transaction.currency} ${taken} of this payment was captured already; a card's hold is captured once.`
        )
      }
    }
  }

  private async asked(captureId: string): Promise<Asked> {
    const { query } = this.cradle
    const captures = await query.graph({
      entity: "capture",
      fields: ["id", "amount", "raw_amount", "payment.id"],
      filters: { id: captureId },
    })
    if (captures.data.length === 0) {
      throw refused(`Medusa has no capture ${captureId}: try again.`)
    }
    const { amount, payment } = captureSchema.parse(captures.data[0])
    // A separate query: starting from a capture, Medusa returns its payment without the other
    // captures.
    const payments = await query.graph({
      entity: "payment",
      fields: ["id", "captures.id", "captures.amount", "captures.raw_amount"],
      filters: { id: payment.id },
    })
    const others = paymentSchema
      .parse(payments.data[0])
      .captures.filter(({ id }) => id !== captureId)
    return { amount, booked: sumAmounts(others) }
  }

  /**
   * A failure here must not make Medusa drop a capture that happened: a sweep repairs the books.
   */
  private async book(transaction: CardTransaction): Promise<void> {
    try {
      const checkout = await findCheckoutContext(
        this.cradle.query,
        transaction.payment_collection_id
      )
      const order_id = transaction.order_id ?? checkout.order_id
      await bookCardCapture(cardDeps(this.cradle, this.setup), { ...transaction, order_id })
    } catch (error) {
      this.cradle.logger.error(
        `payin ${transaction.reference}: not yet in the ledger: ${reasonOf(error)}`
      )
    }
  }
}

function refused(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
