import { setTimeout as sleep } from "node:timers/promises"
import type { PayInAccount, PayInOptions } from "../../domain/options/options"
import { LONGEST_ASKED_PAUSE_SECONDS } from "../../domain/time/schedule"
import { accountProblems, type AccountRefusal } from "../../domain/options/setup-problem"
import { readBody } from "./answers"
import type { Answer } from "./answers"
import { BackgroundWrites, backgroundNow } from "./background"
import type { CallCause, LookupCause } from "./call-slots"
import type { Exchange, WireAnswer } from "./connection"
import {
  BreakerOpenError,
  GatewayError,
  RateLimitedError,
  UnclearError,
  UnreachableError,
  changesSomething,
} from "./errors"
import { isCardCall } from "./ambiguous-outcomes"
import type { CallFacts, GatewayOperation } from "./errors"
import { faultError } from "./fault-error"
import { Health } from "./health"
import type { AccountDiagnostics, ApiName } from "./health"
import { Transport } from "./transport"
import type { TransportRequest } from "./transport"
import { correlationId } from "./log"
import type { GatewayLog } from "./log"
import { secretMask } from "./mask"
import { PACING, backoff, readRetryAfter } from "./pacing"
import type { PacingPolicy } from "./pacing"

export interface Call<T> {
  operation: GatewayOperation
  /** The reference in the log. */
  correlation: string
  method: "GET" | "POST"
  /** Path below the API's `baseUrl`. */
  path: string
  body?: unknown
  /** Sent as `X-Request-ID` and logged. Only card calls have one (docs/service.md#credentials). */
  requestId?: string
  /** Whose share of the call slots a lookup takes; `own` by default. A change has its own. */
  cause?: LookupCause
  /** Reads an answer; throws a GatewayError when it cannot. */
  read(answer: Answer, facts: CallFacts): T
}

/** One of the service's APIs: its address, and the headers of each call. */
export interface Api {
  name: ApiName
  baseUrl: string
  headers: Record<string, string>
  /**
   * A call that moves and makes nothing, with its path in place of an address: the trial of the
   * circuit breaker.
   */
  trial: () => Omit<TransportRequest, "url"> & { path: string }
}

/** The API of links and payouts. Its trial reads the merchant's profile. */
export function paymentsApi(
  { baseUrl }: PayInAccount,
  { paths }: Pick<PayInOptions, "paths">
): Api {
  const trial = () => ({ method: "GET", path: paths.merchant }) as const
  return { name: "payments", baseUrl, headers: {}, trial }
}

type Outcome<T> = { kind: "done"; value: T; httpStatus: number } | Failure

interface Failure {
  kind: "failed"
  error: GatewayError
  retryAfterMs: number | null
}

/**
 * Sends every call to the service; one for each account and API. It owns credentials, time-outs,
 * retries, the circuit breaker and the call slots.
 */
export class Sender {
  readonly #account: PayInAccount
  readonly #api: Api
  readonly #attempts: number
  readonly #log: GatewayLog
  readonly #pacing: PacingPolicy
  readonly #transport: Transport
  readonly #health = new Health()
  readonly #mask: (text: string) => string
  /** What jobs may send: they wait where a person's call fails at once or is tried. */
  readonly background: BackgroundWrites
  /**
   * Pauses reads only. A call that creates or changes something is never delayed here, because a
   * person may wait for it; `background` pauses those of jobs.
   */
  readonly #pausedUntil = new Map<GatewayOperation, number>()

  constructor(
    account: PayInAccount,
    options: PayInOptions,
    log: GatewayLog,
    pacing: PacingPolicy = PACING,
    api: Api = paymentsApi(account, options)
  ) {
    this.#account = account
    this.#api = api
    this.#attempts = options.retries.attempts
    this.#log = log
    this.#pacing = pacing
    const { username, password, token, tokens } = account
    const basic = Buffer.from(`${username}:${password}`).toString("base64")
    this.#mask = secretMask([username, password, ...tokens, basic])
    this.#transport = new Transport(
      { Authorization: `Basic ${basic}`, "Token-Top": token, ...api.headers },
      options,
      pacing,
      () => {
        const { path, ...request } = api.trial()
        return { ...request, url: `${api.baseUrl}${path}` }
      },
      (change) =>
        log(change === "opened" ? "warn" : "info", `breaker_${change}`, {
          account: account.id,
          api: api.name,
        })
    )
    this.background = new BackgroundWrites(() => this.#transport.state().breaker)
  }

