"use client"

import { Fragment, useEffect, useId, useRef, useState, type FormEvent } from "react"
import { AskedFields } from "../shown/fields.tsx"
import { ProblemText, type Problem } from "../shown/problem.tsx"
import { focusField, joined, typedIn } from "../shown/read-form.ts"
import { useBanks } from "../shown/use-banks.ts"
import type { Shown } from "../shown/use-payin.ts"
import { problemText, wrongField } from "../texts/problem.ts"
import type { PayInCart, PayInField } from "../wire.ts"
import { fieldsOfMethod } from "./fields-of-method.ts"
import type { Instructed } from "./instructed.ts"
import { MethodChoice } from "./method-choice.tsx"
import { nextOf } from "./next-page.ts"
import { useMethods } from "./use-methods.ts"

/** The ways to pay, what a chosen one asks, and the button. */
export function MethodForm({
  shown,
  cart,
  returnUrl,
  disabled,
  failure,
  onInstructed,
}: {
  shown: Shown
  cart: PayInCart
  returnUrl: string
  disabled: boolean
  /** Why the payment before came to nothing. */
  failure: string | null
  onInstructed: (session: Instructed) => void
}) {
  const { client, texts, classes } = shown
  const { methods, error, reload } = useMethods(client, cart)
  const [chosen, setChosen] = useState<string | null>(null)
  const [more, setMore] = useState<PayInField[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const problemId = useId()
  const method = methods?.find(({ payment_method }) => payment_method === chosen) ?? null
  const fields = joined(fieldsOfMethod(method), more)
  const banks = useBanks(
    client,
    cart.id,
    fields.some(({ name }) => name === "bank")
  )

  useEffect(() => focusField(form.current, problem?.field ?? null), [problem])
  useEffect(() => focusField(form.current, more[0]?.name ?? null), [more])

  async function pay() {
    if (form.current === null || method === null) return
    const customer_data = typedIn(form.current, fields)
    const session = await client.startSession(cart, {
      payment_method: method.payment_method,
      customer_data,
    })
    if (session.fields !== null) {
      setMore(session.fields.filter(({ name }) => name !== "payment_method"))
      return
    }
    const paidLater = method.paid_later
    const place = { cartId: cart.id, paidLater, returnUrl, page: window.location.href }
    const next = await nextOf(client, session, place)
    if ("here" in next) onInstructed(next.here)
    else window.location.assign(next.address)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || disabled) return
    setBusy(true)
    setProblem(null)
    pay()
      .catch((reason: unknown) => {
        const field = wrongField(reason)
        if (field === "bank") banks.reload()
        setProblem({ text: problemText(reason, texts), field })
      })
      .finally(() => setBusy(false))
  }

  const said = problem ?? (failure === null ? null : { text: failure, field: null })
  // Beside the field that is wrong, else beside the button.
  const inField = fields.some(({ name }) => name === problem?.field)
  return (
    <form ref={form} className={classes.form} onSubmit={submit} aria-busy={busy}>
      <fieldset className={classes.fieldset}>
        <legend className={classes.legend}>{texts.payWith}</legend>
        {(methods ?? []).map((one) => (
          <Fragment key={one.payment_method}>
            <MethodChoice
              {...{ shown, method: one }}
              checked={one === method}
              onChoose={() => {
                setChosen(one.payment_method)
                setMore([])
                setProblem(null)
              }}
            />
            {one === method && (
              <>
                <AskedFields
                  {...{ fields, texts, classes, problemId, banks }}
                  wrong={problem?.field ?? null}
                />
                {inField && <ProblemText problem={said} id={problemId} classes={classes} />}
              </>
            )}
          </Fragment>
        ))}
        <NoMethods {...{ shown, error, reload }} count={methods?.length ?? null} />
        {!inField && <ProblemText problem={said} id={problemId} classes={classes} />}
        <button type="submit" className={classes.button} aria-disabled={busy || disabled}>
          {busy ? texts.wait : texts.pay}
        </button>
      </fieldset>
    </form>
  )
}

/** What stands in place of the ways to pay. */
function NoMethods({
  shown: { texts, classes },
  count,
  error,
  reload,
}: {
  shown: Shown
  /** null: they are not there yet. */
  count: number | null
  error: unknown
  reload: () => void
}) {
  if (error !== null) {
    const gone = problemText(error, texts)
    return (
      <p role="alert" className={classes.problem}>
        {gone === texts.cartGone ? gone : texts.noMethods}{" "}
        <button type="button" className={classes.secondary} onClick={reload}>
          {texts.reload}
        </button>
      </p>
    )
  }
  if (count === null) return <p role="status">{texts.wait}</p>
  return count === 0 ? <p role="status">{texts.noneOffered}</p> : null
}
