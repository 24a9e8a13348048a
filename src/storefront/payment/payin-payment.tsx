"use client"

import { useEffect, useState } from "react"
import { usePayIn, type Shared } from "../shown/use-payin.ts"
import type { PayInCart } from "../wire.ts"
import { MethodForm } from "./method-form.tsx"
import { instructedIn, type Instructed } from "./instructed.ts"
import { PayHere } from "./pay-here.tsx"

export interface PayInPaymentProps extends Shared {
  cart: PayInCart
  /**
   * The page where <PayInReturn> stands; it may be relative, such as `/co/payin/return`. The service leads to the
   * option `returnUrl` of the plugin, which should be the same page.
   */
  returnUrl: string
  /** The cart is not complete yet: nothing can be paid. */
  disabled?: boolean
}

/**
 * The payment step: offers the ways to pay a cart, asks for what is missing, and sends the shopper on. What is paid on
 * the shop's own page is paid here.
 */
export function PayInPayment({ cart, returnUrl, disabled = false, ...shared }: PayInPaymentProps) {
  const shown = usePayIn(shared)
  const [session, setSession] = useState<Instructed | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  // A page that is loaded again shows the key that it showed before. Only the browser knows the time.
  useEffect(() => {
    setSession(instructedIn(cart, Date.now()))
    // Not by the cart: a page that fetches it again must not lead back from a choice.
  }, [cart.id])

  function chooseAgain(message: string | null) {
    setFailure(message)
    setSession(null)
  }

  return session === null ? (
    <MethodForm {...{ shown, cart, returnUrl, disabled, failure }} onInstructed={setSession} />
  ) : (
    <PayHere {...{ shown, session, returnUrl }} cartId={cart.id} onOver={chooseAgain} />
  )
}
