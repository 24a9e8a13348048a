import { MedusaError, PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "zod"
import { cardSessionView, shownCardStatus, type CardSessionData } from "../../domain/card-session"
import { sameAmount } from "../../domain/money"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { CallBudget, type CardAsked } from "../../settlement/card-calls"
import { captureOnCard } from "../../settlement/card-capture"
import { holdOnCard } from "../../settlement/card-hold"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { isSetAside } from "../../settlement/card-unbooked"
import { isCardSessionOver } from "../../settlement/card-session-end"
import { cardDeps, type CardCradle, type CardSetup } from "./dependencies"
import { isInCartOfAnother, isOfAnother, OTHER_CUSTOMER, OTHER_CUSTOMER_TEXT } from "./owner"

/** Our own session data as Medusa stored it; only `fields` is read, to name what is missing. */
const askedFields = z.object({ fields: z.array(z.object({ name: z.string() })).nullish() })

/**
 * Answers Medusa's question "does the card pay?" from the row bound to the session, after asking
 * the service once. Nothing a storefront stored in the session is believed.
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
    // Before anything is taken: what pays nothing any more is not charged either.
    const isSpent = bound.status !== "creating" && (await this.isSpent(bound, sessionId))
    const transaction = isSpent ? bound : await this.ask(bound)
    const card = await this.cradle.payinSubscriptions.cards.find(transaction.card_id)
    const view = cardSessionView(sessionId, transaction, card)
    return isSpent || (await this.isEnded(transaction, sessionId))
      ? { status: PaymentSessionStatus.ERROR, data: { ...view, status: shownCardStatus("error") } }
      : { status: this.statusOf(transaction), data: view }
  }

  /**
   * What was held or taken before: its session was ended since, a person decided that it pays nothing here, or it
   * stands in a cart that went over to somebody else. What is only now to be asked for `hold` looks at.
   */
  private async isSpent(bound: CardTransaction, sessionId: string): Promise<boolean> {
    const ended =
      bound.status === "captured"
        ? (await isCardSessionOver(this.cradle.__pg_connection__, sessionId)) ||
          (await isSetAside(this.cradle.payinLedger, bound))
        : await this.isEnded(bound, sessionId)
    return ended || (await isInCartOfAnother(this.cradle.query, bound))
  }

  /**
   * Whoever lets a hold go ends its session first and looks for an order afterwards. Medusa links
   * the order before it asks us, so either they find it, or it is refused here
   * (workflows/card/held-pass.ts).
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
        // What is voided pays nothing any more: an order on it would never be paid.
        return transaction.release_wanted_at === null
          ? PaymentSessionStatus.AUTHORIZED
          : PaymentSessionStatus.ERROR
      case "capturing":
      case "capture_unknown":
        return PaymentSessionStatus.AUTHORIZED
      case "unknown":
        // The order waits for the webhook, or for a person: it is never asked for again.
        return PaymentSessionStatus.PENDING_AUTHORIZATION
      case "creating":
        return PaymentSessionStatus.PENDING
      case "declined":
      case "error":
      case "released":
        return PaymentSessionStatus.ERROR
    }
  }

  /** A card is asked for the cart of whoever chose it, and for nobody else's. */
  private async hold(bound: CardTransaction, budget: CallBudget): Promise<CardAsked> {
    if (!(await isOfAnother(this.cradle.query, bound))) {
      return holdOnCard(cardDeps(this.cradle, this.setup), bound, budget)
    }
    const { cardMoves, cardTransactions } = this.cradle.payinSubscriptions
    // What somebody is asking for at this moment is theirs to answer.
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
          : "The payment service did not answer: nothing was held, and the payment can be completed again."
      )
    }
    // What was held before this call may be more than its order owes by now: `HeldPass` takes that.
    const takes = this.setup.card.captureOnAuthorize && bound.status === "creating"
    const isHeld = transaction.status === "authorized" && transaction.release_wanted_at === null
    if (!takes || !isHeld || !budget.hasRoom()) {
      return transaction
    }
    // Whatever comes of it, the money is held: the order stands, and `HeldPass` asks again for what could not be asked.
    const { transaction: taken } = await captureOnCard(deps, transaction.id, transaction.amount)
    await bookCardCapture(deps, taken)
    return taken
  }
}

/** Medusa books the session's whole amount when it is told `captured`. */
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
