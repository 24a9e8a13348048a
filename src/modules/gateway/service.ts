import { inspect } from "node:util"
import { resolveOptions, wireExample } from "../../domain/options/options"
import type { PayInAccount, PayInOptions } from "../../domain/options/options"
import { optionProblems } from "../../domain/options/setup-problem"
import { bankCalls } from "./banks"
import type { BankCalls } from "./banks"
import type { BackgroundCalls, BackgroundWork } from "./background"
import { cardCalls, cardTrial } from "./cards"
import type { CardCalls } from "./cards"
import type { AccountDiagnostics } from "./health"
import { keyCalls } from "./keys"
import type { KeyCalls } from "./keys"
import { createLog } from "./log"
import type { GatewayLog, GatewayLogger } from "./log"
import { lookupCalls } from "./lookup"
import type { LookupCalls } from "./lookup"
import { merchantCalls } from "./merchant"
import type { MerchantCalls } from "./merchant"
import { payInCalls } from "./pay-in"
import type { PayInCalls } from "./pay-in"
import { payOutCalls } from "./pay-out"
import type { PayOutCalls } from "./pay-out"
import { PACING } from "./pacing"
import { Sender } from "./sender"
import { verifyIpnSignature } from "./signature"
import type { SignatureState } from "./signature"

export type { BackgroundCalls, BackgroundPermit, BackgroundWork } from "./background"
export type { BankCalls } from "./banks"
export type { LookupCause } from "./call-slots"
export type { CardSummary } from "./card-summary"
export type * from "./cards"
export type { AccountDiagnostics, LastError } from "./health"
export type { KeyCalls } from "./keys"
export type { Lookup, LookupCalls, RemoteTransaction } from "./lookup"
export type { MerchantCalls, MerchantProfile } from "./merchant"
export type { PayInCalls, PayInCreated, PayInRequest } from "./pay-in"
export type { PayOutCalls, PayOutCreated, PayOutRequest } from "./pay-out"
export type { SignatureState } from "./signature"

/**
 * The only module that calls the payment service (docs/decisions/0023-layers.md). It has no tables
 * and books nothing: it makes calls, and each error tells whether the call may have happened
 * (errors.ts).
 */
export class PayInGatewayService {
  /** Validated options. Not enumerable, because they hold the credentials. */
  declare readonly options: PayInOptions
  readonly payIn: PayInCalls
  readonly payOut: PayOutCalls
  readonly cards: CardCalls
  readonly transactions: LookupCalls
  readonly merchant: MerchantCalls
  readonly banks: BankCalls
  readonly keys: KeyCalls
  /** What jobs may send now (docs/decisions/0030-circuit-breaker.md). */
  readonly background: BackgroundCalls
  /**
   * Medusa's own names: the boot log says how amounts are sent; a stop leaves no idle connection.
   */
  readonly __hooks: {
    onApplicationStart: () => Promise<void>
    onApplicationShutdown: () => Promise<void>
  }
  readonly #senders: readonly Sender[]

  /**
   * @param cradle Medusa's container; a logger may be missing in tests
   * @param rawOptions options of the plugin, validated here
   * @throws OptionsError one line that names the wrong option
   */
  constructor(cradle: { logger?: GatewayLogger }, rawOptions: unknown) {
    const production = process.env.NODE_ENV === "production"
    const options = resolveOptions(rawOptions, { production })
    Object.defineProperty(this, "options", { value: options, enumerable: false })
    const log = createLog(cradle.logger)
    const senders = new Map(
      options.accounts.map((account) => [account.id, new Sender(account, options, log)])
    )
    const senderOf = (id: string): Sender => senders.get(id) ?? unknownAccount(id, options)
    const cardSender = createCardSender(options, log)
    this.#senders = [...senders.values(), ...(cardSender === null ? [] : [cardSender])]
    this.payIn = payInCalls(options, senderOf)
    this.payOut = payOutCalls(options, senderOf)
    this.cards = cardCalls(options.card?.paths ?? null, (id) => {
      if (cardSender !== null && options.card?.id === id) return cardSender
      senderOf(id)
      throw new Error(`medusa-plugin-payin: account "${id}" takes no cards; see option "card"`)
    })
    this.transactions = lookupCalls(options, senderOf)
    this.merchant = merchantCalls(options, senderOf)
    this.banks = bankCalls(options, senderOf)
    this.keys = keyCalls(options, senderOf)
    const backgroundOf = (id: string, work: BackgroundWork) =>
      (work === "payouts" ? senders.get(id) : options.card?.id === id ? cardSender : null)
        ?.background
    this.background = {
      // The calls of an account without a sender fail by themselves.
      enter: (id, work) => {
        const writes = backgroundOf(id, work)
        return writes === undefined ? { alone: false, leave: () => undefined } : writes.enter(work)
      },
      isPaused: (id, work) => backgroundOf(id, work)?.places(work) === "none",
    }
    this.__hooks = {
      onApplicationStart: async () => {
        const currencies = new Set(options.accounts.map((account) => account.currency))
        currencies.forEach((currency) =>
          cradle.logger?.info?.(`payin: ${wireExample(currency, options.decimals[currency])}`)
        )
        optionProblems(options, { production }).forEach(({ code, message }) =>
          cradle.logger?.error?.(`payin: ${code}: ${message}`)
        )
      },
      onApplicationShutdown: async () => this.#senders.forEach((sender) => sender.close()),
    }
  }

  /**
   * One merchant account, with its credentials: handle with care.
   * @throws Error when no account of that id is configured
   */
  account(id: string): PayInAccount {
    return this.options.accounts.find((one) => one.id === id) ?? unknownAccount(id, this.options)
  }

  /** Whether an account is configured: rows keep the name of one that was taken out or renamed. */
  has(id: string): boolean {
    return this.options.accounts.some((account) => account.id === id)
  }

  /**
   * Checks `x-trx-signature` of a notification (docs/service.md#signatures). The caller applies
   * option `ipnSignature`.
   * @param ticket `top_ticket` of the body
   * @param reference of the plugin's own row, not of the body
   */
  verifyIpnSignature(
    account: string,
    header: string | string[] | undefined,
    ticket: unknown,
    reference: string
  ): SignatureState {
    return verifyIpnSignature(this.account(account).tokens, header, ticket, reference)
  }

  /**
   * State of each account's transports, that of cards last: circuit breaker, last error (without
   * secrets), last success.
   */
  diagnostics(): AccountDiagnostics[] {
    return this.#senders.map((sender) => sender.diagnostics())
  }

  /** The safe view of this service for logs and debuggers. */
  toJSON(): Record<string, unknown> {
    return { accounts: this.diagnostics() }
  }

  [inspect.custom](): string {
    return `PayInGatewayService ${inspect(this.toJSON())}`
  }
}

/** A separate transport: the card-payment API has another address and fails separately. */
function createCardSender(options: PayInOptions, log: GatewayLog): Sender | null {
  const { card, cardUrl, accounts } = options
  const account = accounts.find(({ id }) => id === card?.id)
  if (card === null || account === undefined || cardUrl === null || account.merchantId === null)
    return null
  return new Sender(account, options, log, PACING, {
    name: "cards",
    baseUrl: cardUrl,
    headers: { "X-Merchant-ID": account.merchantId },
    trial: () => cardTrial(card),
  })
}

function unknownAccount(id: string, options: PayInOptions): never {
  const known = options.accounts.map((account) => `"${account.id}"`).join(", ")
  throw new Error(
    `medusa-plugin-payin: there is no account "${id}"; option "accounts" names ${known}`
  )
}
