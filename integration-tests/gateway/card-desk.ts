import { majorAmount } from "../../src/domain/money/amount"
import type { PayInRawOptions } from "../../src/domain/options/options"
import {
  errorOf,
  holdRequest,
  memoryLogger,
  rawOptions,
  subscriptionRequest,
} from "../../src/modules/gateway/__tests__/service-double"
import type { Line } from "../../src/modules/gateway/__tests__/service-double"
import { PayInGatewayService } from "../../src/modules/gateway/service"
import { createSandbox } from "../../src/sandbox"

const MERCHANT = {
  username: "sandbox-co",
  password: "sandbox-co-password",
  token: "sandbox-co-token",
  merchantId: "sandbox-co",
}

/** A part of a hold or all of it. */
export const AMOUNTS = { amount: majorAmount("50000.5"), tax: majorAmount("0") }

/** The gateway against the sandbox's card-payment API. */
export class CardDesk {
  readonly sandbox = createSandbox()
  #gateway: PayInGatewayService | null = null
  #lines: Line[] = []

  get cards() {
    if (this.#gateway === null) throw new Error("not open")
    return this.#gateway.cards
  }

  /** What the gateway logged since it was opened. */
  get logged(): unknown[] {
    return this.#lines.map(({ text }) => JSON.parse(text.replace(/^payin-gateway /, "")))
  }

  async open(more: Partial<PayInRawOptions> = {}): Promise<void> {
    await this.close()
    const { lines, logger } = memoryLogger()
    this.#lines = lines
    this.#gateway = new PayInGatewayService(
      { logger },
      rawOptions(this.sandbox.url, {
        ...MERCHANT,
        ...{ cardUrl: this.sandbox.cardUrl, webhookSecret: "hush-webhook", card: { id: "co" } },
        ...more,
      })
    )
  }

  async close(): Promise<void> {
    await this.#gateway?.__hooks.onApplicationShutdown()
    this.#gateway = null
  }

  subscribe(token = "tok_test_approved") {
    return this.cards.createSubscription("co", subscriptionRequest({ token }))
  }

  async subscribed(token?: string): Promise<string> {
    return (await this.subscribe(token)).subscription_id
  }

  async held(subscription_id: string): Promise<string> {
    const { transaction } = await this.cards.authorize("co", holdRequest(subscription_id))
    return transaction.transaction_id
  }

  renew(subscription_id: string, linked_transaction_id: string) {
    return this.cards.renew("co", { ...holdRequest(subscription_id), linked_transaction_id })
  }

  capture(transaction_id: string, more: Partial<typeof AMOUNTS> = {}) {
    return this.cards.capture("co", { transaction_id, ...AMOUNTS, ...more })
  }

  /** What a card call fails with, and what that means. */
  async failed(call: () => Promise<unknown>) {
    const error = await errorOf(call())
    return { error, outcome: this.cards.outcomeOf(error) }
  }
}
