import { MedusaError, PaymentActions } from "@medusajs/framework/utils"
import type { ProviderWebhookPayload, WebhookActionResult } from "@medusajs/framework/types"
import { bookableAmount, receivedFits } from "../../domain/payin/received-amount"
import { parseIpn } from "../../domain/notification/ipn"
import { parseReference } from "../../domain/row/reference"
import type { ServiceStatus } from "../../domain/service/status"
import type { Transaction } from "../../modules/ledger/rows"
import { hasOrder } from "../../medusa/checkout-context"
import type { Authorization } from "./authorize"
import type { ProviderCradle } from "./dependencies"

/** Every status of the service has a Medusa action; none of them books money by itself. */
export const ACTION_FOR: Record<ServiceStatus, PaymentActions> = {
  CREATED: PaymentActions.PENDING,
  PENDING: PaymentActions.PENDING,
  APPROVED: PaymentActions.SUCCESSFUL,
  REJECTED: PaymentActions.FAILED,
  DECLINED: PaymentActions.FAILED,
  EXPIRED: PaymentActions.CANCELED,
  UNKNOWN: PaymentActions.NOT_SUPPORTED,
}

const NOT_SUPPORTED: WebhookActionResult = { action: PaymentActions.NOT_SUPPORTED }

/**
 * Translates a notification for Medusa. The inbox already handles notifications of the standard
 * address, so a stored one is `not_supported` here. Medusa must not learn of money before the order
 * exists, because it would capture first and refund afterwards
 * (docs/medusa.md#capture-before-completion).
 */
export class WebhookTranslation {
  constructor(
    private readonly cradle: ProviderCradle,
    private readonly authorization: Authorization,
    private readonly account: string
  ) {}

  /**
   * @throws MedusaError unauthorized when the signature is missing or wrong: there is no key here.
   */
  async translate(payload: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const raw = Buffer.isBuffer(payload.rawData)
      ? payload.rawData
      : Buffer.from(payload.rawData ?? "", "utf8")
    const ipn = parseIpn(raw)
    const reference = parseReference(ipn?.reference ?? "")
    const transaction =
      reference === null
        ? null
        : await this.cradle.payinLedger.transactions.findByReference(reference)
    if (ipn === null || transaction === null || transaction.account !== this.account) {
      return NOT_SUPPORTED
    }
    const header = payload.headers["x-trx-signature"]
    const signature = this.cradle.payinGateway.verifyIpnSignature(
      this.account,
      typeof header === "string" ? header : undefined,
      ipn.signed_ticket,
      transaction.reference
    )
    if (signature !== "valid") {
      throw new MedusaError(MedusaError.Types.UNAUTHORIZED, `x-trx-signature is ${signature}.`)
    }
    if (await this.cradle.payinInbox.events.isStored(transaction.reference, raw)) {
      return NOT_SUPPORTED
    }
    return this.act(ACTION_FOR[ipn.status], transaction)
  }

  private async act(
    action: PaymentActions,
    transaction: Transaction
  ): Promise<WebhookActionResult> {
    if (action === PaymentActions.NOT_SUPPORTED || transaction.session_id === null) {
      return NOT_SUPPORTED
    }
    if (action === PaymentActions.SUCCESSFUL) {
      const observed = await this.authorization.current(transaction)
      const paid = observed.status === "approved" && receivedFits(observed)
      if (!paid || !(await hasOrder(this.cradle.query, observed))) {
        return NOT_SUPPORTED
      }
    }
    return {
      action,
      data: { session_id: transaction.session_id, amount: bookableAmount(transaction) },
    }
  }
}
