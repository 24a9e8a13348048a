import { useEffect, useRef, useState, type FormEvent } from "react"

// The payment step of a checkout and its return page, for a storefront in React: copy this file. It needs the
// store API of Medusa and two routes of the plugin (docs/openapi.yaml), and nothing else. `npm run test:browser` of
// the plugin's repository pays with it.

/** The plugin's option `placeOrderWhilePending` names the same methods. */
const PAID_LATER = ["EFECTY", "CASH", "PAGOEFECTIVO"]

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
  /** What may have to be asked, in the language of the shopper's browser. */
  fields: Field[]
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
  payment_method: string | null
  fields: Field[] | null
}

interface Payment {
  status: string
  payment_url: string | null
  order_id: string | null
  message: string | null
}

/** What a route refused, and with which status; `field` is the path of the value that is wrong, if one is. */
class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly field: string | null = null
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
  if (!response.ok) {
    throw new Refused(answer.message ?? "Try again.", response.status, answer.field ?? null)
  }
  return answer
}

/** The order's id; null while it cannot be placed yet, or somebody else places it just now. */
async function placeOrder(store: Store, cartId: string): Promise<string | null> {
  const placed = await call<{ type: string; order?: { id: string } }>(
    store,
    `/store/carts/${cartId}/complete`,
    {}
  ).catch(() => null)
  return placed?.order?.id ?? null
}

/** Starts, or starts again, the payment of a cart with what the shopper has told so far. */
async function startSession(store: Store, cart: Cart, data: object): Promise<Session> {
  const { payment_providers } = await call<{ payment_providers: { id: string }[] }>(
    store,
    `/store/payment-providers?region_id=${cart.region_id}`
  )
  const provider_id = payment_providers.find(({ id }) => id.startsWith("pp_payin_"))?.id
  if (provider_id === undefined) throw new Refused("This region does not take such payments.", 0)
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
  if (session === undefined) throw new Refused("The payment could not be started.", 0)
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
  const { backendUrl, publishableKey } = store

  useEffect(() => {
    const query = new URLSearchParams({
      country_code: country,
      currency_code: cart.currency_code,
      amount: String(cart.total),
    })
    call<{ methods: Method[] }>({ backendUrl, publishableKey }, `/store/payin/methods?${query}`)
      .then((answer) => setMethods(answer.methods))
      .catch(() => setProblem(new Refused("The payment methods could not be loaded.", 0)))
  }, [backendUrl, publishableKey, cart.currency_code, cart.total, country])

  /**
   * Where to go now. What is paid later, in cash, becomes an order at once: it waits for its money, and the return
   * page shows it with its voucher. What was paid already has no page to pay on.
   */
  async function nextPage(session: Session): Promise<string> {
    const paidLater = PAID_LATER.includes(session.payment_method ?? "")
    const waits = paidLater && (await placeOrder(store, cart.id)) !== null
    if (!waits && session.payment_url !== null) return session.payment_url
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
        window.location.assign(await nextPage(session))
      } else {
        setFields(session.fields)
      }
    } catch (error) {
      setProblem(error instanceof Refused ? error : new Refused("Try again.", 0))
    } finally {
      setBusy(false)
    }
  }

  const isWrong = (name: string) => problem?.field?.endsWith(`.${name}`)
  // A session is worded in the store's own language, the list of methods in the shopper's.
  const labelOf = ({ name, label }: Field) =>
    methods[0]?.fields.find((field) => field.name === name)?.label ?? label

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
            />{" "}
            {method.label}
            <small>{method.reason ?? method.description}</small>
          </label>
        ))}
        {fields.map((field) => (
          <label key={field.name}>
            {labelOf(field)}{" "}
            {field.options ? (
              <select name={field.name} required aria-invalid={isWrong(field.name)}>
                {field.options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            ) : (
              <input
                name={field.name}
                required
                maxLength={field.max}
                aria-invalid={isWrong(field.name)}
              />
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
const SLOW_POLL_MS = 6_000
const QUICK_POLLS = 40
/** Nothing more comes of these: another way to pay has to be chosen. */
const OVER = ["rejected", "expired", "failed", "needs_input"]

/** What nobody will answer: the address names no payment, or one that never was. */
const UNKNOWN: Payment = { status: "unknown", payment_url: null, order_id: null, message: null }

/**
 * The page of `returnUrl`. `onOrder` is told of the order once it is placed, and once more when it is paid, if it
 * was not yet: forget the cart at the first, show the order at the last. Meanwhile this shows the voucher of an
 * order that is paid later. Whoever closes the page gets the order all the same.
 */
export function PayInReturn({
  store,
  onOrder,
}: {
  store: Store
  onOrder: (orderId: string, isPaid: boolean) => void
}) {
  const [payment, setPayment] = useState<Payment | null>(null)
  const tell = useRef(onOrder)
  tell.current = onOrder
  const { backendUrl, publishableKey } = store

  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const [sessionId, cartId] = [query.get("session_id"), query.get("cart_id")]
    const shop = { backendUrl, publishableKey }
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    let told = ""

    /** null where nobody answered: asked again. */
    async function ask(): Promise<Payment | null> {
      if (sessionId === null) return UNKNOWN
      try {
        const now = await call<Payment>(shop, `/store/payin/sessions/${sessionId}`)
        if (now.status !== "approved" || now.order_id !== null || cartId === null) return now
        return { ...now, order_id: await placeOrder(shop, cartId) }
      } catch (error) {
        return error instanceof Refused && error.status === 404 ? UNKNOWN : null
      }
    }

    async function look(asked: number): Promise<void> {
      const now = await ask()
      if (left) return
      if (now !== null) setPayment(now)
      const isPaid = now?.status === "approved" && now.order_id !== null
      if (now?.order_id && !OVER.includes(now.status) && told !== now.status) {
        told = now.status
        tell.current(now.order_id, isPaid)
      }
      if (isPaid || now === UNKNOWN || OVER.includes(now?.status ?? "")) return
      timer = setTimeout(() => void look(asked + 1), asked < QUICK_POLLS ? POLL_MS : SLOW_POLL_MS)
    }

    void look(1)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [backendUrl, publishableKey])

  if (payment === null) return <p>One moment…</p>
  const { status, payment_url, order_id, message } = payment
  if (status === "unknown") return <p role="alert">This address names no payment that we know.</p>
  if (OVER.includes(status)) {
    return <p role="alert">{message ?? "It was not paid. Choose another way to pay."}</p>
  }
  if (status === "approved") return <p>{message ?? "Thank you, it is paid."}</p>
  return order_id === null ? (
    <p>
      {message ?? "We are waiting for your payment."}{" "}
      {payment_url && <a href={payment_url}>Back to the payment</a>}
    </p>
  ) : (
    <p>
      Your order is placed, and waits for your payment.{" "}
      {payment_url && <a href={payment_url}>How to pay</a>}
    </p>
  )
}
