import express, { type Request, type RequestHandler, type Response } from "express"
import type { Answer } from "./answers"
import type { Context } from "./context"
import { PAYMENT_DIALECT, type Dialect } from "./dialect"
import type { ActiveFault } from "./faults"
import { shownHeaders, type Operation, type ReceivedRequest } from "./journal"
import type { Merchant } from "./settings"

export type Handle = (
  merchant: Merchant,
  body: unknown,
  fault: ActiveFault | null,
  request: Request
) => Answer

const readJson: RequestHandler = express.json({ limit: "256kb", strict: false, type: () => true })

const UNANSWERED_SOCKET_MS = 60_000

/**
 * One operation of the payment API or of the card-payment API: reads the body, checks credentials and content type, lets an
 * injected fault do its worst before or after the call is accepted, notes all of it in the journal.
 */
export function operation(
  context: Context,
  name: Operation,
  handle: Handle,
  dialect: Dialect = PAYMENT_DIALECT
): RequestHandler {
  const withBody = !["merchant", "banks", "resolve"].includes(name)
  const call = { context, name, handle, dialect }
  return (request, response) => {
    if (!withBody) {
      serve(call, request, response, null)
      return
    }
    readJson(request, response, (problem?: unknown) =>
      serve(call, request, response, problem ?? null)
    )
  }
}

interface Call {
  context: Context
  name: Operation
  handle: Handle
  dialect: Dialect
}

function serve(call: Call, request: Request, response: Response, unreadable: unknown): void {
  const { context, name, dialect } = call
  const started = performance.now()
  const body: unknown = unreadable === null ? request.body : undefined
  const names = dialect.names(request, body)
  const fault = context.faults.next(name, names)
  const entry = context.journal.open({
    operation: name,
    method: request.method,
    path: request.originalUrl,
    headers: shownHeaders(request.headers),
    body: body ?? null,
    reference: names[0],
    ticket: null,
    fault: fault?.kind ?? null,
    status: null,
    answer: null,
    received_at: new Date(context.clock.now()).toISOString(),
    duration_ms: null,
  })
  if (fault) context.journal.counters.faults++

  const end = (reaction: Reaction) => finish(reaction, dialect, fault, entry, response, started)
  const before = fault ? answerBefore(fault, dialect) : null
  if (before !== null) {
    end(before)
    return
  }
  const answer = act(call, request, body, unreadable, fault)
  entry.ticket = answer.ticket ?? null
  entry.reference = answer.reference ?? entry.reference
  if (answer.status >= 400) context.journal.counters.refused++
  const after = fault ? answerAfter(fault, answer, dialect) : answer
  if (fault?.kind === "slow") {
    setTimeout(() => end(after), fault.ms ?? 1_000).unref()
    return
  }
  end(after)
}

function act(
  { context, handle, dialect }: Call,
  request: Request,
  body: unknown,
  unreadable: unknown,
  fault: ActiveFault | null
): Answer {
  const admitted = dialect.admit(context, request)
  if ("refused" in admitted) return admitted.refused
  if (request.method === "POST" && !request.is("application/json")) {
    return dialect.wrongType("El encabezado Content-Type debe ser application/json.")
  }
  if (unreadable !== null) {
    return dialect.invalid(context, "El cuerpo de la solicitud no es un JSON válido.")
  }
  return handle(admitted.merchant, body, fault, request)
}

/** "no_answer" and "cut" stand for an answer that never comes. */
type Reaction = Answer | "no_answer" | "cut" | "garbage" | "page"

/** What a proxy shows in the service's place. */
const PAGE = "<!doctype html><title>Proxy</title><h1>This page is not the payment service.</h1>"

function answerBefore(fault: ActiveFault, dialect: Dialect): Reaction | null {
  switch (fault.kind) {
    case "timeout_before":
      return "no_answer"
    case "reset_before":
      return "cut"
    case "error_before":
      return broken(fault, dialect)
    case "unclear_before":
      return unclear(fault, dialect)
    case "page_before":
      return "page"
    case "rate_limited":
      return {
        ...dialect.rateLimited("Demasiadas solicitudes, intente más tarde."),
        headers: { "retry-after": String(fault.retryAfterSeconds) },
      }
    default:
      return null
  }
}

function answerAfter(fault: ActiveFault, answer: Answer, dialect: Dialect): Reaction {
  switch (fault.kind) {
    case "timeout_after":
      return "no_answer"
    case "reset_after":
      return "cut"
    case "error_after":
      return broken(fault, dialect)
    case "unclear_after":
      return unclear(fault, dialect)
    case "page_after":
      return "page"
    case "malformed":
      return "garbage"
    default:
      return answer
  }
}

function broken(fault: ActiveFault, dialect: Dialect): Answer {
  return dialect.broken(fault.status, "Error interno del servicio.")
}

function unclear(fault: ActiveFault, dialect: Dialect): Answer {
  return dialect.unclear(fault.error, "No fue posible procesar la transacción.")
}

function finish(
  reaction: Reaction,
  dialect: Dialect,
  fault: ActiveFault | null,
  entry: ReceivedRequest,
  response: Response,
  started: number
): void {
  entry.duration_ms = Math.round((performance.now() - started) * 100) / 100
  if (reaction === "no_answer") {
    const cut = setTimeout(() => response.socket?.destroy(), fault?.ms ?? UNANSWERED_SOCKET_MS)
    cut.unref()
    return
  }
  if (reaction === "cut") {
    response.socket?.resetAndDestroy()
    return
  }
  if (reaction === "garbage") {
    entry.status = 200
    response.status(200).type("application/json").send(dialect.torn)
    return
  }
  if (reaction === "page") {
    entry.status = fault?.status ?? 500
    response.status(entry.status).type("html").send(PAGE)
    return
  }
  entry.status = reaction.status
  entry.answer = reaction.body
  if (reaction.headers) response.set(reaction.headers)
  response.status(reaction.status)
  if (typeof reaction.body === "string") response.type("text/plain").send(reaction.body)
  else response.json(reaction.body)
}
