import type { Clock } from "./clock"
import type { Notification, Notifier, SendOptions } from "./notifications"
import { approves, type Outcome } from "./outcomes"
import { BANK_MESSAGES, type Rejection } from "./payout-messages"
import type { Behaviour } from "./settings"
import { amountOf, currencyOf, type Store } from "./store"
import { defaultMessage, isOpen, type Payout, type Status } from "./transaction"

/** How payouts end, and what they take from the wallet. */
export class PayoutOutcomes {
  constructor(
    private readonly clock: Clock,
    private readonly store: Store,
    private readonly notifier: Notifier,
    private readonly behaviour: () => Behaviour
  ) {}

  /** The amount leaves the wallet at once. */
  accept(payout: Payout): void {
    this.raiseWallet(payout, -1)
  }

  /** The result comes later, unless told to wait. */
  proceed(payout: Payout, affordable: boolean): void {
    const { resultAfterMs, rejection } = this.behaviour().payouts
    const coming = affordable ? this.decide(payout) : "REJECTED"
    if (coming === null) return
    const message = affordable
      ? this.message(coming, rejection)
      : "El saldo del comercio no es suficiente"
    this.clock.schedule(this.clock.now() + resultAfterMs, () => {
      // The control API may have been faster.
      if (!isOpen(payout) || this.store.payouts.ticket(payout.ticket) !== payout) return
      this.force(payout, { status: coming, response_message: message })
    })
  }

  /**
   * Sets a status at once, whatever the present one is: a service can contradict itself. `notify` false
   * sends nothing.
   */
  force(payout: Payout, outcome: Outcome, notify: boolean | SendOptions = true): Notification[] {
    this.raiseWallet(payout, 1)
    payout.status = outcome.status
    payout.paid_amount = outcome.amount ?? payout.paid_amount
    payout.paid_currency = outcome.currency ?? payout.paid_currency
    payout.response_message =
      outcome.response_message ?? this.message(outcome.status, this.behaviour().payouts.rejection)
    payout.settled_at = isOpen(payout) ? null : this.clock.now()
    this.raiseWallet(payout, -1)
    if (notify === false) return []
    return this.notifier.send(payout, notify === true ? {} : notify)
  }

  private decide(payout: Payout): "APPROVED" | "REJECTED" | null {
    const { payouts, approvingEmails } = this.behaviour()
    switch (payouts.outcome) {
      case "wait":
        return null
      case "approve":
        return "APPROVED"
      case "reject":
        return "REJECTED"
      case "email":
        return approves(payout, approvingEmails) ? "APPROVED" : "REJECTED"
    }
  }

  private message(status: Status, rejection: Rejection): string {
    if (status === "APPROVED") return BANK_MESSAGES.successful
    return status === "REJECTED" ? BANK_MESSAGES[rejection] : defaultMessage(status)
  }

  /** What is on its way or has arrived is not in the wallet; what was sent back is. */
  private raiseWallet(payout: Payout, sign: 1 | -1): void {
    if (!isOpen(payout) && payout.status !== "APPROVED") return
    this.store.addToWallet(payout.merchant, sign * amountOf(payout), currencyOf(payout))
  }
}
