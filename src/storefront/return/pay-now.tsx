"use client"

import { useEffect, useState } from "react"
import { HowToPay, useExpiry } from "../payment/how-to-pay.tsx"
import { instructedIn, type Instructed } from "../payment/instructed.ts"
import type { Shown } from "../shown/use-payin.ts"
import type { PayInInstructions } from "../wire.ts"

/** How to pay a payment that waits, where it is paid without another page. */
export function PayNow({
  shown,
  sessionId,
  cartId,
  instructions,
  againUrl,
}: {
  shown: Shown
  sessionId: string
  cartId: string | null
  /** null: the plugin shows none any more, because their time is over. */
  instructions: PayInInstructions | null
  /** Where to pay another way once a key is over. */
  againUrl: string | undefined
}) {
  const { client, texts, classes } = shown
  const [last, setLast] = useState(instructions)
  const [session, setSession] = useState<Instructed | null>(null)
  if (instructions !== null && instructions !== last) setLast(instructions)
  const over = useExpiry(last)

  useEffect(() => {
    if (cartId === null) return
    const found = client.cart(cartId).then((cart) => instructedIn(cart, Date.now()))
    // Without it the page says to pay what was asked for.
    found.then(setSession, () => undefined)
  }, [client, cartId])

  if (last === null) return null
  const sum = session?.session_id === sessionId ? session : null
  const expired = over || instructions === null
  return (
    <section className={classes.here}>
      <HowToPay {...{ shown, sum, expired }} instructions={last} focused={false} />
      {expired && <p className={classes.note}>{texts.keyExpired}</p>}
      {expired && againUrl !== undefined && (
        <a href={againUrl} className={classes.link}>
          {texts.chooseAgain}
        </a>
      )}
    </section>
  )
}
