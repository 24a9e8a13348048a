"use client"

import { useEffect, useRef, useState, type FormEvent } from "react"
import {
  AskedFields,
  callerOf,
  placeOrder,
  startSession,
  TAILWIND,
  TEXTS,
  wordsOf,
  wrongField,
  type Call,
  type Cart,
  type ClassNames,
  type Failure,
  type Field,
  type Language,
  type Payment,
  type Store,
} from "./PayInCheckout"

// A card on your own page, for a storefront in React: copy this file and PayInCheckout.tsx beside it. The script of
// the service draws the form of the card in a frame of its own and makes a token of it: the number never reaches
// your shop. What stands here of the script is what the sandbox's does; the service's documents do not show theirs.

/** A card's token, and the parts of the card that a page may show. */
export interface CardToken {
  token: string
  brand: string | null
  last_four: string | null
}

interface CardScript {
  mount(
    target: HTMLElement,
    options: {
      language: Language
      /** `token` is null once the shopper takes the card back. */
      onToken: (made: Omit<CardToken, "token"> & { token: string | null }) => void
    }
  ): { unmount(): void }
}

declare global {
  interface Window {
    PayInCard?: CardScript
  }
}

const loaded = new Map<string, Promise<CardScript>>()

/** Loads the script once for all forms of a page; what failed is tried again by the next form. */
function loadScript(address: string): Promise<CardScript> {
  const before = loaded.get(address)
  if (before !== undefined) return before
  const loading = new Promise<CardScript>((resolve, reject) => {
    const element = document.createElement("script")
    const fail = () => {
      loaded.delete(address)
      element.remove()
      reject(new Error("The card script did not load."))
    }
    element.src = address
    element.onload = () => (window.PayInCard === undefined ? fail() : resolve(window.PayInCard))
    element.onerror = fail
    document.head.append(element)
  })
  loaded.set(address, loading)
  return loading
}

export type CardPayment =
  | { kind: "order"; orderId: string }
  | { kind: "fields"; fields: Field[] }
  /** Nothing comes of this card: its token is spent. */
  | { kind: "failed"; status: string; message: string | null }
  /** The outcome is not known yet. The shopper may try the same card again. */
  | { kind: "unclear" }

/** Hands a token to a session and completes the cart, which holds the money on the card. */
export async function payByCard(
  call: Call,
  cart: Cart,
  data: CardToken & { customer_data: object; save_card?: boolean }
): Promise<CardPayment> {
  const session = await startSession(call, cart, data, "pp_payin-card_")
  if (session.fields !== null) return { kind: "fields", fields: session.fields }
  const orderId = await placeOrder(call, cart.id)
  if (orderId !== null) return { kind: "order", orderId }
  // Medusa only says that the session "was not authorized": the plugin knows why.
  const now = await call<Payment>(`/store/payin/sessions/${session.session_id}`)
  if (now.order_id !== null) return { kind: "order", orderId: now.order_id }
  return now.status === "rejected" || now.status === "failed"
    ? { kind: "failed", status: now.status, message: now.message }
    : { kind: "unclear" }
}

/**
 * Takes a card and pays the cart with it. `onOrder` is told of the order: forget the cart and show it. `onFailed` is
 * told that the card does not pay: the form has begun anew for another one.
 */
export function PayInCard({
  store,
  cart,
  script,
  onOrder,
  onFailed,
  signedIn = store.headers !== undefined,
  language = "es",
  classNames,
}: {
  store: Store
  cart: Cart
  /** Address of the service's card script; of the sandbox's: the card address and `/sdk.js`. */
  script: string
  onOrder: (orderId: string) => void
  onFailed?: (failure: Failure) => void
  /** Whether the shopper is signed in: only then they are asked whether the card is to be kept. */
  signedIn?: boolean
  language?: Language
  classNames?: Partial<ClassNames>
}) {
  const texts = TEXTS[language]
  const classes = { ...TAILWIND, ...classNames }
  const frame = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  const [card, setCard] = useState<CardToken | null>(null)
  const [fields, setFields] = useState<Field[]>([])
  const [problem, setProblem] = useState<{ text: string; field: string | null } | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let form: { unmount(): void } | undefined
    let left = false
    loadScript(script)
      .then((cards) => {
        if (left || frame.current === null) return
        form = cards.mount(frame.current, {
          language,
          onToken: ({ token, ...made }) => setCard(token === null ? null : { token, ...made }),
        })
      })
      .catch(() => !left && setProblem({ text: TEXTS[language].noCardForm, field: null }))
    return () => {
      left = true
      form?.unmount()
      setCard(null)
    }
  }, [script, language, attempt])

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (card === null) {
      setProblem({ text: texts.typeCard, field: null })
      return
    }
    const told = Object.fromEntries(new FormData(event.currentTarget))
    const customer_data = Object.fromEntries(fields.map(({ name }) => [name, told[name]]))
    const save_card = told.save_card === "yes"
    setBusy(true)
    setProblem(null)
    try {
      const data = { ...card, customer_data, save_card }
      const paid = await payByCard(callerOf(store, language), cart, data)
      if (paid.kind === "order") onOrder(paid.orderId)
      if (paid.kind === "fields") setFields(paid.fields)
      if (paid.kind === "unclear") setProblem({ text: texts.tryAgain, field: null })
      if (paid.kind === "failed") {
        const message = paid.message ?? texts.declined
        setProblem({ text: message, field: null })
        setAttempt(attempt + 1)
        onFailed?.({ status: paid.status, message })
      }
    } catch (error) {
      setProblem({ text: wordsOf(error, texts), field: wrongField(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void pay(event)}>
      <fieldset disabled={busy} className={classes.fieldset}>
        <div ref={frame} className={classes.card} />
        <AskedFields {...{ fields, language, classes }} wrong={problem?.field ?? null} />
        {signedIn && (
          // Not checked beforehand: the law of Colombia and of Peru asks for the shopper's own consent.
          <label className={classes.field}>
            <input type="checkbox" name="save_card" value="yes" /> {texts.keepCard}
          </label>
        )}
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem.text}
          </p>
        )}
        <button type="submit" className={classes.button}>
          {busy ? texts.wait : texts.pay}
        </button>
      </fieldset>
    </form>
  )
}
