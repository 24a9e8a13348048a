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
import { receivedFits } from "../../domain/payin/received-amount"
import { reasonOf } from "../../domain/error/reason"
import { readProviderOptions } from "../../domain/options/provider-options"
import { eraseClientKeys, referenceInData } from "../../domain/session/data"
import type { Transaction } from "../../modules/ledger/rows"
import { Refunds } from "../../settlement/booked-refund"
import { Authorization } from "./authorize"
import type { ProviderCradle } from "./dependencies"
import { Initiation } from "./initiate"
import { WebhookTranslation } from "./webhook"

const ourData = z.object({ session_id: z.string(), reference: z.string().nullable() })

/**
 * Medusa payment provider `pp_payin_<id>`: a hosted page for one account (one country, one
 * merchant). Thin: its decisions are in `initiate`, `authorize` and `webhook`, its state in the
 * ledger.
 */
export class PayInProviderService extends AbstractPaymentProvider {
  static override identifier = "payin"

  private readonly initiation: Initiation
  private readonly authorization: Authorization
  private readonly webhook: WebhookTranslation
  private readonly refunds: Refunds

  /** Refuses the boot with one line that names the option. */
  static override validateOptions(raw: Record<string, unknown>): void {
    readSetup(raw)
  }

  constructor(
    private readonly cradle: ProviderCradle,
    raw: Record<string, unknown>
  ) {
    // The base class keeps its own reference to a container, which we never use.
    super({}, raw)
    const { options, account } = readSetup(raw)
    this.initiation = new Initiation(cradle, account, options)
    this.authorization = new Authorization(cradle, options)
    this.refunds = new Refunds(
      // Read at each refund, because modules load in parallel.
      () => ({
        ledger: cradle.payinLedger,
        payouts: cradle.payinPayouts,
        logger: cradle.logger,
        options,
        find: (reference) => cradle.payinLedger.transactions.findByReference(reference),
      }),
      account
    )
    this.webhook = new WebhookTranslation(cradle, this.authorization, account.id)
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const data = input.data ?? {}
    // The id comes from Medusa, not from `data`, which a storefront can write.
    const session_id = sessionIdOf(input.context?.idempotency_key)
    const view = await this.initiation.start({
      session_id,
      data,
      amount: input.amount,
      currency_code: input.currency_code,
    })
    return { id: view.reference ?? session_id, data: eraseClientKeys(data, view) }
  }

  /**
   * Medusa's flows never call this; our own settlement uses it to set a session back to `pending`.
   */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return { data: input.data }
  }

  /**
   * Medusa deletes sessions in parallel with everything else and fails the whole request when this
   * throws (docs/medusa.md#deleting-sessions). So it never throws and makes no calls.
   */
  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    try {
      const ours = ourData.safeParse(input.data)
      if (ours.success) {
        await this.cradle.payinLedger.transactions.released(
          ours.data.session_id,
          ours.data.reference
        )
      }
    } catch (error) {
      this.cradle.logger.error(`payin: a deleted session was not noted: ${reasonOf(error)}`)
    }
    return { data: input.data }
  }

  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session_id = sessionIdOf(input.context?.idempotency_key)
    const { status, data } = await this.authorization.decide(session_id, input.data ?? {})
    return { status, data: { ...data } }
  }

  /** Nothing to do: an approval of the service is its capture. Refused without an approval. */
  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const transaction = await this.ofData(input.data)
    const current = await this.authorization.current(transaction)
    if (current.status !== "approved" || !receivedFits(current)) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `Payment ${current.reference} is ${current.status} at the payment service: it cannot be captured.`
      )
    }
    return { data: input.data }
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

  /** No link can be canceled at the service; it stays in the ledger until it is final. */
  async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return { data: input.data }
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const transaction = await this.authorization.current(await this.ofData(input.data))
    return { data: { ...input.data, status: transaction.status, ticket: transaction.ticket } }
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const transaction = await this.authorization.current(await this.ofData(input.data))
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

  private async found(data: Record<string, unknown> | undefined): Promise<Transaction | null> {
    const reference = referenceInData(data)
    return reference && this.cradle.payinLedger.transactions.findByReference(reference)
  }

  private async ofData(data: Record<string, unknown> | undefined): Promise<Transaction> {
    const transaction = await this.found(data)
    if (transaction === null) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        "This payment has no link at the payment service that we know of."
      )
    }
    return transaction
  }
}

function readSetup(raw: Record<string, unknown>) {
  return readProviderOptions(raw, { production: process.env.NODE_ENV === "production" })
}

function sessionIdOf(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      "The payment module handed over no session id: use Medusa 2.18 or later."
    )
  }
  return idempotencyKey
}
