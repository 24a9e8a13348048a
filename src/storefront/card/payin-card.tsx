"use client"

import { useEffect, useId, useRef, useState, type FormEvent } from "react"
import { ended, type Callbacks } from "../return/tell-once.ts"
import { returnAddress } from "../return-address.ts"
import { AskedFields } from "../shown/fields.tsx"
import { ProblemText, type Problem } from "../shown/problem.tsx"
import { focusField, typedIn } from "../shown/read-form.ts"
import { useBanks } from "../shown/use-banks.ts"
import { usePayIn, type Shared } from "../shown/use-payin.ts"
import { problemText, wrongField } from "../texts/problem.ts"
import type { PayInCardToken, PayInCart, PayInField } from "../wire.ts"
import { CardFrame } from "./card-frame.tsx"
import { payByCard, type CardPayment } from "./pay-by-card.ts"
import { SavedCards } from "./saved-cards.tsx"

export interface PayInCardProps extends Shared, Pick<Callbacks, "onOrder" | "onFailed"> {
  cart: PayInCart
  /** Address of the service's card script; of the sandbox's: the option `cardUrl` and `/sdk.js`. */
  script: string
  /** The page where <PayInReturn> stands: the order leads there. Without it `onOrder` has to show the order. */
  returnUrl?: string
  /** Whether the shopper is signed in: only then cards are offered again, and may be kept. */
  signedIn?: boolean
  /** The cart is not complete yet: nothing can be paid. */
  disabled?: boolean
}

/** Takes a card on the shop's own page and pays the cart with it. A number never reaches the shop. */
export function PayInCard({
  cart,
  script,
  returnUrl,
  onOrder,
  onFailed,
  signedIn = false,
  disabled = false,
  ...shared
}: PayInCardProps) {
  const { client, locale, texts, classes } = usePayIn(shared)
  const [attempt, setAttempt] = useState(1)
  const [card, setCard] = useState<PayInCardToken | null>(null)
  const [savedId, setSavedId] = useState<string | null>(null)
  const [fields, setFields] = useState<PayInField[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const problemId = useId()
  const banks = useBanks(client, cart.id, false)

  useEffect(() => focusField(form.current, problem?.field ?? null), [problem])
  useEffect(() => focusField(form.current, fields[0]?.name ?? null), [fields])

  async function pay() {
    const chosen = savedId === null ? card : { saved_card_id: savedId }
    if (form.current === null || chosen === null) {
      setProblem({ text: texts.typeCard, field: null })
      return
    }
    const customer_data = typedIn(form.current, fields)
    const save_card = new FormData(form.current).has("save_card")
    await showOutcome(
      await payByCard(client, cart, {
        ...chosen,
        customer_data,
        ...(savedId === null && { save_card }),
      })
    )
  }

  async function showOutcome(paid: CardPayment) {
    if (paid.kind === "order") {
      const { orderId, sessionId, isPaid } = paid
      await ended(onOrder, { orderId, isPaid, cartId: cart.id })
      if (returnUrl === undefined) return
      const ids = { sessionId, cartId: cart.id }
      window.location.assign(returnAddress(returnUrl, ids, window.location.href))
    } else if (paid.kind === "fields") {
      setFields(paid.fields)
    } else if (paid.kind === "unclear") {
      setProblem({ text: texts.unclear, field: null })
    } else {
      const message = paid.message ?? texts.declined
      setProblem({ text: message, field: null })
      setAttempt((before) => before + 1)
      await ended(onFailed, { status: paid.status, message })
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || disabled) return
    setBusy(true)
    setProblem(null)
    pay()
      .catch((reason: unknown) =>
        setProblem({ text: problemText(reason, texts), field: wrongField(reason) })
      )
      .finally(() => setBusy(false))
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} aria-busy={busy}>
      {signedIn && <SavedCards {...{ client, texts, classes, savedId }} onChoose={setSavedId} />}
      {savedId === null && (
        // A token serves once: the form begins anew after each card that did not pay.
        <CardFrame
          key={attempt}
          {...{ script, locale, classes }}
          onCard={setCard}
          onError={() => setProblem({ text: texts.noCardForm, field: null })}
        />
      )}
      <AskedFields
        {...{ fields, texts, classes, problemId, banks }}
        wrong={problem?.field ?? null}
      />
      {signedIn && savedId === null && (
        // Not checked beforehand: the law of Colombia and of Peru asks for the shopper's own consent.
        <label className={classes.field}>
          <input type="checkbox" name="save_card" value="yes" /> {texts.keepCard}
        </label>
      )}
      <ProblemText problem={problem} id={problemId} classes={classes} />
      <button type="submit" className={classes.button} aria-disabled={busy || disabled}>
        {busy ? texts.wait : texts.pay}
      </button>
    </form>
  )
}
