"use client"

import { hasEnded, isWithStore, type Followed } from "../payment-state.ts"
import type { Shown } from "../shown/use-payin.ts"
import { endText } from "./tell-once.ts"

/** How a payment stands, in words. */
export function PaymentNow({
  payment,
  againUrl,
  texts,
  classes,
}: Pick<Shown, "texts" | "classes"> & {
  /** null: not known yet. */
  payment: Followed | null
  /** Where to pay again. */
  againUrl: string | undefined
}) {
  if (payment === null) return <p className={classes.note}>{texts.wait}</p>
  const { status, payment_url, order_id, message } = payment
  if (hasEnded(payment)) {
    return (
      <>
        <p className={classes.problem}>{endText(payment, texts)}</p>
        {againUrl !== undefined && status !== "unknown" && (
          <p>
            <a href={againUrl} className={classes.link}>
              {texts.chooseAgain}
            </a>
          </p>
        )}
      </>
    )
  }
  if (isWithStore(payment)) return <p className={classes.note}>{endText(payment, texts)}</p>
  if (status === "approved") return <p className={classes.note}>{message ?? texts.paid}</p>
  const [said, link] =
    order_id === null
      ? [message ?? texts.waiting, texts.backToPayment]
      : [texts.placed, texts.howToPay]
  return (
    <p className={classes.note}>
      {said}{" "}
      {payment_url && (
        <a href={payment_url} className={classes.link}>
          {link}
        </a>
      )}
    </p>
  )
}
