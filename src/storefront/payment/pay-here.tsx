"use client"

import { useEffect, useRef, useState } from "react"
import type { Followed } from "../payment-state.ts"
import { hasEnded, isDone } from "../payment-state.ts"
import { returnAddress } from "../return-address.ts"
import { FocusedText } from "../shown/focused-text.tsx"
import type { Shown } from "../shown/use-payin.ts"
import { hasExpired, type Instructed } from "./instructed.ts"
import { KeyToPay } from "./key-to-pay.tsx"

/** How to pay on this page, until the payment arrives or comes to nothing. */
export function PayHere({
  shown: { client, locale, texts, classes },
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
      {instructions.type === "key" ? (
        <KeyToPay
          {...{ texts, classes, locale, expired, amount, currency }}
          instructions={instructions}
        />
      ) : (
        <>
          <FocusedText className={classes.legend}>{texts.confirm}</FocusedText>
          <p className={classes.note}>{instructions.text}</p>
        </>
      )}
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

/** Whether a key is over by now. A longer time than a timer can count is not waited for. */
function useExpiry(instructions: Instructed["instructions"]): boolean {
  const [expired, setExpired] = useState(() => hasExpired(instructions, Date.now()))
  const until = instructions.type === "key" ? instructions.expires_at : null

  useEffect(() => {
    if (until === null) return
    const left = Date.parse(until) - Date.now()
    if (!(left < 2 ** 31)) return
    const timer = setTimeout(() => setExpired(true), Math.max(left, 0))
    return () => clearTimeout(timer)
  }, [until])
  return expired
}
