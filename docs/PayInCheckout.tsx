import { useCallback, useEffect, useState, type FormEvent } from "react"

// The payment step of a checkout and its return page, for a storefront in React: copy this file. It needs the
// store API of Medusa and two routes of the plugin (docs/openapi.yaml), and nothing else.

export interface Store {
  /** Address of Medusa. */
  backendUrl: string
  publishableKey: string
}

/** A cart as Medusa's store API answers it, with `fields=+payment_collection.id`. */
export interface Cart {
  id: string
  region_id: string
  total: number
  currency_code: string
  payment_collection?: { id: string } | null
}

interface Method {
  payment_method: string
  label: string
  description: string
  available: boolean
  reason: string | null
}

interface Field {
  name: string
  label: string
  options?: string[]
  max?: number
}

interface Session {
  session_id: string
  status: string
  payment_url: string | null
  fields: Field[] | null
}

interface Payment {
  status: string
  payment_url: string | null
  order_id: string | null
  message: string | null
}

/** What a route refused; `field` is the path of the value that is wrong, if one is. */
class Refused extends Error {
  constructor(
    message: string,
    readonly field: string | null
  ) {
    super(message)
  }
}

async function call<Answer>(store: Store, path: string, body?: object): Promise<Answer> {
  const response = await fetch(store.backendUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "content-type": "application/json",
      "x-publishable-api-key": store.publishableKey,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Refused(answer.message ?? "Try again.", answer.field ?? null)
  return answer
}

/** Starts, or starts again, the payment of a cart with what the shopper has told so far. */
async function startSession(store: Store, cart: Cart, data: object): Promise<Session> {
  const { payment_providers } = await call<{ payment_providers: { id: string }[] }>(
    store,
    `/store/payment-providers?region_id=${cart.region_id}`
  )
  const provider_id = payment_providers.find(({ id }) => id.startsWith("pp_payin_"))?.id
  const collection =
    cart.payment_collection ??
    (
      await call<{ payment_collection: { id: string } }>(store, "/store/payment-collections", {
        cart_id: cart.id,
      })
    ).payment_collection
  const { payment_collection } = await call<{
    payment_collection: { payment_sessions: { provider_id: string; data: Session }[] }
  }>(store, `/store/payment-collections/${collection.id}/payment-sessions`, { provider_id, data })
  const session = payment_collection.payment_sessions.find((one) => one.provider_id === provider_id)
  if (session === undefined) throw new Refused("The payment could not be started.", null)
  return session.data
}

/**
 * Offers the methods, asks for what is missing, and sends the shopper to the page to pay on, which sends them to
 * `returnUrl`, as the store's option of that name says: there <PayInReturn> stands.
 */
export function PayInCheckout({
  store,
  cart,
  country,
  returnUrl,
}: {
  store: Store
  cart: Cart
  country: "co" | "pe"
  returnUrl: string
}) {
  const [methods, setMethods] = useState<Method[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const [fields, setFields] = useState<Field[]>([])
  const [problem, setProblem] = useState<Refused | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const query = new URLSearchParams({
      country_code: country,
      currency_code: cart.currency_code,
      amount: String(cart.total),
    })
    call<{ methods: Method[] }>(store, `/store/payin/methods?${query}`)
      .then((answer) => setMethods(answer.methods))
      .catch(() => setProblem(new Refused("The payment methods could not be loaded.", null)))
  }, [store, cart.currency_code, cart.total, country])

  /** What was paid already, or is still being asked for at the service, has no page to pay on. */
  function returnPage(session: Session): string {
    const page = new URL(returnUrl)
    page.searchParams.set("session_id", session.session_id)
    page.searchParams.set("cart_id", cart.id)
    return page.href
  }

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const told = Object.fromEntries(new FormData(event.currentTarget))
    try {
      const session = await startSession(store, cart, {
        payment_method: chosen,
        customer_data: Object.fromEntries(fields.map(({ name }) => [name, told[name]])),
      })
      if (session.fields === null) {
        window.location.assign(session.payment_url ?? returnPage(session))
      } else {
        setFields(session.fields)
      }
    } catch (error) {
      setProblem(error instanceof Refused ? error : new Refused("Try again.", null))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void pay(event)}>
      <fieldset disabled={busy}>
        <legend>Pay with</legend>
        {methods.map((method) => (
          <label key={method.payment_method}>
            <input
              type="radio"
              name="payment_method"
              required
              disabled={!method.available}
              onChange={() => {
                setChosen(method.payment_method)
                setFields([])
              }}
            />
            {method.label}
            <small>{method.reason ?? method.description}</small>
          </label>
        ))}
        {fields.map(({ name, label, options, max }) => (
          <label key={name}>
            {label}
            {options ? (
              <select name={name} required>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            ) : (
              <input name={name} required maxLength={max} />
            )}
          </label>
        ))}
        {problem && <p role="alert">{problem.message}</p>}
        <button type="submit">Pay</button>
      </fieldset>
    </form>
  )
}

const POLL_MS = 1_500
const FINAL = ["rejected", "expired", "failed"]

/**
 * The page of `returnUrl`: waits until the order is there. Whoever closes it gets the order all the same.
 */
export function PayInReturn({
  store,
  onOrder,
}: {
  store: Store
  onOrder: (orderId: string) => void
}) {
  const [payment, setPayment] = useState<Payment | null>(null)
  const ask = useCallback(
    async (sessionId: string, cartId: string | null): Promise<Payment> => {
      const now = await call<Payment>(store, `/store/payin/sessions/${sessionId}`)
      if (now.status !== "approved" || now.order_id !== null || cartId === null) return now
      // Places the order now; refused while somebody else does, and the next question finds it.
      const placed = await call<{ type: string; order?: { id: string } }>(
        store,
        `/store/carts/${cartId}/complete`,
        {}
      ).catch(() => null)
      return { ...now, order_id: placed?.order?.id ?? null }
    },
    [store]
  )

  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const sessionId = query.get("session_id")
    if (sessionId === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const look = async () => {
      const now = await ask(sessionId, query.get("cart_id")).catch(() => null)
      if (left) return
      if (now !== null) setPayment(now)
      if (now?.order_id) onOrder(now.order_id)
      else if (!FINAL.includes(now?.status ?? "")) timer = setTimeout(() => void look(), POLL_MS)
    }
    void look()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [ask, onOrder])

  if (payment === null) return <p>One moment…</p>
  if (FINAL.includes(payment.status)) {
    return <p role="alert">{payment.message ?? "It was not paid. Choose another way to pay."}</p>
  }
  return (
    <p>
      {payment.message ?? "We are waiting for your payment."}{" "}
      {payment.payment_url && <a href={payment.payment_url}>Back to the payment</a>}
    </p>
  )
}
