import { anomalyReason } from "../../domain/anomaly-reason"
import type { Payment, Place, Session } from "../settle/place"
import type { CardTransaction } from "../../modules/subscriptions/card-rows"
import { APPLIED, type CardApplied, type CardApplyDeps, later } from "./apply"
import { CardPass } from "./card-pass"
import { isUnfinished } from "./unfinished"

/**
 * Money is held: Medusa is to show a payment that can be captured. What finds no order is let go, because
 * nobody would ever take it.
 */
export class HeldPass extends CardPass {
  async run(): Promise<CardApplied> {
    return this.row.release_wanted_at === null ? this.intoMedusa() : this.letGo()
  }

  protected async homeless(reason: string): Promise<CardApplied> {
    // First: core places an order on the payment of an authorized session without asking us, be it canceled.
    await this.deps.core.endCardSession(this.row)
    return this.unwanted(reason)
  }

  /** Nothing can be paid by its session any more. */
  private async unwanted(reason: string): Promise<CardApplied> {
    const { subscriptions, logger } = this.deps
    logger.warn(`payin ${this.row.reference}: its hold is let go: ${reason}`)
    await subscriptions.cardTransactions.wantRelease(this.row.id)
    return APPLIED
  }

  /** None when core canceled its payment: it hands that out again whatever the session's state, and orders on it. */
  protected override async liveSession(place: Place): Promise<Session | null> {
    const { session_id } = this.row
    const spent = place.collection.payments.some(
      ({ canceled_at, payment_session_id }) =>
        canceled_at != null && payment_session_id != null && payment_session_id === session_id
    )
    return spent ? null : super.liveSession(place)
  }

  protected override async whileRenewing(): Promise<CardApplied> {
    return APPLIED
  }

  protected async onPayment(shown: Payment, place: Place): Promise<CardApplied> {
    const { order, cart_id } = place
    if (order === null) {
      return this.row.cycle_id === null ? this.takenBack(cart_id) : this.whileRenewing()
    }
    await this.reopen(place)
    if (!isUnfinished(shown, order)) {
      return APPLIED
    }
    return this.inTurn(order.id, shown.id, async (payment, now) => {
      if (isUnfinished(payment, now.order)) {
        // Younger ones may be under way, and are looked for by the sweep.
        await this.deps.core.dropDeadCaptures(payment, now)
      }
      return APPLIED
    })
  }

  protected async book({ id }: Session): Promise<void> {
    await this.deps.core.authorizeOnOrder(id)
  }

  /**
   * Core makes the order before it asks the card: the order was taken back, and this payment was not. The
   * session is ended before the order is looked for: core links an order before it reads the session of this
   * payment again, so one that is not linked by then finds it ended, however long the lock lasted. (A session that
   * carries no payment of its own, of a card posted again, is kept apart by the lock alone.)
   */
  private async takenBack(cartId: string | null): Promise<CardApplied> {
    const { core } = this.deps
    const end = async () => {
      await this.refresh()
      if (this.row.status !== "authorized" || this.row.release_wanted_at !== null) {
        return "moved_on"
      }
      await core.endCardSession(this.row)
      const place = await this.place()
      if (place?.order) {
        await this.reopen(place)
        return "placed"
      }
      await this.unwanted(anomalyReason("no_order"))
      return "ended"
    }
    const outcome = cartId === null ? await end() : await core.betweenCompletions(cartId, end)
    if (outcome !== "ended") {
      return later(anomalyReason("order_busy"))
    }
    await cancelInMedusa(this.deps, await this.place(), this.row)
    return APPLIED
  }

  /** The session that `takenBack` ended too early, in this process or in one that died there. */
  private async reopen(place: Place): Promise<void> {
    const session = place.collection.payment_sessions.find(({ id }) => id === this.row.session_id)
    if (session?.status === "error") {
      await this.deps.core.reopenCardSession(this.row)
      await this.deps.core.recount(place)
    }
  }

  /** It lapses by itself, or is let go at this moment: nobody is to capture it. */
  private async letGo(): Promise<CardApplied> {
    await cancelInMedusa(this.deps, await this.place(), this.row)
    return APPLIED
  }
}

/** Whether core made it of this hold, be it canceled since or not. */
export function isPaymentOf(
  { data, payment_session_id }: Payment,
  { reference, session_id }: { reference: string; session_id: string | null }
): boolean {
  return data?.reference === reference || (session_id !== null && payment_session_id === session_id)
}

/** Cancels Medusa's payment of a hold, unless money was taken of it. */
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

/** Medusa is to show nothing held of a row that is over: no payment, no session, no order "authorized". */
export async function endInMedusa(
  { core }: Pick<CardApplyDeps, "core">,
  place: Place | null,
  row: CardTransaction
): Promise<boolean> {
  const canceled = await cancelInMedusa({ core }, place, row)
  await core.endCardSession(row)
  if (place?.order && place.order.status !== "canceled") {
    // Core itself does not count again when a payment is canceled.
    await core.recount(place)
  }
  return canceled
}
