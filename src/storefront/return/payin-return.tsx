"use client"

import { useEffect, useRef, useState } from "react"
import { isPaid, type Followed } from "../payment-state.ts"
import { usePayIn, type Shared } from "../shown/use-payin.ts"
import { PaymentNow } from "./payment-now.tsx"
import { createTeller, type Callbacks } from "./tell-once.ts"

export interface PayInReturnProps extends Shared, Callbacks {
  /** Of the payment; without it the page's address says `session_id`. */
  sessionId?: string
  /** With it the page places the order itself; without it the page's address may say `cart_id`, or the plugin does. */
  cartId?: string
  /** Where a paid order leads, after `onOrder`, with `{order_id}` in it. Without it the page says that it is paid. */
  orderUrl?: string
  /** Where to pay again after a rejection. */
  retryUrl?: string
}

/** The page of `returnUrl`: says how the payment stands. Whoever closes it gets the order all the same. */
export function PayInReturn({
  sessionId,
  cartId,
  orderUrl,
  retryUrl,
  onOrder,
  onFailed,
  onReview,
  ...shared
}: PayInReturnProps) {
  const { client, texts, classes } = usePayIn(shared)
  const [payment, setPayment] = useState<Followed | null>(null)
  const latest = useRef({ callbacks: { onOrder, onFailed, onReview }, texts, orderUrl })
  latest.current = { callbacks: { onOrder, onFailed, onReview }, texts, orderUrl }

  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const cart = cartId ?? query.get("cart_id")
    const tell = createTeller(cart)
    async function show(now: Followed) {
      setPayment(now)
      const { callbacks, texts, orderUrl } = latest.current
      await tell(now, callbacks, texts)
      if (orderUrl !== undefined && now.order_id !== null && isPaid(now)) {
        window.location.assign(orderUrl.replace("{order_id}", encodeURIComponent(now.order_id)))
      }
    }
    const ids = { sessionId: sessionId ?? query.get("session_id"), cartId: cart }
    return client.follow(ids, (now) => void show(now))
  }, [client, sessionId, cartId])

  // One live region for the whole life of the page, so that a change is read aloud.
  return (
    <div role="status" className={classes.form}>
      <PaymentNow {...{ payment, retryUrl, texts, classes }} />
    </div>
  )
}
