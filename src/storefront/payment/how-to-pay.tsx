"use client"

import { useEffect, useState } from "react"
import { FocusedText, PlainText } from "../shown/focused-text.tsx"
import type { Shown } from "../shown/use-payin.ts"
import type { PayInInstructions } from "../wire.ts"
import { exactText, KeyToPay, type Sum } from "./key-to-pay.tsx"

/** How to pay without another page: to a key, or by what the service says, such as the numbers of a voucher. */
export function HowToPay({
  shown: { locale, texts, classes },
  instructions,
  sum,
  expired,
  focused,
}: {
  shown: Pick<Shown, "locale" | "texts" | "classes">
  instructions: PayInInstructions
  sum: Sum | null
  expired: boolean
  /** It takes the place of what the shopper has just used. */
  focused: boolean
}) {
  const Lead = focused ? FocusedText : PlainText
  return instructions.type === "key" ? (
    !expired && <KeyToPay {...{ texts, classes, locale, sum, instructions, Lead }} />
  ) : (
    <>
      <Lead className={classes.legend}>{texts.payThus}</Lead>
      <p className={classes.note}>{instructions.text}</p>
      {sum !== null && (
        <p className={classes.note}>
          <strong>{exactText(sum, texts, locale)}</strong>
        </p>
      )}
    </>
  )
}

/** Whether a key is over by now. A longer time than a timer can count is not waited for. */
export function useExpiry(instructions: PayInInstructions | null): boolean {
  const until = instructions?.type === "key" ? instructions.expires_at : null
  const [passed, setPassed] = useState<string | null>(null)

  useEffect(() => {
    if (until === null) return
    const left = Date.parse(until) - Date.now()
    if (!(left < 2 ** 31)) return
    const timer = setTimeout(() => setPassed(until), Math.max(left, 0))
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && (passed === until || Date.parse(until) <= Date.now())
}
