import { z } from "zod"
import { CardControl } from "./cards/card-control"
import type { Context } from "./context"
import type { ReleaseOrder } from "./dispatcher"
import { faultSchema, type ActiveFault, type FaultInput } from "./faults"
import type { ReceivedRequest, RequestFilter } from "./journal"
import type { Notification, NotificationFilter, SendOptions } from "./notifications"
import type { Outcome } from "./outcomes"
import { BANK_MESSAGES, type Rejection } from "./payout-messages"
import {
  changeBehaviour,
  describeProblem,
  SettingsError,
  type Behaviour,
  type BehaviourInput,
} from "./settings"
import type { Status } from "./transaction"
import { fillForm, type FilledForm } from "./payout-form"
import { payoutViewOf, viewOf, type PayoutView, type TransactionView } from "./views"

export class UnknownTransactionError extends Error {
  constructor(ticketOrReference: string) {
    super(
      `payin-sandbox: no transaction or payout has the ticket or reference "${ticketOrReference}"`
    )
    this.name = "UnknownTransactionError"
  }
}

export interface SettleOptions extends Outcome {
  /** true (default) sends the notification, false none, an object sends it with these options. */
  notify?: boolean | SendOptions
}

export interface RejectOptions extends Omit<SettleOptions, "status"> {
  /**
   * The bank's reason (docs/service.md#bank-messages); without one the setting `payouts.rejection`.
   */
  reason?: Rejection
}

/** Everything a test, the demo or a person may do to a running sandbox. */
export class Control {
  /** The card-payment API's side. */
  readonly cards: CardControl

  constructor(protected readonly context: Context) {
    this.cards = new CardControl(context)
  }

  /** Null when no transaction has this ticket or reference. */
  transaction(ticketOrReference: string): TransactionView | null {
    const transaction = this.context.store.find(ticketOrReference)
    if (!transaction) return null
    this.context.outcomes.expireIfDue(transaction)
    return viewOf(this.context, transaction)
  }

  /** The newest first, at most `limit` (default 100). */
  transactions(filter: { status?: Status; limit?: number } = {}): TransactionView[] {
    return this.context.store
      .newest(filter.limit ?? 100, filter)
      .map((transaction) => viewOf(this.context, transaction))
  }

  /** Sets a status now, whatever the present one is. `amount` in wire units. */
  settle(ticketOrReference: string, options: SettleOptions): TransactionView {
    const { notify = true, ...outcome } = options
    const transaction = this.find(this.context.store.find(ticketOrReference), ticketOrReference)
    this.context.outcomes.force(transaction, outcome, notify)
    return viewOf(this.context, transaction)
  }

  /** Null when no payout has this ticket or reference; of several under one reference the newest. */
  payout(ticketOrReference: string): PayoutView | null {
    const payout = this.context.store.payouts.find(ticketOrReference)
    return payout && payoutViewOf(payout)
  }

  /** The newest first, at most `limit` (default 100). */
  payouts(filter: { status?: Status; reference?: string; limit?: number } = {}): PayoutView[] {
    return this.context.store.payouts.newest(filter.limit ?? 100, filter).map(payoutViewOf)
  }

  /** Sets a payout's status now, whatever the present one is. `amount` in wire units. */
  settlePayout(ticketOrReference: string, options: SettleOptions): PayoutView {
    const { notify = true, ...outcome } = options
    const { payouts } = this.context.store
    const payout = this.find(payouts.find(ticketOrReference), ticketOrReference)
    this.context.payoutOutcomes.force(payout, outcome, notify)
    return payoutViewOf(payout)
  }

  /** Whoever is paid names the account in the form, as far as it is right. */
  fillForm(ticketOrReference: string, account: FilledForm): PayoutView {
    const { payouts } = this.context.store
    const payout = this.find(payouts.find(ticketOrReference), ticketOrReference)
    const wrong = fillForm(this.context, payout, account)
    if (wrong !== null) throw new Error(`The form does not take this ${wrong}.`)
    return payoutViewOf(payout)
  }

  approvePayout(id: string, options: Omit<SettleOptions, "status"> = {}): PayoutView {
    return this.settlePayout(id, { ...options, status: "APPROVED" })
  }

