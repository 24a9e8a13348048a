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
    const { subscriptions, logger } = this.deps
    logger.warn(`payin ${this.row.reference}: its hold is let go: ${reason}`)
    await subscriptions.cardTransactions.wantRelease(this.row.id)
    return APPLIED
  }

  protected override async whileRenewing(): Promise<CardApplied> {
    return APPLIED
  }

  protected async onPayment(shown: Payment, { order, cart_id }: Place): Promise<CardApplied> {
    if (order === null) {
      return this.row.cycle_id === null ? this.takenBack(cart_id) : this.whileRenewing()
    }
    if (!isUnfinished(shown, order)) {
      return APPLIED
    }
    return this.inTurn(order.id, shown.id, async (payment, place) => {
      if (isUnfinished(payment, place.order)) {
        // Younger ones may be under way, and are looked for by the sweep.
        await this.deps.core.dropDeadCaptures(payment, place)
      }
      return APPLIED
    })
  }

  protected async book({ id }: Session): Promise<void> {
    await this.deps.core.authorizeOnOrder(id)
  }

  /** Core makes the order before it asks the card: the order was taken back, and this payment was not. */
  private async takenBack(cartId: string | null): Promise<CardApplied> {
    const { core } = this.deps
    const end = async () => {
      const place = await this.place()
      if (place?.order) {
        return "placed"
      }
      await this.homeless(anomalyReason("no_order"))
      // At once: core places an order on the payment of an authorized session without asking us again.
      await core.endCardSession(this.row)
      return "ended"
    }
    const outcome = cartId === null ? await end() : await core.betweenCompletions(cartId, end)
    if (outcome === "placed") {
      return later(anomalyReason("order_busy"))
    }
    await cancelInMedusa(this.deps, await this.place(), this.row)
    return APPLIED
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
