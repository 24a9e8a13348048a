import { AbstractPaymentProvider, MedusaError } from "@medusajs/framework/utils"
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  CreateAccountHolderInput,
  CreateAccountHolderOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { z } from "zod"
import { CARD_SESSION_DATA_KEYS, cardSessionView } from "../../domain/card/session"
import { isAliveCard } from "../../domain/card/state"
import { reasonOf } from "../../domain/error/reason"
import { OptionsError } from "../../domain/options/options"
import { readProviderOptions } from "../../domain/options/provider-options"
import type { Reference } from "../../domain/row/reference"
import { referenceInData, withoutClientKeys } from "../../domain/session/data"
import { sessionOpener } from "../../domain/session/opener"
import type { Transaction } from "../../modules/ledger/rows"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { Refunds } from "../../settlement/booked-refund"
import { bookCardCapture } from "../../settlement/card-in-ledger"
import { releaseOnCard } from "../../settlement/card-release"
import { endCardSession } from "../../medusa/card-session"
import { CardAuthorization } from "./authorize"
import { CardCapture } from "./capture"
import { cardDeps, type CardCradle, type CardSetup } from "./dependencies"
import { CardInitiation } from "./initiate"
import { CardWebhookTranslation } from "./webhook"

const ourData = z.object({ session_id: z.string(), reference: z.string().nullable() })

/**
 * Medusa payment provider `pp_payin-card_<id>`: a card whose money is held first and captured
 * later. Thin: its decisions are in `initiate`, `authorize` and `capture`, its state in the card
 * transactions.
 */
export class CardProviderService extends AbstractPaymentProvider {
  static override identifier = "payin-card"

  private readonly setup: CardSetup
  private readonly initiation: CardInitiation
  private readonly authorization: CardAuthorization
  private readonly captures: CardCapture
  private readonly refunds: Refunds
  private readonly webhook: CardWebhookTranslation

  /** Refuses the boot with one line that names the option. */
  static override validateOptions(raw: Record<string, unknown>): void {
    readSetup(raw)
  }

  constructor(
    private readonly cradle: CardCradle,
    raw: Record<string, unknown>
  ) {
    // The base class keeps its own reference to a container, which we never use.
    super({}, raw)
    this.setup = readSetup(raw)
    this.initiation = new CardInitiation(cradle, this.setup)
    this.authorization = new CardAuthorization(cradle, this.setup)
    this.captures = new CardCapture(cradle, this.setup)
    this.refunds = new Refunds(
      // Read at each refund, because modules load in parallel.
      () => ({
        ledger: cradle.payinLedger,
        payouts: cradle.payinPayouts,
        logger: cradle.logger,
        options: this.setup.options,
        find: (reference) => this.inLedger(reference),
      }),
      this.setup.account
    )
    this.webhook = new CardWebhookTranslation(cradle, this.setup)
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const data = input.data ?? {}
    // Session and customer come from Medusa, not from `data`, which a storefront can write.
    const session_id = keyOf(input.context?.idempotency_key)
    const view = await this.initiation.start({
      session_id,
      data,
      amount: input.amount,
      currency_code: input.currency_code,
      opener: sessionOpener(input.context),
    })
    return {
      id: view.reference ?? session_id,
      data: withoutClientKeys(data, view, CARD_SESSION_DATA_KEYS),
    }
  }

