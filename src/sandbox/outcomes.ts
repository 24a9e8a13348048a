import type { Clock } from "./clock"
import type { Notification, Notifier, SendOptions } from "./notifications"
import type { Behaviour } from "./settings"
import { amountOf, currencyOf, type Store } from "./store"
import { defaultMessage, isOpen, type Movement, type Status, type Transaction } from "./transaction"

export interface Outcome {
  status: Status
  /** Wire units actually paid, when they differ from what was asked. */
  amount?: number
  /** Currency actually paid, when it differs. */
  currency?: string
  response_message?: string
}

/**
 * The service's own sandbox decides by the part of the e-mail before the @
 * (docs/service.md#test-environment-of-the-service).
 */
export function approves({ customer }: Movement, approvingEmails: readonly string[]): boolean {
  const [local] = customer.email.toLowerCase().split("@")
  return approvingEmails.some((name) => name.toLowerCase() === local)
}

/** How transactions end: by the shopper's press, by the rule of e-mails, by expiry, or by force. */
export class Outcomes {
  constructor(
    private readonly clock: Clock,
    private readonly store: Store,
    private readonly notifier: Notifier,
    private readonly behaviour: () => Behaviour
  ) {}

  /**
   * Sets a status at once, whatever the present one is: a service can contradict itself, and the
   * plugin has to be tried against that. `notify` false sends nothing.
   */
  force(
    transaction: Transaction,
    outcome: Outcome,
    notify: boolean | SendOptions = true
  ): Notification[] {
    this.unbook(transaction)
    transaction.status = outcome.status
    transaction.paid_amount = outcome.amount ?? transaction.paid_amount
    transaction.paid_currency = outcome.currency ?? transaction.paid_currency
    transaction.response_message = outcome.response_message ?? defaultMessage(outcome.status)
    transaction.settled_at = isOpen(transaction) ? null : this.clock.now()
    this.forgetRunningPayment(transaction)
    this.book(transaction)
    if (notify === false) return []
    return this.notifier.send(transaction, notify === true ? {} : notify)
  }

  /**
   * What the page's own pay button will do: as in docs/service.md#test-environment-of-the-service, or the setting
   * `outcome`.
   */
  decide(transaction: Transaction): "APPROVED" | "REJECTED" | null {
    const { outcome, approvingEmails } = this.behaviour()
    if (outcome === "wait") return null
    if (outcome === "approve") return "APPROVED"
    if (outcome === "reject") return "REJECTED"
    return approves(transaction, approvingEmails) ? "APPROVED" : "REJECTED"
  }

  /** The shopper has paid (or the bank refused): the status follows after `afterMs`. */
  run(transaction: Transaction, coming: "APPROVED" | "REJECTED", afterMs: number): void {
    if (!isOpen(transaction)) return
    if (afterMs === 0) {
      this.force(transaction, { status: coming })
      return
    }
    transaction.visit.step = "processing"
    transaction.visit.coming = coming
    this.clock.schedule(this.clock.now() + afterMs, () => {
      // Another press, an expiry or the control API may have been faster.
      if (!isOpen(transaction) || transaction.visit.coming !== coming) return
      if (this.store.ticket(transaction.ticket) !== transaction) return
      this.force(transaction, { status: coming })
    })
  }

  /** From now on the transaction expires at its time. */
  watchExpiry(transaction: Transaction): void {
    this.clock.schedule(transaction.expires_at, () => this.expireIfDue(transaction))
  }

  /** Timers are late by nature: whoever reads a status calls this first. */
  expireIfDue(transaction: Transaction): void {
    if (!isOpen(transaction) || this.clock.now() < transaction.expires_at) return
    // A payment that was started in time still ends: banks answer after the link is gone.
    if (transaction.visit.step === "processing" && transaction.visit.coming !== null) return
    if (this.store.ticket(transaction.ticket) !== transaction) return
    this.force(transaction, { status: "EXPIRED" }, this.behaviour().notifyOnExpiry)
  }

  private forgetRunningPayment(transaction: Transaction): void {
    transaction.visit.coming = null
    if (isOpen(transaction)) transaction.visit.step = "start"
  }

  /** Payouts need a balance. An approved pay-in raises it (docs/service.md#test-environment-of-the-service). */
  private book(transaction: Transaction): void {
    this.raiseWallet(transaction, 1)
  }

  private unbook(transaction: Transaction): void {
    this.raiseWallet(transaction, -1)
  }

  private raiseWallet(transaction: Transaction, sign: 1 | -1): void {
    if (transaction.status !== "APPROVED") return
    const amount = sign * amountOf(transaction)
    this.store.addToWallet(transaction.merchant, amount, currencyOf(transaction))
  }
}
