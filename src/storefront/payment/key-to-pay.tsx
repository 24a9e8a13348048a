"use client"

import { useRef, useState } from "react"
import { amountText, timeText } from "../shown/amount.ts"
import type { FocusedText } from "../shown/focused-text.tsx"
import type { Shown } from "../shown/use-payin.ts"
import { filled } from "../texts/index.ts"
import type { PayInInstructions } from "../wire.ts"

/** What has to be paid, exactly. */
export interface Sum {
  amount: string
  currency: string
}

/** To pay this and nothing else. */
export function exactText(
  { amount, currency }: Sum,
  texts: Shown["texts"],
  locale: Shown["locale"]
): string {
  return filled(texts.payExactly, { amount: amountText(amount, currency, locale) })
}

/** A key to pay to in the app of a bank. The key of another payment must not be paid: an expired one is not shown. */
export function KeyToPay({
  instructions: { key, expires_at },
  sum,
  Lead,
  texts,
  classes,
  locale,
}: Pick<Shown, "texts" | "classes" | "locale"> & {
  instructions: Extract<PayInInstructions, { type: "key" }>
  /** null: the page knows no amount. */
  sum: Sum | null
  Lead: typeof FocusedText
}) {
  const [copied, setCopied] = useState("")
  const shownKey = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(key)
      setCopied(texts.copied)
    } catch {
      // An insecure page has no clipboard.
      if (shownKey.current !== null) getSelection()?.selectAllChildren(shownKey.current)
      setCopied(texts.notCopied)
    }
  }

  const exactly = sum === null ? texts.payExactlyTotal : exactText(sum, texts, locale)
  return (
    <>
      <Lead className={classes.legend}>{texts.payToKey}</Lead>
      <code ref={shownKey} className={classes.key}>
        {key}
      </code>
      <div>
        <button type="button" className={classes.secondary} onClick={() => void copy()}>
          {texts.copy}
        </button>{" "}
        <span role="status">{copied}</span>
      </div>
      <p className={classes.note}>
        <strong>{exactly}</strong>
      </p>
      {expires_at !== null && (
        <p className={classes.hint}>
          {filled(texts.keyExpires, { time: timeText(expires_at, locale) })}
        </p>
      )}
    </>
  )
}
