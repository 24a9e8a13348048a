"use client"

import { useEffect, useRef, useState } from "react"
import { hasEnded, isPaid, type Followed } from "../payment-state.ts"
import { usePayIn, type Shared } from "../shown/use-payin.ts"
import { PayNow } from "./pay-now.tsx"
import { PaymentNow } from "./payment-now.tsx"
import { createTeller, type Callbacks } from "./tell-once.ts"

export interface PayInReturnProps extends Shared, Callbacks {
  /** Of the payment; without it the page's address says `session_id`. */
  sessionId?: string
  /** With it the page places the order itself; without it the page's address may say `cart_id`, or the plugin does. */
  cartId?: string
  /** Where a paid order leads, after `onOrder`, with `{order_id}` in it. Without it the page says that it is paid. */
  orderUrl?: string
  /** Where to pay a cart again after a rejection. An order is paid again on the plugin's own page. */
  retryUrl?: string
}

interface Ids {
  sessionId: string | null
  cartId: string | null
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
  const shown = usePayIn(shared)
  const { client, texts, classes } = shown
  const [payment, setPayment] = useState<Followed | null>(null)
  const [ids, setIds] = useState<Ids>({ sessionId: null, cartId: null })
  const [payAgainUrl, setPayAgainUrl] = useState<string>()
  const latest = useRef({ callbacks: { onOrder, onFailed, onReview }, texts, orderUrl })
  latest.current = { callbacks: { onOrder, onFailed, onReview }, texts, orderUrl }

  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const named = {
      sessionId: sessionId ?? query.get("session_id"),
      cartId: cartId ?? query.get("cart_id"),
    }
    setIds(named)
    const tell = createTeller(named.cartId)
    async function show(now: Followed) {
      setPayment(now)
      if (now.order_id !== null && hasEnded(now) && named.sessionId !== null) {
        // Without an address the page says why it was not paid, and no more.
        client.payAgainLink(named.sessionId).then(setPayAgainUrl, () => undefined)
      }
      const { callbacks, texts, orderUrl } = latest.current
      await tell(now, callbacks, texts)
      if (orderUrl !== undefined && now.order_id !== null && isPaid(now)) {
        window.location.assign(orderUrl.replace("{order_id}", encodeURIComponent(now.order_id)))
      }
    }
    return client.follow(named, (now) => void show(now))
  }, [client, sessionId, cartId])

  // The cart of an order is gone.
  const againUrl = payment?.order_id == null ? retryUrl : payAgainUrl
  return (
    <div className={`${classes.form} ${classes.here}`}>
      {/* One live region for the whole life of the page, so that a change is read aloud. */}
      <div role="status">
        <PaymentNow {...{ payment, againUrl, texts, classes }} />
      </div>
      {payment?.status === "pending" && ids.sessionId !== null && (
        <PayNow
          {...{ shown, againUrl, cartId: ids.cartId }}
          sessionId={ids.sessionId}
          instructions={payment.instructions}
        />
      )}
    </div>
  )
}
