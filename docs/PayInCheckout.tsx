"use client"

import { useEffect, useRef, useState, type FormEvent } from "react"

// The payment step of a checkout and its return page, for a storefront in React: copy this file. It needs the
// store API of Medusa and three routes of the plugin (docs/openapi.yaml), and nothing else. `npm run test:browser` of
// the plugin's repository pays with it.

export type Language = "es" | "en"

export interface Store {
  /** Address of Medusa. */
  backendUrl: string
  publishableKey: string
  /** The shopper's sign-in, for instance `{ authorization: "Bearer ..." }`. A function is asked before each call. */
  headers?: SignIn | (() => SignIn | Promise<SignIn>)
  /**
   * Calls Medusa in place of the browser, where only the storefront's server knows the sign-in: for instance a
   * server action. `body` of its answer is the text that Medusa answered.
   */
  send?: (path: string, language: Language, body?: object) => Promise<Sent>
}

type SignIn = Record<string, string>

export interface Sent {
  status: number
  body: string
}

/** A cart as Medusa's store API answers it, with `fields=+payment_collection.id`. */
export interface Cart {
  id: string
  region_id: string
  total: number
  payment_collection?: { id: string } | null
}

export interface Method {
  payment_method: string
  label: string
  description: string
  available: boolean
  /** Why it is not available, in the shopper's language. */
  reason_text: string | null
  /** Its order is placed at once, and waits for the money. */
  paid_later: boolean
  /** Path of its drawing below the address of Medusa. */
  icon: string
}

export interface Field {
  name: string
  label: string
  options?: string[]
  max?: number
}

/** The `data` of a payment session. */
export interface Session {
  session_id: string
  status: string
  payment_url?: string | null
  payment_method?: string | null
  fields: Field[] | null
}

export interface Payment {
  status: string
  payment_url: string | null
  order_id: string | null
  message: string | null
}

/** Why the shopper has to pay again, or another way. `status` is the payment's, or `unknown`. */
export interface Failure {
  status: string
  message: string
}

const es = {
  payWith: "Elige cómo pagar",
  pay: "Pagar",
  wait: "Un momento…",
  noMethods: "No se pudieron cargar los medios de pago.",
  noProvider: "Estos pagos no están disponibles en esta región.",
  notStarted: "No se pudo iniciar el pago. Intenta de nuevo o elige otro medio de pago.",
  tryAgain: "No hubo respuesta. Intenta de nuevo.",
  unknown: "Esta dirección no corresponde a ningún pago.",
  notPaid: "El pago no se realizó. Elige otro medio de pago.",
  paid: "Gracias, recibimos tu pago.",
  waiting: "Estamos esperando tu pago.",
  backToPayment: "Volver al pago",
  placed: "Tu pedido quedó registrado y está pendiente de pago.",
  howToPay: "Cómo pagar",
  typeCard: "Ingresa primero los datos de tu tarjeta.",
  keepCard: "Guardar esta tarjeta para mi próxima compra",
  noCardForm: "El formulario de la tarjeta no cargó. Recarga la página.",
  declined: "El banco no aceptó la tarjeta. Usa otra.",
  fields: {
    legal_doc_type: "Tipo de documento",
    legal_doc: "Número de documento",
    phone_code: "Indicativo del país",
    phone_number: "Número de celular",
    email: "Correo electrónico",
    full_name: "Nombre completo",
  },
  wrong: {
    legal_doc_type: "Elige uno de los tipos de la lista.",
    legal_doc: "Revisa el número de documento.",
    phone_code: "Escribe el indicativo, por ejemplo 57.",
    phone_number: "Escribe el celular sin el indicativo del país.",
    email: "Revisa el correo: le falta algo.",
    full_name: "Escribe nombre y apellido.",
    payment_method: "Este medio de pago no está disponible para este pedido.",
    amount: "El total no está dentro de los límites de este medio de pago. Elige otro.",
  },
}

type Texts = typeof es

