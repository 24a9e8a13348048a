import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "zod"
import { cardSessionView, shownCardStatus, type CardSessionData } from "../../domain/card/session"
import { sameAmount } from "../../domain/money/amount"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isPaidOtherwise } from "../../settlement/arrived-money"
import { CallBudget, type CardAsked } from "../../settlement/card-calls"
import { captureOnCard } from "../../settlement/card-capture"
import { holdOnCard } from "../../settlement/card-hold"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { isExcluded } from "../../settlement/card-unbooked"
import { isCardSessionOver } from "../../medusa/card-session"
import { cardDeps, type CardCradle, type CardSetup } from "./dependencies"
import { isInCartOfAnother, isOfAnother, OTHER_CUSTOMER, OTHER_CUSTOMER_TEXT } from "./owner"

/** Our own session data as Medusa stored it; only `fields` is read, to name the missing fields. */
const askedFields = z.object({ fields: z.array(z.object({ name: z.string() })).nullish() })

/**
 * Answers Medusa's question "does the card pay?" from the row bound to the session, after one call
 * to the service. Session data from a storefront is not believed.
 */
export class CardAuthorization {
  constructor(
    private readonly cradle: CardCradle,
    private readonly setup: CardSetup
  ) {}

  /**
   * @throws MedusaError invalid_data naming the fields, for a session that still needs input; a
   * plain Error when the service was not asked (Medusa then answers 200 `type: "cart"`, retryable).
   */
  async decide(
    sessionId: string,
    data: Record<string, unknown>
  ): Promise<{ status: PaymentSessionStatus; data: CardSessionData }> {
    const bound = await this.cradle.payinSubscriptions.cardTransactions.findBySession(sessionId)
    if (bound === null) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, needsInput(data))
    }
    if (bound.status === "captured" || bound.status === "authorized") {
      await this.cradle.payinSubscriptions.cardWatch.shownAgain(bound.id)
    }
    // Before any capture: money that pays nothing any more is not captured either.
    const isSpent = bound.status !== "creating" && (await this.isSpent(bound, sessionId))
    const transaction = isSpent ? bound : await this.ask(bound)
    const card = await this.cradle.payinSubscriptions.cards.find(transaction.card_id)
    const view = cardSessionView(sessionId, transaction, card)
    return isSpent || (await this.isEnded(transaction, sessionId))
      ? { status: PaymentSessionStatus.ERROR, data: { ...view, status: shownCardStatus("error") } }
      : { status: this.statusOf(transaction), data: view }
  }

  /**
   * Whether an earlier hold or capture must not pay: its session ended since, a person excluded it
   * from settlement, or its cart went over to another customer. A new hold is checked in `hold`.
   */
  private async isSpent(bound: CardTransaction, sessionId: string): Promise<boolean> {
    const ended =
      bound.status === "captured"
        ? (await isCardSessionOver(this.cradle.__pg_connection__, sessionId)) ||
          (await isExcluded(this.cradle.payinLedger, bound))
        : await this.isEnded(bound, sessionId)
    return ended || (await isInCartOfAnother(this.cradle.query, bound))
  }

  /**
   * A void ends the session first and looks for an order afterwards. Medusa links the order before
   * it calls us, so either the void finds it, or it is refused here (workflows/card/ended.ts).
   */
  private async isEnded({ status }: CardTransaction, sessionId: string): Promise<boolean> {
    return (
      status === "authorized" && (await isCardSessionOver(this.cradle.__pg_connection__, sessionId))
    )
  }

  statusOf(transaction: CardTransaction): PaymentSessionStatus {
    switch (transaction.status) {
      case "captured":
        return isWhole(transaction)
          ? PaymentSessionStatus.CAPTURED
          : PaymentSessionStatus.AUTHORIZED
      case "authorized":
        // A hold that is to be voided pays nothing: an order on it would never be paid.
        return transaction.release_wanted_at === null
          ? PaymentSessionStatus.AUTHORIZED
          : PaymentSessionStatus.ERROR
      case "capturing":
      case "capture_unknown":
        return PaymentSessionStatus.AUTHORIZED
      case "unknown":
        // The order waits for the webhook, or for a person; the call is never repeated.
        return PaymentSessionStatus.PENDING_AUTHORIZATION
      case "creating":
        return PaymentSessionStatus.PENDING
      case "declined":
      case "error":
      case "released":
        return PaymentSessionStatus.ERROR
    }
  }

  /** Holds the money, only for the cart of the customer who chose the card. */
  private async hold(bound: CardTransaction, budget: CallBudget): Promise<CardAsked> {
    if (!(await isOfAnother(this.cradle.query, bound))) {
      return holdOnCard(cardDeps(this.cradle, this.setup), bound, budget)
    }
    const { cardMoves, cardTransactions } = this.cradle.payinSubscriptions
    // A call that another worker makes now is left to that worker.
    await cardMoves.decide(bound.id, ({ status, sent_at }) =>
      status === "creating" && sent_at === null
        ? {
            to: "error",
            cause: "not_sent",
            values: {
              refusal_code: OTHER_CUSTOMER,
              refusal_message: OTHER_CUSTOMER_TEXT[this.setup.options.language],
            },
          }
        : null
    )
    const transaction = await cardTransactions.present(bound.id)
    return { outcome: transaction.status === "creating" ? "busy" : "answered", transaction }
  }

  private async ask(bound: CardTransaction): Promise<CardTransaction> {
    const deps = cardDeps(this.cradle, this.setup)
    const { payinLedger: ledger, payinSubscriptions: subscriptions } = this.cradle
    const paying = { ledger, subscriptions }
    if (bound.status === "creating" && (await isPaidOtherwise(paying, bound))) {
      // Plain for the same reason as below.
      // eslint-disable-next-line @medusajs/use-medusa-error-not-generic-error
      throw new Error(
        "Another payment of this cart has arrived: the card was not asked, and nothing more is to be paid."
      )
    }
    const budget = new CallBudget(this.setup.options)
    const { outcome, transaction }: CardAsked =
      bound.status === "creating"
        ? await this.hold(bound, budget)
        : { outcome: "answered", transaction: bound }
    if (outcome !== "answered") {
      // Plain on purpose: Medusa then answers 200 `type: "cart"`, and the shopper can try again
      // (docs/medusa.md#authorization-answers).
      // eslint-disable-next-line @medusajs/use-medusa-error-not-generic-error
      throw new Error(
        outcome === "busy"
          ? "This card payment is being made right now: complete it again in a moment."
          : "The card was not asked: nothing is held, and the payment can be completed again."
      )
    }
    // An earlier hold may exceed what its order owes now: settling captures it.
    const takes = this.setup.card.captureOnAuthorize && bound.status === "creating"
    const isHeld = transaction.status === "authorized" && transaction.release_wanted_at === null
    if (!takes || !isHeld || !budget.hasTime()) {
      return transaction
    }
    // The money is held whatever the outcome: the order is placed, and settling retries a capture
    // that could not be requested.
    const { transaction: taken } = await captureOnCard(deps, transaction.id, transaction.amount)
    await bookCardCapture(deps, taken)
    return taken
  }
}

/**
 * Whether the whole hold was captured: Medusa books the session's whole amount after the answer
 * `captured`.
 */
function isWhole({ captured_amount, amount }: CardTransaction): boolean {
  return captured_amount !== null && sameAmount(captured_amount, amount)
}

function needsInput(data: Record<string, unknown>): string {
  const parsed = askedFields.safeParse(data)
  const names = parsed.success ? (parsed.data.fields ?? []).map((field) => field.name) : []
  return names.length === 0
    ? "This payment session has no card: start the payment again."
    : `The payment needs more input: ${names.join(", ")}. Post the payment session again with them.`
}
