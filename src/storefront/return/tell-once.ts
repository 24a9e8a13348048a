import { hasEnded, isPaid, isWithStore, type Followed } from "../payment-state.ts"
import type { PayInTexts } from "../texts/index.ts"

/** An order, placed or paid. */
export interface PayInOrder {
  orderId: string
  /** The money arrived, or a card holds it. */
  isPaid: boolean
  /** The cart that it was; null: the page does not know it. */
  cartId: string | null
}

/** Why the shopper has to pay again, or another way. `status` is the payment's, or `unknown`. */
export interface PayInFailure {
  status: string
  message: string
}

/**
 * Callbacks of the page around a component, which may be server actions. Each is called once. One that fails is the
 * page's own matter: the payment stands as it does.
 */
export interface Callbacks {
  /** The order is placed, and once more when it is paid, if it was not yet: forget the cart. */
  onOrder?: (order: PayInOrder) => unknown
  /** Nothing comes of the payment. */
  onFailed?: (failure: PayInFailure) => unknown
  /** The store decides about money that arrived, or canceled the order: do not lead back to the payment. */
  onReview?: (failure: PayInFailure) => unknown
}

/** Why nothing more comes of a payment. */
export function endText({ status, message }: Followed, texts: PayInTexts): string {
  return status === "unknown" ? texts.unknown : (message ?? texts.notPaid)
}

/** Tells of a payment what was not told yet: of its order while it is alive, else how it ended. */
export function createTeller(
  cartId: string | null
): (payment: Followed, callbacks: Callbacks, texts: PayInTexts) => Promise<void> {
  let last = ""
  return async (payment, { onOrder, onFailed, onReview }, texts) => {
    const { status, order_id } = payment
    const isOver = hasEnded(payment) || isWithStore(payment)
    if (last === status || (order_id === null && !isOver)) return
    last = status
    if (isOver) {
      const tell = hasEnded(payment) ? onFailed : onReview
      await ended(tell, { status, message: endText(payment, texts) })
    } else if (order_id !== null) {
      await ended(onOrder, { orderId: order_id, isPaid: isPaid(payment), cartId })
    }
  }
}

/** Waits until a callback is done, however it ends. */
export async function ended<Value>(
  callback: ((value: Value) => unknown) | undefined,
  value: Value
): Promise<void> {
  try {
    await callback?.(value)
  } catch (error) {
    // A server has no such function, and no such page.
    globalThis.reportError?.(error)
  }
}