const en: Texts = {
  payWith: "Pay with",
  pay: "Pay",
  wait: "One moment…",
  noMethods: "The payment methods could not be loaded.",
  noProvider: "This region does not take such payments.",
  notStarted: "The payment could not be started. Try again, or choose another way to pay.",
  tryAgain: "Nobody answered. Try again.",
  unknown: "This address names no payment that we know.",
  notPaid: "It was not paid. Choose another way to pay.",
  paid: "Thank you, it is paid.",
  waiting: "We are waiting for your payment.",
  backToPayment: "Back to the payment",
  placed: "Your order is placed, and waits for your payment.",
  howToPay: "How to pay",
  typeCard: "Type your card first.",
  keepCard: "Keep this card for my next purchase",
  noCardForm: "The card form did not load. Load the page again.",
  declined: "The bank did not take the card. Use another one.",
  fields: {
    legal_doc_type: "Document type",
    legal_doc: "Document number",
    phone_code: "Country calling code",
    phone_number: "Mobile number",
    email: "E-mail",
    full_name: "Full name",
  },
  wrong: {
    legal_doc_type: "Choose one of the list.",
    legal_doc: "Check the document number.",
    phone_code: "Type the calling code, for example 57.",
    phone_number: "Type the number without the country's calling code.",
    email: "Check the e-mail: something is missing.",
    full_name: "Type first and last name.",
    payment_method: "This way to pay is not available for this order.",
    amount: "The total is not within the limits of this way to pay. Choose another one.",
  },
}

export const TEXTS: Record<Language, Texts> = { es, en }

/** The classes of each element. */
export interface ClassNames {
  fieldset: string
  legend: string
  /** A way to pay, with its radio button. */
  method: string
  icon: string
  hint: string
  /** A label with its input. */
  field: string
  input: string
  problem: string
  note: string
  link: string
  button: string
  /** The frame of the card form. */
  card: string
}

/** The form under Tailwind, whose reset takes borders and buttons away. Without Tailwind they mean nothing. */
export const TAILWIND: ClassNames = {
  fieldset: "grid gap-3",
  legend: "mb-3 font-semibold",
  method: "block cursor-pointer rounded-lg border border-gray-300 px-4 py-3",
  icon: "inline-block h-6 w-6",
  hint: "block text-sm text-gray-500",
  field: "block text-sm",
  input:
    "mt-1 block w-full rounded-md border border-gray-400 bg-white px-3 py-2 text-base text-gray-900 " +
    "aria-[invalid=true]:border-red-600",
  problem: "text-red-600",
  note: "",
  link: "underline",
  button: "rounded-md bg-gray-900 px-6 py-3 text-white disabled:opacity-50",
  card: "",
}

/** What a route refused, and with which status; `field` is the path of the value that is wrong, if one is. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly field: string | null = null
  ) {
    super(message)
  }
}

export type Call = <Answer>(path: string, body?: object) => Promise<Answer>

/** Asks the store, in this language. */
export function callerOf(store: Store, language: Language): Call {
  return async (path, body) => {
    const sent = await (store.send?.(path, language, body) ?? send(store, path, language, body))
    const answer = JSON.parse(sent.body)
    if (sent.status >= 400) {
      throw new Refused(answer.message ?? "", sent.status, answer.field ?? null)
    }
    return answer
  }
}

async function send(store: Store, path: string, language: Language, body?: object): Promise<Sent> {
  const response = await fetch(store.backendUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...(await headersOf(store, language)) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.text() }
}

async function headersOf(store: Store, language: Language): Promise<SignIn> {
  const signIn = typeof store.headers === "function" ? await store.headers() : store.headers
  return {
    "accept-language": language,
    "x-publishable-api-key": store.publishableKey,
    ...signIn,
  }
}

/** The order's id; null while it cannot be placed yet, or somebody else places it just now. */
export async function placeOrder(call: Call, cartId: string): Promise<string | null> {
  const placed = await call<{ order?: { id: string } }>(
    `/store/carts/${cartId}/complete`,
    {}
  ).catch(() => null)
  return placed?.order?.id ?? null
}

/** Starts, or starts again, the payment of a cart with what the shopper has told so far. */
export async function startSession(
  call: Call,
  cart: Cart,
  data: object,
  kind: "pp_payin_" | "pp_payin-card_" = "pp_payin_"
): Promise<Session> {
  const { payment_providers } = await call<{ payment_providers: { id: string }[] }>(
    `/store/payment-providers?region_id=${cart.region_id}`
  )
  const provider_id = payment_providers.find(({ id }) => id.startsWith(kind))?.id
  if (provider_id === undefined) throw new Refused("", NO_PROVIDER)
  const collection =
    cart.payment_collection ??
    (
      await call<{ payment_collection: { id: string } }>("/store/payment-collections", {
        cart_id: cart.id,
      })
    ).payment_collection
  const { payment_collection } = await call<{
    payment_collection: { payment_sessions: { provider_id: string; data: Session }[] }
  }>(`/store/payment-collections/${collection.id}/payment-sessions`, { provider_id, data })
  const session = payment_collection.payment_sessions.find((one) => one.provider_id === provider_id)
  if (session === undefined) throw new Refused("", 0)
  return session.data
}

