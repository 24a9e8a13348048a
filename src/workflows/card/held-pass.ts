import { anomalyReason } from "../../domain/anomaly-reason"
import { reasonOf } from "../../domain/error-reason"
import { takeOfHold } from "../../domain/hold-take"
import { isPaymentOf, paymentOf } from "../settle/booked"
import type { Order, Payment, Place, Session } from "../settle/place"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { isInQuestion } from "../../settlement/card-calls"
import { CardAnomalies } from "./anomalies"
import { APPLIED, type CardApplied, type CardApplyDeps, later, WAITING } from "./apply"
import { CardPass } from "./card-pass"
import { isUnfinished } from "./unfinished"

/** How long a capture is retried that the service had no time for. */
const TAKING_MS = 3_600_000

/**
 * Shows Medusa a held payment that can be captured. A hold without an order is voided, because
 * nobody would ever capture it.
 */
export class HeldPass extends CardPass {
  async run(): Promise<CardApplied> {
    return this.row.release_wanted_at === null ? this.intoMedusa() : this.voidHold()
  }

  /**
   * Medusa refused for good. The hold is voided if no order can come of it. If an order waits for
   * it, the hold stays until it ends, and a person is asked.
   *
   * @returns null where it stays held
   */
  async refused(reason: string): Promise<CardApplied | null> {
    const place = await this.place()
    const isAwaited =
      place !== null && (place.order !== null || paymentOf(place, this.row) !== null)
    return isAwaited ? null : this.withoutOrder(reason, null)
  }

  protected async withoutOrder(reason: string, order: Order | null): Promise<CardApplied> {
    const outcome = await this.end(reason, order)
    return outcome === "ended" ? APPLIED : later(anomalyReason("order_busy"))
  }

  /**
   * Voids the hold, unless an order was placed on it meanwhile. The session ends first, then the
   * order is looked up, then the hold is marked to be voided. Medusa links an order before it reads
   * the session again and asks our provider, which answers by the session (`CardAuthorization`). So
   * an order that is not found cannot be paid either, however long this process stood still in
   * between. If another worker opened the session meanwhile, the hold stays.
   */
  private async end(reason: string, known: Order | null): Promise<"ended" | "placed" | "moved_on"> {
    const { core, logger } = this.deps
    await core.endCardSession(this.row)
    const place = await this.place()
    if (place?.order && (known === null || paymentOf(place, this.row) !== null)) {
      await this.reopen(place)
      return "placed"
    }
    if ((await core.wantReleaseOfEnded(this.row)) === null) {
      return "moved_on"
    }
    logger.warn(`payin ${this.row.reference}: its hold is released: ${reason}`)
    return "ended"
  }

  protected override async whileRenewing(): Promise<CardApplied> {
    return APPLIED
  }

  protected async onPayment(payment: Payment, place: Place): Promise<CardApplied> {
    const { order, cart_id } = place
    if (order === null) {
      return this.row.cycle_id === null ? this.takenBack(cart_id) : this.whileRenewing()
    }
    await this.reopen(place)
    const dropped = await this.dropDeadCaptures(place, order)
    if (dropped.outcome !== "applied" || !this.isToBeTaken()) {
      return dropped
    }
    if (await this.mayBeTakenElsewhere()) {
      return dropped
    }
    if (await isInQuestion(this.deps, this.row)) {
      return WAITING
    }
    return this.deps.isPaused(this.row.account)
      ? { outcome: "rescheduled" }
      : this.underLock(order.id, payment.id, (now, its) => this.take(now, its.order))
  }

  /**
   * Whether to capture a hold that was to be captured at once (option `card.captureOnAuthorize`),
   * but was confirmed late or could not be captured. A capture that the bank refused is left to a
   * person, and a renewal captures its own hold.
   */
  private isToBeTaken(): boolean {
    const { cycle_id, status_cause } = this.row
    const { card } = this.deps.options
    return card?.captureOnAuthorize === true && cycle_id === null && status_cause !== "refused"
  }

  /** Whether the living installation may have captured it: this one is a copy that is older. */
  private async mayBeTakenElsewhere(): Promise<boolean> {
    const { live, since } = await this.deps.ledger.installations.standing()
    const { authorized_at } = this.row
    return !live && authorized_at !== null && authorized_at < since
  }

