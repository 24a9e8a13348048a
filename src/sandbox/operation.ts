import express, { type Request, type RequestHandler, type Response } from "express"
import { refusal, type Answer } from "./answers"
import type { Context } from "./context"
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
 * One operation of the payment API: reads the body, checks credentials and content type, lets an
 * injected fault do its worst before or after the call is accepted, notes all of it in the journal.
 */
export function operation(context: Context, name: Operation, handle: Handle): RequestHandler {
  const withBody = name !== "merchant"
  return (request, response) => {
    if (!withBody) {
      serve(context, name, handle, request, response, null)
      return
    }
    readJson(request, response, (problem?: unknown) =>
      serve(context, name, handle, request, response, problem ?? null)
    )
  }
}

function serve(
  context: Context,
  name: Operation,
  handle: Handle,
  request: Request,
  response: Response,
  unreadable: unknown
): void {
  const started = performance.now()
  const body: unknown = unreadable === null ? request.body : undefined
  const named = request.params.ticketOrReference ?? textOf(body, "reference")
  const fault = context.faults.next(name, [named])
  const entry = context.journal.open({
    operation: name,
    method: request.method,
    path: request.originalUrl,
    headers: shownHeaders(request.headers),
    body: body ?? null,
    reference: named,
    ticket: null,
    fault: fault?.kind ?? null,
    status: null,
    answer: null,
    received_at: new Date(context.clock.now()).toISOString(),
    duration_ms: null,
  })
  if (fault) context.journal.counters.faults++

  const before = fault ? answerBefore(fault) : null
  if (before !== null) {
    finish(before, fault, entry, response, started)
    return
  }
  const answer = act(context, handle, request, body, unreadable, fault)
  entry.ticket = answer.ticket ?? null
  entry.reference = answer.reference ?? entry.reference
  if (answer.status >= 400) context.journal.counters.refused++
  const after = fault ? answerAfter(fault, answer) : answer
  if (fault?.kind === "slow") {
    const timer = setTimeout(
      () => finish(after, fault, entry, response, started),
      fault.ms ?? 1_000
    )
    timer.unref()
    return
  }
  finish(after, fault, entry, response, started)
}

function act(
  context: Context,
  handle: Handle,
  request: Request,
  body: unknown,
  unreadable: unknown,
  fault: ActiveFault | null
): Answer {
  const merchant = context.credentials.check(request.headers)
  if (typeof merchant === "string") return refusal(401, "UNAUTHORIZED", merchant)
  if (request.method === "POST" && !request.is("application/json")) {
    const message = "El encabezado Content-Type debe ser application/json."
    return refusal(415, "VALIDATION_ERROR", message)
  }
  if (unreadable !== null) {
    const message = "El cuerpo de la solicitud no es un JSON válido."
    return refusal(context.behaviour.refusalStatus, "VALIDATION_ERROR", message)
  }
  return handle(merchant, body, fault, request)
}

/** "silence" and "cut" stand for an answer that never comes. */
type Reaction = Answer | "silence" | "cut" | "garbage"

function answerBefore(fault: ActiveFault): Reaction | null {
  switch (fault.kind) {
    case "timeout_before":
      return "silence"
    case "reset_before":
      return "cut"
    case "error_before":
      return broken(fault)
    case "unclear_before":
      return unclear(fault)
    case "rate_limited":
      return {
        ...refusal(429, "TOO_MANY_REQUESTS", "Demasiadas solicitudes, intente más tarde."),
        headers: { "retry-after": String(fault.retryAfterSeconds) },
      }
    default:
      return null
  }
}

function answerAfter(fault: ActiveFault, answer: Answer): Reaction {
  switch (fault.kind) {
    case "timeout_after":
      return "silence"
    case "reset_after":
      return "cut"
    case "error_after":
      return broken(fault)
    case "unclear_after":
      return unclear(fault)
    case "malformed":
      return "garbage"
    default:
      return answer
  }
}

function broken(fault: ActiveFault): Answer {
  return refusal(fault.status, "SERVICE_ERROR", "Error interno del servicio.")
}

function unclear(fault: ActiveFault): Answer {
  return refusal(200, fault.error, "No fue posible procesar la transacción.")
}

function finish(
  reaction: Reaction,
  fault: ActiveFault | null,
  entry: ReceivedRequest,
  response: Response,
  started: number
): void {
  entry.duration_ms = Math.round((performance.now() - started) * 100) / 100
  if (reaction === "silence") {
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
    response.status(200).type("application/json").send('{"code":"01","status":"SUCC')
    return
  }
  entry.status = reaction.status
  entry.answer = reaction.body
  if (reaction.headers) response.set(reaction.headers)
  response.status(reaction.status).json(reaction.body)
}

function textOf(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) return null
  const value: unknown = Reflect.get(body, key)
  return typeof value === "string" ? value : null
}
