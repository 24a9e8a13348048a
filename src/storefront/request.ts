import { localeOf, type PayInLocale } from "./locale.ts"

type Headers = Record<string, string>

/** Where Medusa is, and how to ask it. Everything but functions passes from a server component to the browser. */
export interface PayInStore {
  /** Address of Medusa. */
  baseUrl: string
  publishableKey: string
  /** Language of the texts, such as `es`, `en` or `es-CO`: Spanish where it is not English. */
  locale?: string
  /** The shopper's sign-in, for instance `{ authorization: "Bearer ..." }`. A function is asked before each call. */
  headers?: Headers | (() => Headers | Promise<Headers>)
  fetch?: typeof fetch
  /**
   * Calls Medusa in place of the browser, where only the storefront's server knows the sign-in: a server action that
   * calls `sendToStore`.
   */
  send?: (path: string, request: PayInRequest) => Promise<PayInAnswer>
}

export interface PayInRequest {
  method: "GET" | "POST" | "DELETE"
  locale: PayInLocale
  /** JSON. */
  body?: string
}

/** `body` is the text that Medusa answered. */
export interface PayInAnswer {
  status: number
  body: string
}

/** What a route refused. `status` 0: nobody answered, or not in the language of the API. */
export class PayInError extends Error {
  readonly status: number
  /** Path of the value that is wrong, if one is. */
  readonly field: string | null
  readonly type: string | null
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | null

  constructor(
    message: string,
    status: number,
    more: { field?: string | null; type?: string | null; retry_after?: number | null } = {}
  ) {
    super(message)
    this.name = "PayInError"
    this.status = status
    this.field = more.field ?? null
    this.type = more.type ?? null
    this.retryAfter = more.retry_after ?? null
  }
}

export type Call = <Answer>(
  path: string,
  method?: PayInRequest["method"],
  body?: object
) => Promise<Answer>

/** Asks the store that `read` answers at that moment. */
export function callerOf(read: () => PayInStore): Call {
  return async <Answer>(
    path: string,
    method: PayInRequest["method"] = "GET",
    body?: object
  ): Promise<Answer> => {
    const store = read()
    const request: PayInRequest = {
      method,
      locale: localeOf(store.locale),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const send = store.send ?? ((path, request) => sendByFetch(store, path, request))
    const answer = await send(path, request).catch(unanswered)
    const parsed = parse(answer.body)
    if (answer.status >= 400) throw refusalOf(answer.status, parsed)
    if (!isAnswer<Answer>(parsed)) throw new PayInError("The answer is no JSON object.", 0)
    return parsed
  }
}

function unanswered(error: unknown): never {
  throw new PayInError(error instanceof Error ? error.message : "", 0)
}

/** null: a page of somebody else, such as a proxy. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The plugin keeps to its contract. What is no object comes from somebody else. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- whoever calls knows the route
function isAnswer<Answer>(value: unknown): value is Answer {
  return typeof value === "object" && value !== null
}

function refusalOf(status: number, said: unknown): PayInError {
  const body: Partial<Record<string, unknown>> = isAnswer<object>(said) ? { ...said } : {}
  const { message, field, type, retry_after } = body
  return new PayInError(typeof message === "string" ? message : "", status, {
    field: typeof field === "string" ? field : null,
    type: typeof type === "string" ? type : null,
    retry_after: typeof retry_after === "number" ? retry_after : null,
  })
}

export async function sendByFetch(
  store: PayInStore,
  path: string,
  { method, locale, body }: PayInRequest
): Promise<PayInAnswer> {
  const response = await (store.fetch ?? fetch)(store.baseUrl + path, {
    method,
    cache: "no-store",
    headers: { ...(await headersOf(store, locale)), "content-type": "application/json" },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: await response.text() }
}

export async function headersOf(store: PayInStore, locale: PayInLocale): Promise<Headers> {
  const signIn = typeof store.headers === "function" ? await store.headers() : store.headers
  return {
    "accept-language": locale,
    "x-publishable-api-key": store.publishableKey,
    ...signIn,
  }
}
