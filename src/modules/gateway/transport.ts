import {
  BulkheadRejectedError,
  CircuitState,
  ConsecutiveBreaker,
  TaskCancelledError,
  bulkhead,
  circuitBreaker,
  handleResultType,
  isBrokenCircuitError,
} from "cockatiel"
import type { BulkheadPolicy, CircuitBreakerPolicy } from "cockatiel"
import type { PayInOptions } from "../../domain/options"
import { Exchange, createClient, exchange } from "./connection"
import type { Client, WireRequest } from "./connection"
import type { PacingPolicy } from "./pacing"

/** Why nothing was sent. */
export type NotSent = "breaker_open" | "too_busy"

export type TransportRequest = Pick<WireRequest, "method" | "url" | "body" | "headers">

const STATES = {
  [CircuitState.Closed]: "closed",
  [CircuitState.Open]: "open",
  [CircuitState.HalfOpen]: "half_open",
  [CircuitState.Isolated]: "open",
} as const

/** This should never happen. If it does, assume that the request was sent. */
const UNEXPECTED = new Exchange(null, { kind: "connection_lost", code: null })

/** Transport of one account and API: its connections, its call slots and its circuit breaker. */
export class Transport {
  readonly #options: Pick<PayInOptions, "timeouts" | "breaker" | "gatewayConcurrency">
  readonly #pacing: PacingPolicy
  readonly #client: Client
  readonly #slots: BulkheadPolicy
  readonly #breaker: CircuitBreakerPolicy

  constructor(
    headers: Record<string, string>,
    options: Pick<PayInOptions, "timeouts" | "breaker" | "gatewayConcurrency">,
    pacing: PacingPolicy,
    onChange: (breaker: "opened" | "closed") => void
  ) {
    this.#options = options
    this.#pacing = pacing
    this.#client = createClient(headers)
    this.#slots = bulkhead(options.gatewayConcurrency, pacing.queue)
    this.#breaker = circuitBreaker(
      handleResultType(Exchange, (result) => result.countsAgainstService),
      {
        halfOpenAfter: options.breaker.openMs,
        breaker: new ConsecutiveBreaker(options.breaker.failures),
      }
    )
    this.#breaker.onBreak(() => onChange("opened"))
    this.#breaker.onReset(() => onChange("closed"))
  }

  /**
   * Waits for a call slot until `deadline` (of `performance.now()`) at most, then sends once,
   * unless the circuit breaker is open.
   */
  async exchange(request: TransportRequest, deadline: number): Promise<Exchange | NotSent> {
    const waiting = new AbortController()
    const tooLate = new Promise<NotSent>((resolve) => {
      waiting.signal.addEventListener("abort", () => resolve("too_busy"))
    })
    const timer = setTimeout(() => waiting.abort(), deadline - performance.now())
    try {
      const turn = this.#slots.execute(() => {
        clearTimeout(timer)
        return this.#send(request, deadline)
      }, waiting.signal)
      return await Promise.race([turn, tooLate])
    } catch (error) {
      if (error instanceof BulkheadRejectedError || error instanceof TaskCancelledError) {
        return "too_busy"
      }
      return UNEXPECTED
    } finally {
      clearTimeout(timer)
    }
  }

  state(): { breaker: "closed" | "open" | "half_open"; in_flight: number; waiting: number } {
    return {
      breaker: STATES[this.#breaker.state],
      in_flight: this.#options.gatewayConcurrency - this.#slots.executionSlots,
      waiting: this.#pacing.queue - this.#slots.queueSlots,
    }
  }

  close(): void {
    this.#client.close()
  }

  async #send(request: TransportRequest, deadline: number): Promise<Exchange | NotSent> {
    // Circuit breaker: Cockatiel would make other calls wait for the trial call, but a dead service
    // must cost milliseconds only.
    if (this.#breaker.state === CircuitState.HalfOpen) return "breaker_open"
    const left = deadline - performance.now()
    if (left < this.#pacing.leastMs) return "too_busy"
    const { connectMs, requestMs } = this.#options.timeouts
    try {
      return await this.#breaker.execute(() =>
        exchange(this.#client.http, {
          ...request,
          requestMs: Math.min(requestMs, left),
          connectMs: Math.min(connectMs ?? requestMs, left),
          maxBytes: this.#pacing.maxBytes,
        })
      )
    } catch (error) {
      return isBrokenCircuitError(error) ? "breaker_open" : UNEXPECTED
    }
  }
}
