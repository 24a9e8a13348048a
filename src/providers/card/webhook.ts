import type { ProviderWebhookPayload, WebhookActionResult } from "@medusajs/framework/types"
import { MedusaError, PaymentActions } from "@medusajs/framework/utils"
import { claimOf, parseCardWebhook, type CardWebhook } from "../../domain/card/event"
import {
  matchCardWebhook,
  type CardWebhookMatch,
  type TransactionClaim,
} from "../../domain/card/webhook-match"
import { sameAmount } from "../../domain/money/amount"
import { webhookReference } from "../../domain/notification/stored-webhook"
import {
  isFresh,
  signedTime,
  verifyWebhookSignature,
} from "../../domain/notification/webhook-signature"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isExcluded } from "../../settlement/card-unbooked"
import { hasOrder } from "../../medusa/checkout-context"
import type { CardCradle, CardSetup } from "./dependencies"

const NOT_SUPPORTED: WebhookActionResult = { action: PaymentActions.NOT_SUPPORTED }

/**
 * Translates a card webhook for Medusa. A webhook that came through an address of the plugin is
 * stored, and the inbox handles it. Other webhooks report to Medusa only what a row of the plugin
 * already says, and money only once its order exists: Medusa would capture first and refund
 * afterwards (docs/medusa.md#capture-before-completion).
 */
export class CardWebhookTranslation {
  constructor(
    private readonly cradle: CardCradle,
    private readonly setup: CardSetup
  ) {}

  /**
   * @throws MedusaError unauthorized for a missing or wrong signature, or a webhook that is too old
   * or too new
   */
  async translate({
    rawData,
    headers,
  }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const raw = Buffer.isBuffer(rawData) ? rawData : Buffer.from(rawData ?? "", "utf8")
    const webhook = parseCardWebhook(raw)
    const { webhookSecrets } = this.setup.options
    if (webhook === null || webhookSecrets.length === 0) {
      return NOT_SUPPORTED
    }
    await this.assertSigned({ raw, headers, webhook }, webhookSecrets)
    const { payinInbox, payinSubscriptions: subscriptions } = this.cradle
    const claim = claimOf(webhook)
    if (
      claim.about !== "transaction" ||
      (await payinInbox.events.isStored(webhookReference(webhook), raw))
    ) {
      return NOT_SUPPORTED
    }
    const ids = await subscriptions.cardStatusReports.named(this.setup.account.id, claim)
    const [id] = ids
    if (id === undefined || ids.length > 1) {
      return NOT_SUPPORTED
    }
    const row = await subscriptions.cardTransactions.present(id)
    return this.act(row, await this.heard(row, claim, webhook))
  }

  private async assertSigned(
    {
      raw,
      headers,
      webhook,
    }: { raw: Buffer; headers: Record<string, unknown>; webhook: CardWebhook },
    secrets: readonly string[]
  ): Promise<void> {
    const { card } = this.setup
    const timestamp = headers["x-webhook-timestamp"]
    const state = verifyWebhookSignature(
      { raw, timestamp },
      headers["x-webhook-signature"],
      secrets,
      card.signature
    )
    if (state !== "valid") {
      throw new MedusaError(MedusaError.Types.UNAUTHORIZED, `X-Webhook-Signature is ${state}.`)
    }
    const at = signedTime(webhook.at, timestamp, card.signature)
    const now = await this.cradle.payinInbox.events.now()
    if (!isFresh(at, now, card.webhookFreshMinutes)) {
      throw new MedusaError(MedusaError.Types.UNAUTHORIZED, "The webhook is stale.")
    }
  }

  private async heard(
    row: CardTransaction,
    claim: TransactionClaim,
    { at }: CardWebhook
  ): Promise<CardWebhookMatch> {
    const { subscription_id } = await this.cradle.payinSubscriptions.cards.present(row.card_id)
    return matchCardWebhook({ ...row, subscription_id }, claim, at)
  }

  private async act(row: CardTransaction, match: CardWebhookMatch): Promise<WebhookActionResult> {
    if (match.outcome !== "step" || match.cause === "refused" || row.session_id === null) {
      return NOT_SUPPORTED
    }
    const data = { session_id: row.session_id, amount: row.order_amount }
    if (match.to === "declined") {
      return { action: PaymentActions.FAILED, data }
    }
    const shows =
      row.status === match.to && isWhole(row) && !(await isExcluded(this.cradle.payinLedger, row))
    if (!shows || !(await hasOrder(this.cradle.query, row))) {
      return NOT_SUPPORTED
    }
    const taken = match.to === "captured"
    return { action: taken ? PaymentActions.SUCCESSFUL : PaymentActions.AUTHORIZED, data }
  }
}

/**
 * A partial capture is not reported: Medusa would book it again with each webhook
 * (docs/medusa.md#repeated-partial-captures).
 */
function isWhole({ captured_amount, amount }: CardTransaction): boolean {
  return captured_amount === null || sameAmount(captured_amount, amount)
}