  rejectPayout(id: string, { reason, ...options }: RejectOptions = {}): PayoutView {
    const said = reason && { response_message: BANK_MESSAGES[reason] }
    return this.settlePayout(id, { ...said, ...options, status: "REJECTED" })
  }

  /** Changes behaviour from now on (settings.ts); what is left out stays, unknown keys are refused. */
  configure(change: BehaviourInput): Behaviour {
    this.context.behaviour = changeBehaviour(this.context.behaviour, change)
    return this.context.behaviour
  }

  behaviour(): Behaviour {
    return this.context.behaviour
  }

  injectFault(fault: FaultInput): ActiveFault {
    const parsed = faultSchema.safeParse(fault)
    if (!parsed.success) throw new SettingsError(describeProblem(parsed.error))
    return this.context.faults.inject(parsed.data)
  }

  faults(): ActiveFault[] {
    return this.context.faults.list()
  }

  /** One fault by id, or all. Returns how many ended. */
  clearFaults(id?: number): number {
    return this.context.faults.clear(id)
  }

  /** Sends a notification of the present status of a pay-in or payout, or a duplicate, late or forged one. */
  notify(ticketOrReference: string, options: SendOptions = {}): Notification[] {
    const movement = this.context.store.movement(ticketOrReference)
    return this.context.notifier.send(this.find(movement, ticketOrReference), options)
  }

  /** From now on notifications wait for `releaseNotifications`. */
  holdNotifications(): void {
    this.configure({ notifications: { hold: true } })
  }

  /** Sends what is held, one after the other, and stops holding. */
  async releaseNotifications(
    order: ReleaseOrder | readonly number[] = "sent",
    seed = 1
  ): Promise<Notification[]> {
    this.configure({ notifications: { hold: false } })
    return this.context.notifier.release(order, seed)
  }

  /** What is held is never sent. */
  dropNotifications(): Notification[] {
    return this.context.notifier.drop()
  }

  /** The oldest first; `limit` keeps the newest ones. */
  notifications(filter: NotificationFilter = {}): Notification[] {
    return this.context.notifier.list(filter)
  }

  /** What the API received, the oldest first; `limit` keeps the newest ones. */
  requests(filter: RequestFilter = {}): ReceivedRequest[] {
    return this.context.journal.list(filter)
  }

  counters() {
    const { journal, store, cards } = this.context
    return {
      ...journal.counters,
      transactions: store.count(),
      payouts: store.payouts.count(),
      cards: cards.store.count(),
    }
  }

  /** Wire units, by default of the merchant's own currency; null for an unknown merchantId. */
  wallet(merchantId: string, currency?: string): number | null {
    const merchant = this.merchant(merchantId)
    return merchant ? this.context.store.wallet(merchant, currency) : null
  }

  setWallet(merchantId: string, amount: number, currency?: string): void {
    const merchant = this.merchant(merchantId)
    if (!merchant) throw new SettingsError(`payin-sandbox: no merchant "${merchantId}"`)
    this.context.store.setWallet(merchant, z.int().parse(amount), currency)
  }

  /** Milliseconds since 1970, as the sandbox sees it. */
  now(): number {
    return this.context.clock.now()
  }

  /** Moves the clock; resolves when everything that became due has been done. */
  advanceClock(ms: number): Promise<void> {
    return this.context.clock.advance(ms)
  }

  /** Resolves when no notification and no webhook is on its way. */
  async idle(): Promise<void> {
    await Promise.all([this.context.notifier.idle(), this.context.cards.webhooks.idle()])
  }

  /** As new: no transactions, payouts, cards, faults, notifications, counters, clock offset; first behaviour. */
  reset(): void {
    const { context } = this
    context.clock.reset()
    context.store.reset()
    context.faults.clear()
    context.notifier.reset()
    context.cards.reset()
    context.journal.reset()
    context.behaviour = context.firstBehaviour
  }

  private find<Kind>(found: Kind | null, ticketOrReference: string): Kind {
    if (found === null) throw new UnknownTransactionError(ticketOrReference)
    return found
  }

  private merchant(merchantId: string) {
    return this.context.settings.merchants.find((one) => one.merchantId === merchantId)
  }
}