  /**
   * Medusa's flows never call this; our own settlement uses it to set a session back to `pending`.
   */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return { data: input.data }
  }

  /**
   * Does nothing: Medusa fails the whole request when this throws, and calls it for paid sessions
   * too.
   */
  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return { data: input.data }
  }

  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session_id = keyOf(input.context?.idempotency_key)
    const { status, data } = await this.authorization.decide(session_id, input.data ?? {})
    return { status, data: { ...data } }
  }

  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const transaction = await this.ofData(input.data)
    const captured = await this.captures.capture(transaction, keyOf(input.context?.idempotency_key))
    return { data: await this.viewed(captured, input.data) }
  }

  /**
   * The service has no refund call: a refund is a payout to the shopper, written here and sent by a
   * worker (docs/decisions/0003-refund-is-a-payout.md). A throw here would let Medusa book a refund
   * that never happens (docs/medusa.md#refunds-that-never-happen), so it throws only at the second Refund of one request of
   * an operator.
   */
  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    await this.refunds.bookQuietly({
      refund_id: input.context?.idempotency_key ?? null,
      amount: input.amount,
      reference: referenceInData(input.data),
    })
    return { data: input.data }
  }

  /**
   * Voids the hold. A hold that cannot be voided now is left to a job: Medusa would only log a
   * throw, and nobody would void the hold (docs/medusa.md#swallowed-cancel-errors).
   */
  async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    try {
      const transaction = await this.found(input.data)
      const session = ourData.safeParse(input.data)
      // Another session took the hold over: the hold pays that session.
      if (transaction !== null && transaction.session_id === session.data?.session_id) {
        await releaseOnCard(cardDeps(this.cradle, this.setup), transaction.id)
        const now = await this.ofData(input.data)
        // After a capture the refund comes next: until then no order is placed on a canceled
        // payment. If Medusa failed to write its payment (it passes none then), nothing is
        // refunded, and the session still pays.
        const ofPayment = input.context?.idempotency_key !== undefined
        if (holdsNothing(now) || (now.status === "captured" && ofPayment)) {
          await endCardSession(this.cradle.__pg_connection__, now)
        }
        return { data: await this.viewed(now, input.data) }
      }
    } catch (error) {
      this.cradle.logger.error(`payin: a hold is not released yet: ${reasonOf(error)}`)
    }
    return { data: input.data }
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: await this.viewed(await this.ofData(input.data), input.data) }
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const transaction = await this.ofData(input.data)
    return { status: this.authorization.statusOf(transaction), data: input.data }
  }

  async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"]
  ): Promise<WebhookActionResult> {
    return this.webhook.translate(payload)
  }

  /**
   * The service keeps no customers. Without this method Medusa logs a warning for each signed-in
   * shopper.
   */
  async createAccountHolder(input: CreateAccountHolderInput): Promise<CreateAccountHolderOutput> {
    return { id: input.context.customer.id }
  }

  /** The ledger's row that is refunded; written now if the capturing process died before that. */
  private async inLedger(reference: Reference): Promise<Transaction | null> {
    const there = await this.cradle.payinLedger.transactions.findByReference(reference)
    if (there !== null) {
      return there
    }
    const { cardTransactions } = this.cradle.payinSubscriptions
    const transaction = await cardTransactions.findByReference(reference)
    return transaction && bookCardCapture(cardDeps(this.cradle, this.setup), transaction)
  }

  private async viewed(
    transaction: CardTransaction,
    data: Record<string, unknown> | undefined
  ): Promise<Record<string, unknown>> {
    const card = await this.cradle.payinSubscriptions.cards.find(transaction.card_id)
    return { ...data, ...cardSessionView(transaction.session_id ?? "", transaction, card) }
  }

  private async found(data: Record<string, unknown> | undefined): Promise<CardTransaction | null> {
    const reference = referenceInData(data)
    return reference && this.cradle.payinSubscriptions.cardTransactions.findByReference(reference)
  }

  private async ofData(data: Record<string, unknown> | undefined): Promise<CardTransaction> {
    const transaction = await this.found(data)
    if (transaction === null) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        "This payment has no card at the payment service that we know of."
      )
    }
    return transaction
  }
}

/** A hold that is to be voided pays nothing, even before it is gone. */
function holdsNothing({ status, release_wanted_at }: CardTransaction): boolean {
  return !isAliveCard(status) || release_wanted_at !== null
}

function readSetup(raw: Record<string, unknown>): CardSetup {
  const production = process.env.NODE_ENV === "production"
  const { options, account } = readProviderOptions(raw, { production })
  if (options.card === null || options.card.id !== account.id) {
    throw new OptionsError("account", `names "${account.id}", which option "card" does not.`)
  }
  return { options, account, card: options.card }
}

function keyOf(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      "The payment module handed over no id: use Medusa 2.18 or later."
    )
  }
  return idempotencyKey
}
