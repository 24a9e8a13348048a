"use client"

import { useEffect, useRef } from "react"
import type { Followed } from "../payment-state.ts"
import { hasEnded, isDone } from "../payment-state.ts"
import { returnAddress } from "../return-address.ts"
import type { Shown } from "../shown/use-payin.ts"
import { HowToPay, useExpiry } from "./how-to-pay.tsx"
import type { Instructed } from "./instructed.ts"

/** How to pay on this page, until the payment arrives or comes to nothing. */
export function PayHere({
  shown,
  session,
  cartId,
  returnUrl,
  onOver,
}: {
  shown: Shown
  session: Instructed
  cartId: string
  returnUrl: string
  /** Why nothing comes of it; null: the shopper wants another way to pay. */
  onOver: (message: string | null) => void
}) {
  const { client, texts, classes } = shown
  const { session_id, instructions, payment_url, amount, currency } = session
  const expired = useExpiry(instructions)
  const over = useRef(onOver)
  over.current = onOver
  const notPaid = texts.notPaid

  useEffect(() => {
    function tell(payment: Followed) {
      if (hasEnded(payment)) over.current(payment.message ?? notPaid)
      // The return page knows what to do with an order, and what the store decides.
      else if (isDone(payment)) {
        const ids = { sessionId: session_id, cartId }
        window.location.assign(returnAddress(returnUrl, ids, window.location.href))
      }
    }
    return client.follow({ sessionId: session_id, cartId }, tell)
  }, [client, session_id, cartId, returnUrl, notPaid])

  return (
    <section className={classes.here}>
      <HowToPay {...{ shown, instructions, expired }} sum={{ amount, currency }} focused />
      {payment_url !== null && !expired && (
        <p>
          <a href={payment_url} className={classes.link}>
            {texts.otherPage}
          </a>
        </p>
      )}
      <p role="status" className={classes.note}>
        {expired ? texts.keyExpired : texts.stayHere}
      </p>
      <button type="button" className={classes.secondary} onClick={() => onOver(null)}>
        {texts.chooseAgain}
      </button>
    </section>
  )
}