  /** Captures at most what the order owes now: it may have changed since the hold. */
  private async take({ id }: Payment, { id: orderId }: Order): Promise<CardApplied> {
    const { core, read } = this.deps
    await core.countPayments(orderId)
    const found = await this.shown(id)
    if (found === null || isUnfinished(found.payment, found.place.order)) {
      return later(anomalyReason("order_busy"))
    }
    const { canceled_at, captures } = found.payment
    const { status, owed } = found.place.order
    if (canceled_at != null || captures.length > 0 || status === "canceled") {
      return APPLIED
    }
    const arriving = await read.arriving(orderId)
    if (arriving !== null) {
      return later(arriving)
    }
    const take = takeOfHold(this.row, owed.outstanding)
    try {
      if (take === "whole") {
        await core.repairCapture(found.payment)
      } else if (take !== "nothing") {
        await core.captureOnOrder(id, take)
      }
      return APPLIED
    } catch (error) {
      return this.turnedAway(error)
    }
  }

  /**
   * Retries a capture that the service had no time for on the row's own schedule, for an hour; then
   * a person is notified.
   */
  private async turnedAway(error: unknown): Promise<CardApplied> {
    const { subscriptions, ledger } = this.deps
    const { status, status_cause, authorized_at } = await subscriptions.cardTransactions.present(
      this.row.id
    )
    if (status !== "authorized" || status_cause !== "not_sent" || authorized_at === null) {
      throw error
    }
    const now = await subscriptions.subscriptions.now()
    if (now.getTime() - authorized_at.getTime() < TAKING_MS) {
      return { outcome: "rescheduled" }
    }
    await new CardAnomalies(ledger).untold(this.row, reasonOf(error))
    return { outcome: "anomaly" }
  }

  /**
   * Drops the dead captures of every payment of this hold. Younger ones may still be running; the
   * sweep finds them later.
   */
  private async dropDeadCaptures({ collection }: Place, order: Order): Promise<CardApplied> {
    const begun = collection.payments.filter(
      (payment) =>
        payment.canceled_at == null &&
        isPaymentOf(payment, this.row) &&
        isUnfinished(payment, order)
    )
    for (const { id } of begun) {
      const applied = await this.underLock(order.id, id, async (payment, now) => {
        if (isUnfinished(payment, now.order)) {
          await this.deps.core.dropDeadCaptures(payment, now)
        }
        return APPLIED
      })
      if (applied.outcome !== "applied") {
        return applied
      }
    }
    return APPLIED
  }

  protected async book({ id }: Session): Promise<void> {
    await this.deps.core.authorizeOnOrder(id)
  }

  /**
   * Medusa makes the order before it asks the card: the order was taken back, and this payment was
   * not.
   */
  private async takenBack(cartId: string | null): Promise<CardApplied> {
    const { core } = this.deps
    const end = async () => {
      await this.refresh()
      return this.row.status !== "authorized" || this.row.release_wanted_at !== null
        ? "moved_on"
        : this.end(anomalyReason("no_order"), null)
    }
    const outcome = cartId === null ? await end() : await core.betweenCompletions(cartId, end)
    if (outcome !== "ended") {
      return later(anomalyReason("order_busy"))
    }
    await cancelInMedusa(this.deps, await this.place(), this.row)
    return APPLIED
  }

  /** Reopens the session that `end` ended too early, in this process or in one that died. */
  private async reopen(place: Place): Promise<void> {
    const session = place.collection.payment_sessions.find(({ id }) => id === this.row.session_id)
    if (session?.status === "error") {
      await this.deps.core.reopenCardSession(this.row)
      await this.deps.core.recount(place)
    }
  }

  /** The hold lapses, or is being voided: Medusa must not offer its capture. */
  private async voidHold(): Promise<CardApplied> {
    await cancelInMedusa(this.deps, await this.place(), this.row)
    return APPLIED
  }
}

/** Cancels Medusa's payment of a hold, unless money was captured. */
export async function cancelInMedusa(
  { core }: { core: { cancelPayment(id: string): Promise<void> } },
  place: Place | null,
  row: { reference: string; session_id: string | null }
): Promise<boolean> {
  const standing = (place?.collection.payments ?? []).filter(
    (payment) =>
      payment.canceled_at == null && payment.captures.length === 0 && isPaymentOf(payment, row)
  )
  for (const { id } of standing) {
    await core.cancelPayment(id)
  }
  return standing.length > 0
}

/** Removes an ended hold from Medusa: no payment, no session, no order "authorized". */
export async function endInMedusa(
  { core }: Pick<CardApplyDeps, "core">,
  place: Place | null,
  row: CardTransaction
): Promise<boolean> {
  const canceled = await cancelInMedusa({ core }, place, row)
  await core.endCardSession(row)
  if (place?.order && place.order.status !== "canceled") {
    // Medusa does not recount when a payment is canceled.
    await core.recount(place)
  }
  return canceled
}
