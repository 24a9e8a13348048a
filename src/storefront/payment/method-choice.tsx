"use client"

import { useId } from "react"
import type { Shown } from "../shown/use-payin.ts"
import type { PayInMethod } from "../wire.ts"

/** A way to pay. Its name is its label; the rest describes it. */
export function MethodChoice({
  shown: { baseUrl, classes },
  method,
  checked,
  onChoose,
}: {
  shown: Pick<Shown, "baseUrl" | "classes">
  method: PayInMethod
  checked: boolean
  onChoose: () => void
}) {
  const id = useId()
  return (
    // A line of its own also in a page without styles, where a label runs on.
    <div>
      <label className={classes.method}>
        <input
          type="radio"
          name="payment_method"
          value={method.payment_method}
          required
          disabled={!method.available}
          checked={checked}
          onChange={onChoose}
          aria-labelledby={`${id}label`}
          aria-describedby={`${id}hint`}
        />{" "}
        <img
          src={baseUrl + method.icon}
          alt=""
          width={24}
          height={24}
          loading="lazy"
          className={classes.icon}
        />{" "}
        <span id={`${id}label`}>{method.label}</span>{" "}
        <small id={`${id}hint`} className={classes.hint}>
          {method.reason_text ?? method.description}
        </small>
      </label>
    </div>
  )
}