  /**
   * Sends a call, repeating it only where that is safe, within `pacing.deadlineMs` in all.
   * @throws GatewayError and nothing else
   */
  async send<T>(call: Call<T>): Promise<T> {
    const began = backgroundNow()
    const deadline = performance.now() + this.#pacing.deadlineMs
    for (let attempt = 1; ; attempt++) {
      const started = performance.now()
      const outcome = await this.#attempt(call, { began, deadline })
      const wait = outcome.kind === "done" ? null : this.#waitAfter(attempt, outcome, deadline)
      this.#report(call, outcome, {
        attempt,
        ms: Math.round(performance.now() - started),
        ...(wait === null ? {} : { retry_in_ms: Math.round(wait) }),
      })
      if (outcome.kind === "done") return outcome.value
      if (wait === null) throw outcome.error
      await sleep(wait)
    }
  }

  diagnostics(): AccountDiagnostics {
    return {
      account: this.#account.id,
      api: this.#api.name,
      ...this.#transport.state(),
      ...this.#health.report(),
    }
  }

  /** Closes idle connections; for a process that ends. */
  close(): void {
    this.#transport.close()
  }

  /** @param began of the first attempt: all of them are one write to background work */
  async #attempt<T>(
    call: Call<T>,
    { began, deadline }: { began: number; deadline: number }
  ): Promise<Outcome<T>> {
    const facts: CallFacts = {
      operation: call.operation,
      account: this.#account.id,
      correlation: correlationId(call.correlation),
      httpStatus: null,
      requestId: call.requestId,
    }
    const held = (this.#pausedUntil.get(call.operation) ?? 0) - performance.now()
    if (held > 0) return failed(new RateLimitedError(facts, held), held)
    const { method, path, body, requestId } = call
    const url = `${this.#api.baseUrl}${path}`
    const headers = requestId === undefined ? undefined : { "X-Request-ID": requestId }
    const request = { method, url, body, headers }
    const result = await this.#transport.exchange(request, causeOf(call), deadline)
    if (result === "breaker_open") return failed(new BreakerOpenError(facts))
    if (result === "too_busy") return failed(new UnreachableError("too_busy", facts))
    const outcome: Outcome<T> =
      result.answer === null
        ? failed(faultError(result.fault, facts))
        : this.#read(call, result.answer, { ...facts, httpStatus: result.answer.httpStatus })
    if (changesSomething(call.operation)) this.#noteWrite(call.operation, result, outcome, began)
    return outcome
  }

  /**
   * Background work waits after what this write showed of the service. An answer that is not one of
   * the service's leaves as much open as none, and so does any unclear answer about a card, which
   * nobody can look up.
   */
  #noteWrite(
    operation: GatewayOperation,
    { answer, countsAgainstService }: Exchange,
    outcome: Outcome<unknown>,
    began: number
  ) {
    const ended = backgroundNow()
    const isLimited = answer?.httpStatus === TOO_MANY_CALLS
    const isUnclear =
      outcome.kind === "failed" &&
      outcome.error instanceof UnclearError &&
      (outcome.error.reason === "malformed" || isCardCall(operation))
    if (countsAgainstService || isUnclear) this.background.failed(operation, { began, ended })
    else if (!isLimited) this.background.answered(operation)
    if (answer === null || !(isLimited || countsAgainstService)) return
    const most = LONGEST_ASKED_PAUSE_SECONDS * 1000
    const asked = readRetryAfter(answer.retryAfter, Date.now(), most)
    if (isLimited || asked !== null) this.background.askedToWait(asked ?? UNTIMED_PAUSE_MS)
  }

  #read<T>(call: Call<T>, wire: WireAnswer, facts: CallFacts): Outcome<T> {
    const { httpStatus } = wire
    const retryAfterMs = readRetryAfter(wire.retryAfter, Date.now())
    if (httpStatus === TOO_MANY_CALLS) {
      if (retryAfterMs !== null && !changesSomething(call.operation)) {
        this.#pausedUntil.set(call.operation, performance.now() + retryAfterMs)
      }
      return failed(new RateLimitedError(facts, retryAfterMs), retryAfterMs)
    }
    try {
      const answer: Answer = { ...readBody(wire.text), httpStatus, mask: this.#mask }
      return { kind: "done", value: call.read(answer, facts), httpStatus }
    } catch (error) {
      const known =
        error instanceof GatewayError
          ? error
          : new UnclearError("malformed", facts, "the answer could not be read")
      return failed(known, retryAfterMs)
    }
  }

  /** Milliseconds to wait before the next attempt, or null when there must not be one. */
  #waitAfter(attempt: number, { error, retryAfterMs }: Failure, deadline: number): number | null {
    const passing = changesSomething(error.operation) ? NEVER_LEFT : PASSING
    if (attempt >= this.#attempts || !error.safeToRepeat || !passing.has(error.reason)) return null
    const asked = retryAfterMs ?? 0
    if (asked > this.#pacing.longestWaitMs) return null
    const wait = asked + backoff(attempt, this.#pacing)
    return wait + this.#pacing.leastMs <= deadline - performance.now() ? wait : null
  }

  #complain(refusal: Omit<AccountRefusal, "account"> | null): void {
    const refusals = refusal === null ? [] : [{ ...refusal, account: this.#account.id }]
    for (const { code, message } of accountProblems(refusals)) {
      this.#log("error", code, { account: this.#account.id, api: this.#api.name, message })
    }
  }

  #report<T>(call: Call<T>, outcome: Outcome<T>, more: Record<string, unknown>): void {
    const line = {
      operation: call.operation,
      account: this.#account.id,
      reference: correlationId(call.correlation),
      ...(call.requestId === undefined ? {} : { request_id: call.requestId }),
      ...more,
    }
    if (outcome.kind === "done") {
      this.#health.succeeded(call.operation)
      const level = changesSomething(call.operation) ? "info" : "debug"
      this.#log(level, "answered", { ...line, http_status: outcome.httpStatus })
      return
    }
    const { httpStatus, reason, mayHaveHappened } = outcome.error
    // A flood of polling pages fills the log with nothing that anybody can act on.
    const isLeftToOthers = reason === "too_busy" && call.cause === "poll"
    if (isLeftToOthers) {
      this.#log("debug", "failed", { ...line, http_status: null, reason })
      return
    }
    if (reason === "declined") {
      // A decline of the bank is an answer: the connection works.
      this.#health.succeeded(call.operation)
    } else {
      this.#complain(this.#health.failed(outcome.error))
    }
    this.#log("warn", "failed", {
      ...line,
      http_status: httpStatus,
      reason,
      may_have_happened: mayHaveHappened,
    })
  }
}

const TOO_MANY_CALLS = 429
/** Pause of background work after a rate limit that names no time. */
const UNTIMED_PAUSE_MS = 5_000

/** Temporary failures. An answer that makes no sense would make none the second time either. */
const PASSING: ReadonlySet<string> = new Set([
  ...["timeout", "connection_lost", "server_error", "rate_limited"],
  ...["no_connection", "connect_timeout"],
])
/** A call that changes something is repeated only after these failures, in which nothing left. */
const NEVER_LEFT: ReadonlySet<string> = new Set(["no_connection", "connect_timeout"])

function causeOf(call: Pick<Call<unknown>, "operation" | "cause">): CallCause {
  return changesSomething(call.operation) ? "change" : (call.cause ?? "own")
}

function failed(error: GatewayError, retryAfterMs: number | null = null): Failure {
  return { kind: "failed", error, retryAfterMs }
}
