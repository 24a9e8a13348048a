import http from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { calendarDaySchema } from "../../../domain/time/calendar-day"
import { majorAmount, toWire } from "../../../domain/money/amount"
import type { PayInRawOptions } from "../../../domain/options/options"
import { newReference } from "../../../domain/row/reference"
import type { CardHoldRequest, CardSubscriptionRequest } from "../cards"
import type { PayInRequest } from "../pay-in"
import type { PayOutRequest } from "../pay-out"

export interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
}

export type Reply = (response: ServerResponse, seen: Seen) => void

/**
 * A local HTTP server in place of the service: what it answers is the test's, what it saw is kept.
 */
export interface ServiceDouble {
  url: string
  seen: Seen[]
  /** TCP connections ever accepted. */
  connections: () => number
  reply: (reply: Reply) => void
  close: () => Promise<void>
}

export async function startService(): Promise<ServiceDouble> {
  let reply: Reply = json(200, {})
  let connections = 0
  const seen: Seen[] = []
  const server = http.createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8")
    request.on("data", (part: string) => (text += part))
    request.on("end", () => {
      const call = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        text,
      }
      seen.push(call)
      reply(response, call)
    })
  })
  server.on("connection", () => connections++)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    seen,
    connections: () => connections,
    reply: (next) => {
      reply = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return address.port
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return raw(status, JSON.stringify(body), { "content-type": "application/json", ...headers })
}

export function raw(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, headers).end(text)
  }
}

/** Never answers. */
export const noAnswer: Reply = () => undefined
/** Cuts the connection after the request arrived and before any answer. */
export const reset: Reply = (response) => {
  response.socket?.resetAndDestroy()
}

/** Answers with each in turn, with the last one for ever. */
export function inTurn(...replies: [Reply, ...Reply[]]): Reply {
  let next = 0
  return (response, seen) => {
    const reply = replies[Math.min(next++, replies.length - 1)] ?? replies[0]
    reply(response, seen)
  }
}

export const SECRETS = {
  username: "shop-username-7f3a",
  password: "correct-horse-battery",
  token: "tok_live_4242abcd",
}

export function rawOptions(baseUrl: string, more: Partial<PayInRawOptions> = {}): PayInRawOptions {
  return {
    baseUrl,
    ...SECRETS,
    merchantId: "m-1",
    callbackUrl: "https://api.shop.example",
    returnUrl: "https://shop.example/return",
    accounts: [
      { id: "co", country: "CO" },
      { id: "pe", country: "PE" },
    ],
    // Long enough for a busy machine, short enough for five tries (domain/options/options.ts,
    // checkTimeouts).
    timeouts: { requestMs: 4_000 },
    ...more,
  }
}

export function payInRequest(more: Partial<PayInRequest> = {}): PayInRequest {
  return {
    reference: newReference(),
    amount: toWire(majorAmount(50000), 0),
    currency: "COP",
    country: "CO",
    payment_method: "PSE",
    description: "Order",
    redirect_url: "https://shop.example/return",
    ipn_url: "https://api.shop.example/hooks/payin/ipn/ref/0123456789abcdef0123456789abcdef",
    customer_data: {
      legal_doc_type: "CC",
      legal_doc: "1020304050",
      phone_code: "57",
      phone_number: "3001112233",
      email: "shopper@example.com",
      full_name: "Ana Pruebas",
    },
    expiration_time: 720,
    metadata: { source: "medusa", session_id: "payses_1" },
    ...more,
  }
}

export function payOutRequest(more: Partial<PayOutRequest> = {}): PayOutRequest {
  const { amount, currency, country, ipn_url, customer_data } = payInRequest()
  return {
    ...{ reference: newReference(), amount, currency, country, ipn_url },
    payment_method: "BANK_TRANSFER",
    customer_data: {
      ...customer_data,
      bank: "BANCOLOMBIA",
      account_number: "714253",
      account_type: "AHORRO",
    },
    metadata: { source: "medusa", payout_id: "payout_1" },
    ...more,
  }
}

export function subscriptionRequest(
  more: Partial<CardSubscriptionRequest> = {}
): CardSubscriptionRequest {
  return {
    token: "tok_test_approved",
    plan_name: "Café mensual",
    periodicity: "monthly",
    customer_data: payInRequest().customer_data,
    start_date: calendarDaySchema.parse("2030-01-31"),
    ...more,
  }
}

export function holdRequest(subscription_id: string, more: Partial<CardHoldRequest> = {}) {
  return {
    ...{ subscription_id, reference: newReference("card"), currency: "COP" },
    ...{ amount: majorAmount("50000.5"), tax: majorAmount("0") },
    ...more,
  }
}

/** The envelope of a payout that was accepted (docs/service.md#envelope). */
export function accepted(reference: string, more: Record<string, unknown> = {}): unknown {
  return {
    code: "01",
    status: "SUCCESS",
    message: "Retiro creado",
    data: {
      ticket: "T-2000",
      date: "2026-11-21 10:00:00",
      transaction: { reference, amount: 50000, currency: "COP", payment_method: "BANK_TRANSFER" },
      ...more,
    },
  }
}

/** The envelope of a created pay-in (docs/service.md#envelope). */
export function created(reference: string, more: Record<string, unknown> = {}): unknown {
  return {
    code: "01",
    status: "SUCCESS",
    message: "Transacción creada",
    data: {
      ticket: "T-1000",
      date: "2026-11-21 10:00:00",
      payment_url: "https://pay.example/T-1000",
      transaction: {
        reference,
        amount: 50000,
        currency: "COP",
        payment_method: "PSE",
        ipn_url: "https://api.shop.example/hooks/payin/ipn/ref/0123456789abcdef0123456789abcdef",
      },
      ...more,
    },
  }
}

/** The envelope of a looked-up transaction (docs/service.md#lookup). */
export function looked(more: Record<string, unknown> = {}): unknown {
  return {
    code: "01",
    status: "SUCCESS",
    data: {
      ticket: "T-1000",
      reference: "pin_1",
      amount: 50000,
      currency: "COP",
      type_transaction: "PAYIN",
      customer: { legal_doc_type: "CC", legal_doc: "1020304050", email: "shopper@example.com" },
      status: "APPROVED",
      response_message: "Aprobada",
      date: "2026-11-21 10:05:00",
      ...more,
    },
  }
}

/**
 * Makes the next call find a standing connection, so that a short time-out in a test never strikes
 * while the connection is still being made, however busy the machine is.
 */
export async function warmUp(
  service: ServiceDouble,
  lookup: () => Promise<unknown>
): Promise<void> {
  service.reply(json(200, looked()))
  await lookup()
  service.seen.length = 0
}

/** The error a promise ends in; a test that expects one must not pass without it. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error("expected an error, but the call succeeded")
}

export interface Line {
  level: string
  text: string
}

export function memoryLogger(): {
  lines: Line[]
  logger: Record<"debug" | "info" | "warn" | "error", (text: string) => void>
} {
  const lines: Line[] = []
  const write = (level: string) => (text: string) => {
    lines.push({ level, text })
  }
  const [debug, info, warn, error] = [write("debug"), write("info"), write("warn"), write("error")]
  return { lines, logger: { debug, info, warn, error } }
}