const NO_PROVIDER = -1

/** The last name of a path: `customer_data.legal_doc` is `legal_doc`. */
export function wrongField(error: unknown): string | null {
  return error instanceof Refused ? (error.field?.split(".").at(-1) ?? null) : null
}

/** The text of an error for the shopper. It names nothing technical. */
export function wordsOf(error: unknown, texts: Texts): string {
  const wrong: Record<string, string> = texts.wrong
  if (!(error instanceof Refused)) return texts.tryAgain
  if (error.status === NO_PROVIDER) return texts.noProvider
  return wrong[wrongField(error) ?? ""] ?? texts.notStarted
}

interface Shown {
  language?: Language
  /** Other classes than those of Tailwind. */
  classNames?: Partial<ClassNames>
}

/**
 * Offers the methods, asks for what is missing, and sends the shopper to the page to pay on, which sends them to
 * `returnUrl`, as the store's option of that name says: there <PayInReturn> stands.
 */
export function PayInCheckout({
  store,
  cart,
  returnUrl,
  language = "es",
  classNames,
}: Shown & {
  store: Store
  cart: Cart
  returnUrl: string
}) {
  const texts = TEXTS[language]
  const classes = { ...TAILWIND, ...classNames }
  const [methods, setMethods] = useState<Method[]>([])
  const [chosen, setChosen] = useState<Method | null>(null)
  const [fields, setFields] = useState<Field[]>([])
  const [problem, setProblem] = useState<{ text: string; field: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const shop = useRef(store)
  shop.current = store

  useEffect(() => {
    let left = false
    callerOf(
      shop.current,
      language
    )<{ methods: Method[] }>(`/store/payin/methods?cart_id=${cart.id}`)
      .then((answer) => !left && setMethods(answer.methods))
      .catch(() => !left && setProblem({ text: TEXTS[language].noMethods, field: null }))
    return () => {
      left = true
    }
    // The total decides what is available.
  }, [store.backendUrl, store.publishableKey, cart.id, cart.total, language])

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const told = Object.fromEntries(new FormData(event.currentTarget))
    const call = callerOf(store, language)
    try {
      const session = await startSession(call, cart, {
        payment_method: chosen?.payment_method,
        customer_data: Object.fromEntries(fields.map(({ name }) => [name, told[name]])),
      })
      if (session.fields === null) {
        const paidLater = chosen?.paid_later === true
        window.location.assign(await nextPage(call, session, { cart, paidLater, returnUrl }))
      } else {
        setFields(session.fields)
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
        <legend className={classes.legend}>{texts.payWith}</legend>
        {methods.map((method) => (
          <label key={method.payment_method} className={classes.method}>
            <input
              type="radio"
              name="payment_method"
              required
              disabled={!method.available}
              onChange={() => {
                setChosen(method)
                setFields([])
              }}
            />{" "}
            <img
              src={store.backendUrl + method.icon}
              alt=""
              width={24}
              height={24}
              className={classes.icon}
            />{" "}
            {method.label}{" "}
            <small className={classes.hint}>{method.reason_text ?? method.description}</small>
          </label>
        ))}
        <AskedFields {...{ fields, language, classes }} wrong={problem?.field ?? null} />
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

/**
 * Where to go now. What is paid later, in cash, becomes an order at once: it waits for its money, and the return
 * page shows it with its voucher. What was paid already has no page to pay on.
 */
async function nextPage(
  call: Call,
  session: Session,
  { cart, paidLater, returnUrl }: { cart: Cart; paidLater: boolean; returnUrl: string }
) {
  const waits = paidLater && (await placeOrder(call, cart.id)) !== null
  if (!waits && session.payment_url) return session.payment_url
  const page = new URL(returnUrl)
  page.searchParams.set("session_id", session.session_id)
  page.searchParams.set("cart_id", cart.id)
  return page.href
}

/** The `autocomplete` of each field, by which a browser fills it in. */
const AUTOCOMPLETE: Record<string, string> = {
  phone_code: "tel-country-code",
  phone_number: "tel-national",
  email: "email",
  full_name: "name",
}

/** The inputs for the fields that a session asks for. */
export function AskedFields({
  fields,
  wrong,
  language,
  classes,
}: {
  fields: Field[]
  /** The field whose value was refused. */
  wrong: string | null
  language: Language
  classes: ClassNames
}) {
  const labels: Record<string, string> = TEXTS[language].fields
  return fields.map(({ name, label, options, max }) => (
    <label key={name} className={classes.field}>
      {labels[name] ?? label}{" "}
      {options ? (
        <select name={name} required aria-invalid={wrong === name} className={classes.input}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          name={name}
          required
          maxLength={max}
          autoComplete={AUTOCOMPLETE[name] ?? "off"}
          aria-invalid={wrong === name}
          className={classes.input}
        />
      )}
    </label>
  ))
}

const POLL_MS = 1_500
const SLOW_POLL_MS = 6_000
const QUICK_POLLS = 40
/** Nothing more comes of these: another way to pay has to be chosen. */
const OVER = ["rejected", "expired", "failed", "needs_input", "unknown"]
/** The store decides: money arrived that pays no order yet, or the order was canceled. Nobody should pay again. */
const WITH_STORE = ["in_review", "canceled"]

/** What nobody will answer: the address names no payment, or one that never was. */
const UNKNOWN: Payment = { status: "unknown", payment_url: null, order_id: null, message: null }

/**
 * Asks how a payment stands until it ends, and places its order once it is approved. Answers what stops it.
 * `onPayment` is told each time.
 */
export function watchPayment(
  call: Call,
  { sessionId, cartId }: { sessionId: string | null; cartId: string | null },
  onPayment: (payment: Payment) => void
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = false

  /** null where nobody answered: asked again. */
  async function ask(): Promise<Payment | null> {
    if (sessionId === null) return UNKNOWN
    try {
      return await withOrder(
        call,
        cartId,
        await call<Payment>(`/store/payin/sessions/${sessionId}`)
      )
    } catch (error) {
      return error instanceof Refused && error.status === 404 ? UNKNOWN : null
    }
  }

  async function look(asked: number): Promise<void> {
    const now = await ask()
    if (left) return
    if (now !== null) onPayment(now)
    if (now !== null && isDone(now)) return
    timer = setTimeout(() => void look(asked + 1), asked < QUICK_POLLS ? POLL_MS : SLOW_POLL_MS)
  }

  void look(1)
  return () => {
    left = true
    if (timer !== undefined) clearTimeout(timer)
  }
}

/** With the order that an approved payment gets now, if the page knows its cart. Without it the plugin places it. */
async function withOrder(call: Call, cartId: string | null, now: Payment): Promise<Payment> {
  if (now.status !== "approved" || now.order_id !== null || cartId === null) return now
  return { ...now, order_id: await placeOrder(call, cartId) }
}

const FIRST_EVENT_MS = 5_000
/** The plugin says every ten seconds that it is there. */
const SILENCE_MS = 25_000

/**
 * The same as `watchPayment`, told by the plugin the moment something changes. Where that does not work, or ends
 * before the payment does, it asks. What stands between page and plugin may hold back answers that go on.
 */
export function followPayment(
  store: Store,
  language: Language,
  ids: { sessionId: string | null; cartId: string | null },
  onPayment: (payment: Payment) => void
): () => void {
  const call = callerOf(store, language)
  const { sessionId, cartId } = ids
  // The storefront's server hands on whole answers only.
  if (sessionId === null || store.send !== undefined) return watchPayment(call, ids, onPayment)
  const leave = new AbortController()
  let done = false
  let stop = () => {}

  async function tell(told: Payment) {
    const now = await withOrder(call, cartId, told)
    if (leave.signal.aborted) return
    done = isDone(now)
    onPayment(now)
  }

  listen(store, language, { sessionId, leave }, tell)
    .catch(() => undefined)
    .finally(() => {
      if (!leave.signal.aborted && !done) stop = watchPayment(call, ids, onPayment)
    })
  return () => {
    leave.abort()
    stop()
  }
}

/** Tells each event of a session until there are no more, or nothing is heard. */
async function listen(
  store: Store,
  language: Language,
  { sessionId, leave }: { sessionId: string; leave: AbortController },
  tell: (payment: Payment) => Promise<void>
): Promise<void> {
  const silent = new AbortController()
  const abort = () => silent.abort()
  leave.signal.addEventListener("abort", abort)
  let timer = setTimeout(abort, FIRST_EVENT_MS)
  try {
    const path = `/store/payin/sessions/${sessionId}/events`
    const headers = { accept: "text/event-stream", ...(await headersOf(store, language)) }
    const response = await fetch(store.backendUrl + path, { headers, signal: silent.signal })
    if (!response.ok || response.body === null) return
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let text = ""
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(abort, SILENCE_MS)
      const events = (text + decoder.decode(value, { stream: true })).split("\n\n")
      text = events.pop() ?? ""
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) await tell(JSON.parse(data))
      }
    }
  } finally {
    clearTimeout(timer)
    leave.signal.removeEventListener("abort", abort)
  }
}

/** A page that waits learns nothing more. */
function isDone(payment: Payment): boolean {
  return isPaid(payment) || [...OVER, ...WITH_STORE].includes(payment.status)
}

function isPaid({ status, order_id }: Payment): boolean {
  return status === "approved" && order_id !== null
}

/** Callbacks of the page around the component. Each is called once. */
export interface Told {
  onOrder: (orderId: string, isPaid: boolean) => void
  onFailed?: (failure: Failure) => void
  /** The store decides about money that arrived, or canceled the order: show `message`, and do not ask to pay again. */
  onReview?: (failure: Failure) => void
}

/** Tells of a payment what was not told yet: of its order while it is alive, else how it ended. */
export function tellOnce(language: Language): (payment: Payment, told: Told) => void {
  let last = ""
  return (payment, { onOrder, onFailed, onReview }) => {
    const { status, order_id } = payment
    const ended = OVER.includes(status) || WITH_STORE.includes(status)
    if (last === status || (order_id === null && !ended)) return
    last = status
    if (ended) {
      const tell = OVER.includes(status) ? onFailed : onReview
      tell?.({ status, message: endOf(payment, TEXTS[language]) })
    } else if (order_id !== null) {
      onOrder(order_id, isPaid(payment))
    }
  }
}

/** Why nothing more comes of a payment. */
function endOf({ status, message }: Payment, texts: Texts): string {
  return status === "unknown" ? texts.unknown : (message ?? texts.notPaid)
}

/**
 * The page of `returnUrl`. `onOrder` is told of the order once it is placed, and once more when it is paid, if it
 * was not yet: forget the cart at the first, show the order at the last. Meanwhile this shows the voucher of an
 * order that is paid later. `onFailed` is told that nothing comes of the payment: lead back to the checkout.
 * `onReview` is told that the store decides: do not lead back. Whoever closes the page gets the order all the same.
 */
export function PayInReturn({
  store,
  language = "es",
  classNames,
  ...told
}: Shown & Told & { store: Store }) {
  const [payment, setPayment] = useState<Payment | null>(null)
  const now = useRef({ store, told })
  now.current = { store, told }

  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const ids = { sessionId: query.get("session_id"), cartId: query.get("cart_id") }
    const tell = tellOnce(language)
    return followPayment(now.current.store, language, ids, (payment) => {
      setPayment(payment)
      tell(payment, now.current.told)
    })
  }, [store.backendUrl, store.publishableKey, language])

  return <PaymentNow {...{ payment, language }} classes={{ ...TAILWIND, ...classNames }} />
}

/** How a payment stands, in words. */
export function PaymentNow({
  payment,
  language,
  classes,
}: {
  payment: Payment | null
  language: Language
  classes: ClassNames
}) {
  const texts = TEXTS[language]
  if (payment === null) return <p className={classes.note}>{texts.wait}</p>
  const { status, payment_url, order_id, message } = payment
  if (OVER.includes(status)) {
    return (
      <p role="alert" className={classes.problem}>
        {endOf(payment, texts)}
      </p>
    )
  }
  if (WITH_STORE.includes(status)) {
    return (
      <p role="status" className={classes.note}>
        {endOf(payment, texts)}
      </p>
    )
  }
  if (status === "approved") return <p className={classes.note}>{message ?? texts.paid}</p>
  const [said, link] =
    order_id === null
      ? [message ?? texts.waiting, texts.backToPayment]
      : [texts.placed, texts.howToPay]
  return (
    <p className={classes.note}>
      {said}{" "}
      {payment_url && (
        <a href={payment_url} className={classes.link}>
          {link}
        </a>
      )}
    </p>
  )
}
